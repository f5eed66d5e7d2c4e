"""What is wrong in settings.toml, before the title: a maker must see it without a serial console."""

from ..words import load_rare
from .buttons import O, X, Z
from .page import LONG, ROWS, Page

_LINE = 36  # letters that fit a row
_FILE = "settings.toml"


class Notice(Page):
    """One sentence a page, the next with O; Z or X skip the rest."""

    name = "notice"

    def open(self, now):
        self._rare = load_rare(self.face.words["code"])
        self._at = 0
        self._show()

    def _show(self):
        complaints = self.face.parts.complaints
        self.begin(_FILE, self._rare["foot_notice"])
        self.add(self._rare["wrong_setting"], "", Page.GOLD)
        text = complaints[self._at]
        if text.startswith(_FILE + ": "):
            text = text[len(_FILE) + 2 :]
        for line in wrap(text, _LINE)[0 : ROWS - 1]:
            self.add(line)
        if len(complaints) > 1:
            self.message = "{}/{}".format(self._at + 1, len(complaints))

    def press(self, button, at):
        if button == O and self._at + 1 < len(self.face.parts.complaints):
            self._at += 1
            self._show()
        elif button == O or button == X or button == Z:
            self.face.go("title", at)

    def think(self, now):
        return LONG


def wrap(text, width):
    """``text`` in lines of at most ``width`` letters, broken between words where there are any."""
    lines = []
    line = ""
    for word in text.split(" "):
        while len(word) > width:
            if line:
                lines.append(line)
                line = ""
            lines.append(word[0:width])
            word = word[width:]
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    if line:
        lines.append(line)
    return lines
