"""The code at the door: five D-pad presses, as shown on the dealer's screen."""

from ..link.link import KNOCKING
from .buttons import O, X, Z, direction
from .page import LONG, Page

LENGTH = 5


class CodeEntry(Page):
    """``arrow_count`` steps of the code are in ``arrows`` (0 up, 1 right, 2 down, 3 left). With all five, O knocks."""

    name = "code"

    def __init__(self, face):
        Page.__init__(self, face)
        self.arrows_on_cards = True
        self._waiting = 0  # 1 while we knock, 2 while the dealer's player is being asked

    def open(self, now):
        self.arrow_count = 0
        self.arrow_places = LENGTH
        self._waiting = 0
        self._show("")

    def _show(self, message):
        words = self.face.words
        found = self.face.chosen_table
        waiting = self._waiting
        self.begin(found.name if found else "", words["foot_back"] if waiting else words["foot_code"])
        self.add(words["enter_code"])
        if waiting:
            asked = self.face.link.is_waiting
            message = words["waiting_yes" if asked else "knocking"].format(found.name if found else "")
        self.message = message

    def press(self, button, at):
        if button == Z:
            if self._waiting:
                self.face.link.leave(at)
                self.face.link.listen()
            self.face.go("tables", at)
            return
        if self._waiting:
            return
        step = direction(button)
        if step >= 0:
            if self.arrow_count < LENGTH:
                self.arrows[self.arrow_count] = step
                self.arrow_count += 1
                self.version += 1
                self.say(self.face.words["press_knock"] if self.arrow_count == LENGTH else "")
        elif button == X:
            if self.arrow_count:
                self.arrow_count -= 1
                self.version += 1
                self.say("")
        elif button == O and self.arrow_count == LENGTH and self.face.chosen_table:
            self.face.link.knock(self.face.chosen_table, bytes(self.arrows))

    def refused(self, message):
        """The code was wrong: say so and let the player enter it again."""
        self.arrow_count = 0
        self._waiting = 0
        self._show(message)

    def think(self, now):
        link = self.face.link
        waiting = (1 + link.is_waiting) if link.state == KNOCKING else 0
        if waiting != self._waiting:
            self._waiting = waiting
            self._show("")
        return LONG
