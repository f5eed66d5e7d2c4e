"""The radio can't be opened: the game says so and offers what works without it (field case F9)."""

from .buttons import DOWN, UP, O
from .page import LONG, Page

SETTINGS = 0
SELF_TEST = 1


class Problem(Page):
    """``selected`` is ``SETTINGS`` or ``SELF_TEST``."""

    name = "problem"

    def open(self, now):
        words = self.face.words
        self.begin(words["problem"], words["foot_choose"])
        for line in words["radio_broken"].split("\n"):
            self.add(line)
        self._first = self.row_count
        self.add(words["settings"], "", Page.GOLD)
        self.add(words["self_test"], "", Page.GOLD)
        self.message = words["problem_code"].format(self.face.problem)
        self.selected = self._first

    def press(self, button, at):
        if button == UP or button == DOWN:
            self.select(self._first + (1 if self.selected == self._first else 0))
        elif button == O:
            self.face.go("settings" if self.selected == self._first else "self_test", at)

    def think(self, now):
        return LONG
