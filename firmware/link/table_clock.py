"""Table time: the dealer's clock, known to every handheld within a millisecond or two.

Every snapshot tells the table time of its sending, gives back the stamp of the player's last frame and
says for how long the dealer had had it: the four timestamps of the usual exchange. The answer with the
smallest round trip is the most honest one. Clocks drift (a board's crystal by up to about 50 ppm), so an
old sample counts as a little worse every second.
"""

from adafruit_ticks import ticks_diff

from ..rules.layout import TICKS_MASK

SAMPLES = 8
_WORSE_MS = 5_000  # a sample loses a millisecond of round trip in this time: two clocks may differ by 100 ppm
_TOO_LONG_MS = 1_000  # a round trip over this is a stamp of long ago
NO_USE = 255  # ms held, and more: such a snapshot says nothing about the link


class TableClock:
    """Table time from ticks. ``offset`` is what to add to the ticks of this handheld, modulo 2**29."""

    def __init__(self):
        self.offset = 0
        self._trip = [0] * SAMPLES
        self._offset = [0] * SAMPLES
        self._at = [0] * SAMPLES
        self._count = 0
        self._is_set = False

    def clear(self):
        """Another table's time comes: the next snapshot sets the clock."""
        self.forget()
        self._is_set = False

    def forget(self):
        """Another dealer's clock comes: keep the time as it is, but trust the next sample."""
        self._count = 0

    def set(self, ticks, table_time):
        """Have it be ``table_time`` at ``ticks``, if nothing better is known."""
        if not self._is_set:
            self._is_set = True
            self.offset = (table_time - ticks) & TICKS_MASK

    def table_time(self, ticks):
        """Table time at a moment of this handheld's ticks."""
        return (ticks + self.offset) & TICKS_MASK

    def hear(self, now, table_time, stamp, held):
        """A snapshot of ``table_time`` came at ticks ``now`` and returned our ``stamp`` after ``held`` ms."""
        trip = (now - stamp - held) & 0xFFFF
        if held == NO_USE or trip > _TOO_LONG_MS:
            # No exchange to measure by. Before the first one, a snapshot counts as if it had come at once.
            self.set(now, table_time)
            return
        self._is_set = True
        # A sample's score is twice the error that it may have, ms.
        best = worst = 0
        least = most = -1
        for i in range(self._count):
            score = self._trip[i] + ticks_diff(now, self._at[i]) // _WORSE_MS
            if score > most:
                worst = i
                most = score
            if least < 0 or score < least:
                best = i
                least = score
        if self._count < SAMPLES:
            new = self._count
            self._count += 1
        else:
            new = worst
            if best == worst:
                best = 1  # one is as good as the other, and the first goes
        self._trip[new] = trip
        self._offset[new] = (table_time + trip // 2 - now) & TICKS_MASK
        self._at[new] = now
        self.offset = self._offset[best if 0 <= least < trip else new]
