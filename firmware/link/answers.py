"""What became of this player's wishes, for the screens to tell, once each."""

from ..rules.layout import NO_PILE
from ..rules.verdicts import ACCEPTED, UNANSWERED
from .frames import newer8

_KEPT = 8  # answers; a screen that doesn't look for so long misses the oldest
_IN_SNAPSHOT = 4  # verdicts a seat


class Answer:
    """What became of a wish: its act ``kind`` (rules/acts.py), ``pile``, ``slot``, ``place`` and the ``verdict``."""

    def __init__(self):
        self.kind = 0
        self.pile = NO_PILE
        self.slot = 0
        self.place = 0
        self.verdict = UNANSWERED


class Answers:
    """A ring of answers. ``refused`` counts the wishes that were not granted."""

    def __init__(self):
        self.refused = 0
        self._ring = [Answer() for _ in range(_KEPT)]
        self._first = 0
        self._count = 0

    def clear(self):
        """Nothing is left to tell."""
        self._count = 0

    def next(self):
        """The oldest answer that hasn't been told, or None. The object is used again."""
        if not self._count:
            return None
        answer = self._ring[self._first]
        self._first = (self._first + 1) % _KEPT
        self._count -= 1
        return answer

    def take(self, wishes, copy, seat):
        """Take the seat's waiting ``wishes`` that the snapshot ``copy`` answers out of the queue."""
        answered = copy.answered(seat)
        while wishes.count:
            back = newer8(answered, wishes.number(0))
            if back < 0:
                return
            answer = self._ring[(self._first + self._count) % _KEPT]
            answer.kind = wishes.act(0)
            answer.pile = wishes.pile(0)
            answer.slot = wishes.slot(0)
            answer.place = wishes.place(0)
            answer.verdict = copy.verdict(seat, back) if back < _IN_SNAPSHOT else UNANSWERED
            if answer.verdict > ACCEPTED:
                self.refused += 1
            wishes.drop_first()
            if self._count < _KEPT:
                self._count += 1
            else:
                self._first = (self._first + 1) % _KEPT
