"""What became of this player's wishes, for the screens to tell, once each."""

from ..rules.layout import NO_PILE
from ..rules.verdicts import ACCEPTED, UNANSWERED
from .frames import newer8
from .wishes import PILE, WHAT, entry

_KEPT = 8  # answers; a screen that doesn't look for so long misses the oldest
_BYTES = 3  # of an answer: the act with slot and place, the pile, the verdict
_IN_SNAPSHOT = 4  # verdicts a seat


class Answers:
    """A ring of answers. ``next`` turns to the oldest one that hasn't been told: what became of a wish is then in
    ``kind`` (its act, rules/acts.py), ``pile``, ``slot``, ``place`` and ``verdict``."""

    def __init__(self):
        self.kind = 0
        self.pile = NO_PILE
        self.slot = 0
        self.place = 0
        self.verdict = UNANSWERED
        self._ring = bytearray(_KEPT * _BYTES)
        self._first = 0
        self._count = 0

    def clear(self):
        """Nothing is left to tell."""
        self._count = 0

    def next(self):
        """Turn to the next answer. Returns this object, or None if there is none."""
        if not self._count:
            return None
        ring = self._ring
        at = self._first * _BYTES
        what = ring[at]
        self.kind = what >> 4
        self.slot = what >> 2 & 3
        self.place = what & 3
        self.pile = ring[at + 1]
        self.verdict = ring[at + 2]
        self._first = (self._first + 1) % _KEPT
        self._count -= 1
        return self

    def take(self, wishes, copy, seat):
        """Take the seat's waiting ``wishes`` that the snapshot ``copy`` answers out of the queue. Returns how many of
        them were refused."""
        answered = copy.answered(seat)
        frame = wishes.frame
        ring = self._ring
        refused = 0
        while wishes.count:
            back = newer8(answered, frame[entry(0)])
            if back < 0:
                break
            if self._count == _KEPT:
                self.next()
            at = (self._first + self._count) % _KEPT * _BYTES
            verdict = copy.verdict(seat, back) if back < _IN_SNAPSHOT else UNANSWERED
            ring[at] = frame[entry(0) + WHAT]
            ring[at + 1] = frame[entry(0) + PILE]
            ring[at + 2] = verdict
            self._count += 1
            if verdict > ACCEPTED:
                refused += 1
            wishes.drop_first()
        return refused
