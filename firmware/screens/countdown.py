"""3, 2, 1: the cards are dealt, nobody may touch them yet."""

from adafruit_ticks import ticks_diff

from .buttons import X
from .page import Page


class Countdown(Page):
    """``number`` is what stands on the screen: 3, 2, 1, or 0 when play is about to start."""

    name = "countdown"

    def __init__(self, face):
        Page.__init__(self, face)
        self.number = 3

    def open(self, now):
        table = self.face.link.shown
        words = self.face.words
        self.number = -1
        self.begin(words["round"].format(table.round), "")
        self.message = words["get_ready"]
        self.think(now)

    def press(self, button, at):
        if button == X:
            self.face.open_menu(at)

    def think(self, now):
        link = self.face.link
        left = ticks_diff(link.shown.since, link.table_time(now))
        number = 0 if left <= 0 else (left + 999) // 1000
        if number > 3:
            number = 3
        if number != self.number:
            self.number = number
            self.version += 1
        if left <= 0:
            return 20
        return left - (left - 1) // 1000 * 1000
