"""Who is at the table and who is ready. The dealer's screen also shows the code and lets the house rules be changed."""

from ..rules.acts import READY
from ..rules.layout import ABSENT, BEST_OF, LEFT, NO_PILE, SEATS
from .buttons import DOWN, UP, O, X, Z
from .buttons import LEFT as LEFT_KEY
from .buttons import RIGHT as RIGHT_KEY
from .page import LONG, Page

LOCK_CHECK = 0
BEST = 1


class Lobby(Page):
    """``rule`` is the house rule under the dealer's cursor: ``LOCK_CHECK`` or ``BEST``.

    O: ready, or not; Z: the menu."""

    name = "lobby"

    def __init__(self, face):
        Page.__init__(self, face)
        self.rule = BEST
        self.arrows_beside = True
        self._seen = None

    def open(self, now):
        self.rule = BEST
        self._seen = None
        self.look_now()

    def _show(self):
        face = self.face
        link = face.link
        table = link.shown
        words = face.words
        dealer = link.is_dealer
        mine_ready = link.seat < SEATS and link.ready & 1 << link.seat
        self.begin(words["lobby"], words["foot_lobby_dealer" if dealer else "foot_lobby"])
        code = link.code if dealer else None
        if code:
            for at in range(len(self.arrows)):
                self.arrows[at] = code[at]
            self.arrow_count = self.arrow_places = len(self.arrows)
            self.add(words["the_code"], "", Page.GOLD)
        else:
            self.arrow_count = self.arrow_places = 0
        first_rule = self.row_count
        self.add(words["lock_check"], words["on" if table.lock_check else "off"])
        self.add(words["best_of"], str(table.best_of))
        self.selected = first_rule + self.rule if dealer else -1
        seated = 0
        for seat in range(SEATS):
            if table.standing(seat) in (ABSENT, LEFT):
                continue
            seated += 1
            name = link.names[seat]
            if seat == link.seat:
                name = words["you"].format(name)
            self.add(name, words["ready"] if link.ready & 1 << seat else "", seat)
        if seated < 2:
            self.message = words["waiting_players"]
        elif mine_ready:
            self.message = words["waiting_ready"]
        else:
            self.message = words["press_ready"]

    def press(self, button, at):
        link = self.face.link
        self.look_now()
        if button == O:
            link.wish(READY, at, NO_PILE, 0 if link.ready & 1 << link.seat else 1, 0)
        elif button == Z or button == X:
            self.face.open_menu(at)
        elif link.is_dealer:
            if button == UP or button == DOWN:
                self.rule = BEST if self.rule == LOCK_CHECK else LOCK_CHECK
                self._show()
            elif button == LEFT_KEY or button == RIGHT_KEY:
                table = link.shown
                if self.rule == LOCK_CHECK:
                    link.set_house(not table.lock_check, table.best_of)
                else:
                    step = 1 if button == RIGHT_KEY else len(BEST_OF) - 1
                    link.set_house(table.lock_check, BEST_OF[(BEST_OF.index(table.best_of) + step) % len(BEST_OF)])

    def think(self, now):
        wait = self.not_yet(now)
        if wait:
            return wait
        link = self.face.link
        table = link.shown
        # A lobby is no hot path: what the page is made of, as one tuple, tells when it has to be made anew.
        seen = (
            link.is_dealer,
            link.seat,
            link.ready,
            tuple(link.names),
            bytes(link.code or b""),
            table.lock_check,
            table.best_of,
            table.standing(0),
            table.standing(1),
            table.standing(2),
            table.standing(3),
        )
        if seen != self._seen:
            self._seen = seen
            self._show()
        return LONG
