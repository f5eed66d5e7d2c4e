"""The gate: every wish, the dealer's own included, is applied in the order of the key presses.

A wish waits until ``press + window``. By then the wishes of others that were pressed before it have
arrived as well, unless the link is worse than the window allows (design.md, "Fair races").
"""

from adafruit_ticks import ticks_diff

from ..rules.acts import CALL
from ..rules.coin import Coin
from ..rules.layout import SEATS, TICKS_MASK
from .wishes import PRESS, WHAT

WINDOW_MIN = 20
WINDOW_MAX = 80
WINDOW_START = 40  # nothing has been measured yet
WAITING = 4  # wishes a seat
SAME_MS = 7  # a scan of the keys (5 ms) plus the clocks' error: presses this close can't be told apart
ALLOWANCE = WINDOW_MAX  # how much older than the fastest frame a press may claim to be

_KEPT = PRESS  # bytes of a wish that are kept as they came
_DELAYS = 32
_MARGIN = 12


class Gate:
    """Waiting wishes of all seats, in ``wishes`` as their frames have them (wishes.py) but for the press; ``waiting``:
    how many. ``window`` is in ms, ``WINDOW_MIN`` to ``WINDOW_MAX``."""

    def __init__(self):
        self.waiting = 0
        self.left = 0
        self.wishes = bytearray(SEATS * WAITING * _KEPT)
        self.coin = Coin()
        self.window = WINDOW_START
        self._press = [0] * (SEATS * WAITING)
        self._first = bytearray(SEATS)
        self._count = bytearray(SEATS)
        self._last_press = [0] * SEATS
        self._fastest = [WINDOW_MAX] * SEATS
        self._delays = bytearray(_DELAYS)
        self._heard = 0

    def clear(self, seat):
        """Forget what a seat wished: it comes back, or somebody else sits down."""
        self.waiting -= self._count[seat]
        self._count[seat] = 0
        self._fastest[seat] = WINDOW_MAX

    def add(self, seat, now, press, frame, at, is_remote):
        """The wish that begins at ``at`` of ``frame`` arrives at table time ``now`` and claims to be pressed at
        ``press``. Returns False if no further wish of this seat can wait.

        A press can't lie in the future, not before the seat's previous one, and not further back than the
        link can explain: so lag can't be farmed.
        """
        if self._count[seat] == WAITING:
            return False
        delay = max(0, ticks_diff(now, press))
        if is_remote:
            if delay <= WINDOW_MAX + ALLOWANCE:
                self._measure(seat, delay)
            delay = min(delay, self._fastest[seat] + ALLOWANCE)
        press = (now - delay) & TICKS_MASK
        last = self._last_press[seat]
        if self._count[seat] and ticks_diff(press, last) < 0:
            press = last
        self._last_press[seat] = press
        i = seat * WAITING + (self._first[seat] + self._count[seat]) % WAITING
        self._press[i] = press
        for nth in range(_KEPT):
            self.wishes[i * _KEPT + nth] = frame[at + nth]
        self._count[seat] += 1
        self.waiting += 1
        return True

    def due(self, now):
        """The seat whose first wish is to be applied now, or -1: then ``left`` says in how many ms, if any waits. Ties
        are thrown for."""
        first = -1
        for seat in range(SEATS):
            if self._count[seat] and (first < 0 or ticks_diff(self.press_of(seat), self.press_of(first)) < 0):
                first = seat
        if first < 0:
            return -1
        press = self.press_of(first)
        self.left = self.window - ticks_diff(now, press)
        if self.left > 0:
            return -1
        chosen = -1
        tied = 0
        is_call = True
        for seat in range(SEATS):
            if not self._count[seat] or ticks_diff(self.press_of(seat), press) > SAME_MS:
                continue
            calls = self._calls(seat)
            if calls and not is_call:
                continue
            if is_call and not calls:
                # Calls come last of those that can't be told apart: somebody's call may still wait behind a
                # lock of the same moment, and it must be checked together with the others.
                is_call = False
                tied = 0
            tied += 1
            # Each of n comes out with 1/n: the nth is taken over the ones before it once in n times.
            if self.coin.throw(tied) == 0:
                chosen = seat
        return chosen

    def calls_with(self, seat):
        """Seats, a bit each, whose first wish is a call that can't be told apart from this seat's call."""
        press = self.press_of(seat)
        callers = 0
        for other in range(SEATS):
            if self._count[other] and self._calls(other):
                apart = ticks_diff(self.press_of(other), press)
                if -SAME_MS <= apart <= SAME_MS:
                    callers |= 1 << other
        return callers

    def head(self, seat):
        """Where a seat's first waiting wish begins in ``wishes``."""
        return (seat * WAITING + self._first[seat]) * _KEPT

    def press_of(self, seat):
        """Table time at which the press of a seat's first waiting wish counts."""
        return self._press[seat * WAITING + self._first[seat]]

    def drop(self, seat):
        """The seat's first wish has been applied."""
        self._first[seat] = (self._first[seat] + 1) % WAITING
        self._count[seat] -= 1
        self.waiting -= 1

    def _calls(self, seat):
        return self.wishes[self.head(seat) + WHAT] >> 4 == CALL

    def _measure(self, seat, delay):
        if delay < self._fastest[seat]:
            self._fastest[seat] = delay
        self._delays[self._heard % _DELAYS] = delay
        self._heard += 1
        if self._heard == 2 * _DELAYS:
            self._heard = _DELAYS
        if self._heard % 4:
            return
        # The second largest of 32 is their 95th percentile; sorting would allocate.
        largest = 0
        second = 0
        for i in range(min(self._heard, _DELAYS)):
            delay = self._delays[i]
            if delay > largest:
                second = largest
                largest = delay
            elif delay > second:
                second = delay
        self.window = max(WINDOW_MIN, min(WINDOW_MAX, second + _MARGIN))
