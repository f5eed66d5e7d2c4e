"""What lies over the other screens: the small menu for leaving, who is missing, who knocks."""

from adafruit_ticks import ticks_diff

from ..rules.acts import PROPOSE
from ..rules.layout import NO_PILE, NOBODY, SEATS
from ..words import load_over
from .buttons import DOWN, UP, O, X, Z
from .page import LONG, Page

CONTINUE = 0
END_ROUND = 1
LEAVE = 2
NOT_MEANT_MS = 300  # a key pressed as the question came up was meant for the screen below


class Menu(Page):
    """Continue, propose to end a stuck round, or leave. ``items`` has what each row does."""

    name = "menu"

    def __init__(self, face):
        Page.__init__(self, face)
        self.items = []

    def open(self, now):
        face = self.face
        link = face.link
        table = link.shown
        words = load_over(face.settings.language)
        self.begin(words["menu"], words["foot_choose_back"])
        self.items = [CONTINUE]
        self.add(words["continue"])
        if table.is_stuck(link.table_time(now)) and link.seat != NOBODY and not table.proposes(link.seat):
            self.items.append(END_ROUND)
            self.add(words["propose"])
        self.items.append(LEAVE)
        self.add(words["leave"])
        self.selected = 0

    def press(self, button, at):
        count = len(self.items)
        face = self.face
        if button == UP or button == DOWN:
            self.select((self.selected + (1 if button == DOWN else count - 1)) % count)
        elif button == X or button == Z:
            face.close_menu()
        elif button == O:
            item = self.items[self.selected]
            face.close_menu()
            if item == END_ROUND:
                face.link.wish(PROPOSE, at, NO_PILE, 0, 0)
            elif item == LEAVE:
                face.link.leave(at)


class Paused(Page):
    """The table waits for somebody: says for whom. Also up while the others are told that we leave."""

    name = "paused"

    def __init__(self, face):
        Page.__init__(self, face)
        self._missing = -1

    def open(self, now):
        self._missing = -1
        self.think(now)

    def think(self, now):
        link = self.face.link
        missing = -2 if link.is_leaving else link.missing
        if missing != self._missing:
            self._missing = missing
            words = load_over(self.face.settings.language)
            self.selected = -1
            if link.is_leaving:
                self.begin(words["leaving"], "")
                return LONG
            self.begin(words["paused"], words["foot_paused"])
            if link.rejoining:
                self.add(words["rejoining"])
            elif missing:
                self.add(words["waiting_for"])
            for seat in range(SEATS):
                if missing & 1 << seat:
                    self.add(link.names[seat], "", seat)
        return LONG


class Knock(Page):
    """Somebody asks the dealer's player to be let in."""

    name = "knock"

    def open(self, now):
        self._since = now
        words = load_over(self.face.settings.language)
        self.begin(words["knock"], words["foot_knock"])
        self.add(self.face.link.knocker, "", Page.GOLD)
        self.add(words["wants_in"])
        self.selected = -1

    def press(self, button, at):
        if ticks_diff(at, self._since) < NOT_MEANT_MS:
            return
        if button == O:
            self.face.link.answer_knock(True)
        elif button == Z:
            self.face.link.answer_knock(False)
