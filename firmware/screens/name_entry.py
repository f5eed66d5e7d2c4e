"""The player's name, letter by letter with the D-pad."""

from .buttons import DOWN, LEFT, RIGHT, UP, O, X, Z
from .page import LONG, Page

MOST = 12  # characters, and bytes in UTF-8
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÀÁÂÃÇÈÉÊÌÍÒÓÔÕÙÚÑß abcdefghijklmnopqrstuvwxyzäöüàáâãçèéêìíòóôõùúñ0123456789-.'"


class NameEntry(Page):
    """``letters`` is the name as entered, ``at`` the letter under the cursor. Up and down change it, right goes on
    (and adds one at the end), X erases, O keeps the name, Z goes back without."""

    name = "name"

    def __init__(self, face):
        Page.__init__(self, face)
        self.letters = []
        self.at = 0

    def open(self, now):
        self.letters = list(self.face.settings.name)
        self.at = max(0, len(self.letters) - 1)
        if not self.letters:
            self.letters = ["A"]
        self._show()

    def _show(self):
        words = self.face.words
        self.begin(words["name"], words["foot_name"])
        self.add(words["enter_name"], "", Page.DIM)
        before = "".join(self.letters[: self.at])
        after = "".join(self.letters[self.at + 1 :])
        self.add(before + "‹" + self.letters[self.at] + "›" + after, "", Page.GOLD)
        self.selected = 1

    def press(self, button, at):
        letters = self.letters
        if button == UP or button == DOWN:
            step = 1 if button == UP else len(LETTERS) - 1
            letter = max(LETTERS.find(letters[self.at]), 0)
            while True:
                letter = (letter + step) % len(LETTERS)
                letters[self.at] = LETTERS[letter]
                # A letter of two bytes may be too much: on to the next that fits. One of one byte always does.
                if len("".join(letters).encode()) <= MOST:
                    break
        elif button == LEFT:
            self.at = max(0, self.at - 1)
        elif button == RIGHT:
            if self.at + 1 < len(letters):
                self.at += 1
            elif len("".join(letters).encode()) < MOST:
                letters.append(letters[self.at] if self.at == 0 else "a")
                self.at += 1
        elif button == X:
            letters.pop(self.at)
            if not letters:
                letters.append("A")
            self.at = min(self.at, len(letters) - 1)
        elif button == O:
            name = "".join(letters).strip()
            if name:
                face = self.face
                face.settings.name = face.link.name = name  # at the next table
                face.unsaved = True
                self.face.go("settings", at)
            return
        elif button == Z:
            self.face.go("settings", at)
            return
        self._show()

    def think(self, now):
        return LONG
