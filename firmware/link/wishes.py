"""Wishes: a player's acts on their way to the dealer.

A wish has a number (1 to 255, then 0), the act with its slot and place, the pile, the two cards that the
player believes to be there, and the time of the key press. All unanswered wishes wait here in order, and
the oldest three go into every frame until a snapshot answers them.

====  ==========================================================================
 0-10  the header (frames.py)
 11    sequence number of the newest snapshot known, 2 bytes
 13    the sender's stamp: its ticks, low 2 bytes
 15    number of wishes that follow, 0 to 3
 16    8 bytes a wish: number; act and slot and place; pile; give; take; press, 3 bytes
====  ==========================================================================
"""

from ..rules.acts import SWAP
from ..rules.cards import NO_CARD
from ..rules.layout import CENTRE, NO_PILE, PILE_CARDS
from . import frames
from .frames import HEADER, get16, newer8, put16, put24

_ACK = HEADER
_STAMP = 13
_COUNT = 15
_FIRST = 16
WISH_ENTRY = 8
IN_FRAME = 3
WISHES_BYTES = _FIRST + IN_FRAME * WISH_ENTRY
WAITING = 8


class Wishes:
    """The unanswered wishes of this handheld's player, oldest first, at most ``WAITING``."""

    def __init__(self):
        self.count = 0
        self._first = 0
        self._next = 1
        self._number = bytearray(WAITING)
        self._what = bytearray(WAITING)
        self._pile = bytearray(WAITING)
        self._give = bytearray(WAITING)
        self._take = bytearray(WAITING)
        self._at = [0] * WAITING
        self._frame = bytearray(WISHES_BYTES)
        # A slice allocates: one for each length, once.
        view = memoryview(self._frame)
        self._frames = tuple([view[: _FIRST + n * WISH_ENTRY] for n in range(IN_FRAME + 1)])

    def clear(self, answered=0):
        """Forget all wishes; the next one gets the number after ``answered``."""
        self.count = 0
        self._next = answered + 1 & 255

    def renumber(self, answered):
        """Another dealer has last answered number ``answered``: the waiting wishes follow it."""
        for nth in range(self.count):
            self._number[(self._first + nth) % WAITING] = answered + 1 + nth & 255
        self._next = answered + 1 + self.count & 255

    def add(self, act, at, pile, slot, place, shown):
        """One more wish, pressed at ticks ``at``. For a swap, what ``shown`` shows names the cards.

        Returns False if too many are unanswered (nothing is heard of the dealer): it is not taken.
        """
        if self.count == WAITING:
            return False
        i = (self._first + self.count) % WAITING
        self._number[i] = self._next
        self._what[i] = act << 4 | slot << 2 | place
        self._pile[i] = pile
        swaps = act == SWAP and pile != NO_PILE
        self._give[i] = shown.places[pile * PILE_CARDS + slot] if swaps else NO_CARD
        self._take[i] = shown.places[CENTRE + place] if swaps else NO_CARD
        self._at[i] = at
        self.count += 1
        self._next = self._next + 1 & 255
        return True

    def drop_first(self):
        """The oldest wish is answered."""
        self._first = (self._first + 1) % WAITING
        self.count -= 1

    def number(self, nth):
        """Number of the nth unanswered wish, 0 the oldest."""
        return self._number[(self._first + nth) % WAITING]

    def act(self, nth):
        """Act of the nth (rules/acts.py)."""
        return self._what[(self._first + nth) % WAITING] >> 4

    def slot(self, nth):
        """Its slot of the pile, 0 to 3."""
        return self._what[(self._first + nth) % WAITING] >> 2 & 3

    def place(self, nth):
        """Its place of the centre, 0 to 3."""
        return self._what[(self._first + nth) % WAITING] & 3

    def pile(self, nth):
        """Its pile, or NO_PILE."""
        return self._pile[(self._first + nth) % WAITING]

    def give(self, nth):
        """The card it gives."""
        return self._give[(self._first + nth) % WAITING]

    def take(self, nth):
        """The card it takes."""
        return self._take[(self._first + nth) % WAITING]

    def at(self, nth):
        """Ticks of its key press."""
        return self._at[(self._first + nth) % WAITING]

    def what(self, nth):
        """Act, slot and place in one byte."""
        return self._what[(self._first + nth) % WAITING]

    def write(self, table_id, epoch, seat, secret, ack, now, clock_offset):
        """Write the frame to send: heartbeat, acknowledgement and the oldest wishes. Returns its bytes."""
        frame = self._frame
        count = min(self.count, IN_FRAME)
        frames.start(frame, frames.WISHES, table_id, epoch, seat)
        put16(frame, _ACK, ack)
        put16(frame, _STAMP, now)
        frame[_COUNT] = count
        at = _FIRST
        for nth in range(count):
            i = (self._first + nth) % WAITING
            frame[at] = self._number[i]
            frame[at + 1] = self._what[i]
            frame[at + 2] = self._pile[i]
            frame[at + 3] = self._give[i]
            frame[at + 4] = self._take[i]
            put24(frame, at + 5, self._at[i] + clock_offset)
            at += WISH_ENTRY
        frames.seal(frame, at, secret)
        return self._frames[count]


def ack_in(message):
    """From a received frame of wishes: the sequence number of the newest snapshot its sender knows."""
    return get16(message, _ACK)


def stamp_in(message):
    """The sender's stamp, 0 to 65535."""
    return get16(message, _STAMP)


def count_in(message):
    """How many wishes the frame holds, 0 to 3; 0 if its length doesn't fit."""
    count = message[_COUNT]
    return count if len(message) == _FIRST + count * WISH_ENTRY else 0


def is_next(number, last):
    """True if a wish's number is the one after ``last``."""
    return newer8(number, last) == 1


def entry(nth):
    """Where the nth wish of a frame begins."""
    return _FIRST + nth * WISH_ENTRY
