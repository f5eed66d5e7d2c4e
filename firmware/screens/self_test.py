"""Shows which keys arrive, so that swapped buttons are found at once (field case F20), and how the parts are."""

from .buttons import KEYS, X, Z
from .page import LONG, Page

_LABELS = ("↑", "→", "↓", "←", "O", "X", "Z")


class SelfTest(Page):
    """``down`` has a bit for each key that is down, ``tried`` for each that was. X and Z together go back."""

    name = "self_test"

    def __init__(self, face):
        Page.__init__(self, face)
        self.down = 0
        self.tried = 0

    def open(self, now):
        self.down = self.tried = 0
        self._show()

    def _show(self):
        words = self.face.words
        self.begin(words["self_test"], words["foot_test"])
        down = tried = ""
        for key in range(KEYS):
            if self.down & 1 << key:
                down += _LABELS[key] + " "
            tried += (_LABELS[key] if self.tried & 1 << key else "·") + " "
        self.add(words["keys_down"], down, Page.GOLD)
        self.add(words["keys_tried"], tried)
        self.add(words["radio"], words["broken"] if self.face.problem else words["works"])
        self.selected = -1

    def press(self, button, at):
        self.down |= button
        self.tried |= button
        if self.down & X and self.down & Z:
            self.face.go("settings", at)
            return
        self._show()

    def release(self, button, at):
        if self.down & button:
            self.down &= ~button
            self._show()

    def think(self, now):
        return LONG
