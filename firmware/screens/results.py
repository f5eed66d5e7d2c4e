"""The end of a round and of a match: who won, how, the score, and everyone's piles."""

from ..rules.acts import READY
from ..rules.cards import rank_of
from ..rules.layout import (
    ABSENT,
    BY_CALL,
    BY_FALSE_CALL,
    BY_LEAVING,
    BY_STUCK,
    FALSE_CALL,
    LEFT,
    NO_PILE,
    NOBODY,
    PILE_CARDS,
    PILES,
    SEATS,
)
from .buttons import O, X, Z
from .page import LONG, Page
from .signs import BACK, MIXED
from .tones import CALL

_HOW = {
    BY_CALL: "how_call",
    BY_FALSE_CALL: "how_false_call",
    BY_STUCK: "how_stuck",
    BY_LEAVING: "how_leaving",
}


class Results(Page):
    """Shared by both: a row a seat with its piles, and a note with its place and rounds won."""

    def __init__(self, face):
        Page.__init__(self, face)
        self._seen = None

    def open(self, now):
        link = self.face.link
        # Whoever called has heard it already.
        if link.shown.how == BY_CALL and link.shown.winner != link.seat:
            self.face.tone = CALL
        self._seen = None
        self.look_now()

    def think(self, now):
        wait = self.not_yet(now)
        if wait:
            return wait
        link = self.face.link
        # Between rounds, no hot path: the page is made anew only when one of these changes.
        seen = (bytes(link.shown.state), link.ready, tuple(link.names), link.seat)
        if seen != self._seen:
            self._seen = seen
            self._show()
        return LONG

    def _name(self, seat):
        name = self.face.link.names[seat]
        return self.face.words["you"].format(name) if seat == self.face.link.seat else name

    def _begin(self, winner, nobody, footer):
        """Start the page with who won, or with the words ``nobody`` if nobody did."""
        words = self.face.words
        won = words[nobody] if winner == NOBODY else words["wins_round"].format(self.face.link.names[winner])
        self.begin(won, words[footer])

    def _rows(self):
        link = self.face.link
        table = link.shown
        words = self.face.words
        for place in range(1, SEATS + 2):
            for seat in range(SEATS):
                standing = table.standing(seat)
                if standing == ABSENT or (table.place(seat) or SEATS + 1) != place:
                    continue
                note = ""
                if standing == LEFT:
                    note = words["gone_home"]
                elif link.ready & 1 << seat:
                    note = words["ready"]
                elif standing == FALSE_CALL:
                    note = words["false_call"]
                prefix = "{}. ".format(table.place(seat)) if table.place(seat) else ""
                self.add(prefix + self._name(seat), "♦" * table.wins[seat] or "-", seat)
                colour = Page.GOLD if note == words["ready"] else Page.DIM
                self.add("", note, colour, self._minis(seat), seat)
        self.selected = -1

    def _minis(self, seat):
        table = self.face.link.shown
        signs = bytearray()
        for pile in range(PILES):
            if table.owner(pile) == seat:
                if not table.is_locked(pile):
                    signs.append(BACK)
                elif table.is_four(pile):
                    signs.append(rank_of(table.places[pile * PILE_CARDS]))
                else:
                    signs.append(MIXED)
        return bytes(signs)

    def press(self, button, at):
        self.look_now()
        if button == O:
            self.face.link.wish(READY, at, NO_PILE, 1, 0)
        elif button == Z or button == X:
            self.face.open_menu(at)


class RoundResult(Results):
    """O: ready for the next round."""

    name = "round_result"

    def _show(self):
        table = self.face.link.shown
        self._begin(table.winner, "draw", "foot_result")
        how = _HOW.get(table.how)
        if how is not None:
            self.message = self.face.words[how]
        self._rows()


class MatchResult(Results):
    """O: a rematch, Z: leave."""

    name = "match_result"

    def _show(self):
        link = self.face.link
        words = self.face.words
        winner = link.shown.match_winner
        self._begin(winner, "match_over", "foot_match")
        if link.seat != NOBODY and link.ready & 1 << link.seat:
            self.message = words["waiting_ready"]
        elif winner != NOBODY:
            self.message = words["match_won"]
        self._rows()
