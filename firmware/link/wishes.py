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
from .frames import HEADER, put16, put24

ACK = HEADER
STAMP = 13
_COUNT = 15
_FIRST = 16
WISH_ENTRY = 8
IN_FRAME = 3
WISHES_BYTES = _FIRST + IN_FRAME * WISH_ENTRY
WAITING = 8

# Within a wish's bytes, after its number.
WHAT = 1  # the act in the high half, slot and place (rules/acts.py)
PILE = 2
GIVE = 3
TAKE = 4
PRESS = 5


class Wishes:
    """The unanswered wishes of this handheld's player, oldest first, at most ``WAITING``. They wait in ``frame``, as
    the frame that is sent has them; the nth begins at ``entry(nth)``. ``pressed``: ticks of each one's key press."""

    def __init__(self):
        self.count = 0
        self.frame = bytearray(entry(WAITING))
        self.pressed = [0] * WAITING
        self._next = 1
        # A slice allocates: one for each length, once.
        view = memoryview(self.frame)
        self._frames = tuple([view[: entry(n)] for n in range(IN_FRAME + 1)])

    def clear(self, answered=0):
        """Forget all wishes; the next one gets the number after ``answered``."""
        self.count = 0
        self._next = answered + 1 & 255

    def renumber(self, answered):
        """Another dealer has last answered number ``answered``: the waiting wishes follow it."""
        self._next = answered + 1 & 255
        for nth in range(self.count):
            self._number(nth)

    def _number(self, nth):
        self.frame[entry(nth)] = self._next
        self._next = self._next + 1 & 255

    def add(self, act, at, pile, slot, place, shown):
        """One more wish, pressed at ticks ``at``. For a swap, what ``shown`` shows names the cards.

        Returns False if too many are unanswered (nothing is heard of the dealer): it is not taken.
        """
        nth = self.count
        if nth == WAITING:
            return False
        frame = self.frame
        i = entry(nth)
        self._number(nth)
        self.pressed[nth] = at
        frame[i + WHAT] = act << 4 | slot << 2 | place
        frame[i + PILE] = pile
        swaps = act == SWAP and pile != NO_PILE
        frame[i + GIVE] = shown.places[pile * PILE_CARDS + slot] if swaps else NO_CARD
        frame[i + TAKE] = shown.places[CENTRE + place] if swaps else NO_CARD
        self.count = nth + 1
        return True

    def drop_first(self):
        """The oldest wish is answered: the others move up."""
        frame = self.frame
        pressed = self.pressed
        self.count -= 1
        for at in range(_FIRST, entry(self.count)):
            frame[at] = frame[at + WISH_ENTRY]
        for nth in range(self.count):
            pressed[nth] = pressed[nth + 1]

    def write(self, ack, now, clock_offset):
        """Fill in what belongs to this sending: heartbeat, acknowledgement and the oldest wishes. Returns the bytes to
        be sealed and sent."""
        frame = self.frame
        count = min(self.count, IN_FRAME)
        put16(frame, ACK, ack)
        put16(frame, STAMP, now)
        frame[_COUNT] = count
        for nth in range(count):
            put24(frame, entry(nth) + PRESS, self.pressed[nth] + clock_offset)
        return self._frames[count]


def count_in(message):
    """How many wishes a received frame holds, 0 to 3; 0 if its length doesn't fit."""
    count = message[_COUNT]
    return count if len(message) == entry(count) else 0


def entry(nth):
    """Where the nth wish of a frame begins."""
    return _FIRST + nth * WISH_ENTRY
