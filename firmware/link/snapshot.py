"""The snapshot: the whole table in one frame.

====  ==========================================================================
 0-10  the header (frames.py); the seat is the dealer's
 11    sequence number, 2 bytes, +1 with every snapshot of an epoch
 13    table time of sending, 4 bytes
 17    a bit a seat that is ready; in the high half a bit a seat that isn't heard
 18    3 bytes a seat: the number of its last answered wish, and the verdicts of its
       last four, the newest in the lowest four bits
 30    for the receiver's clock: the stamp of its last frame, 2 bytes,
       and for how many ms the dealer has had it (255: no use)
 33    the state of the table (rules/layout.py)
====  ==========================================================================

A handheld keeps its newest snapshot in the very frame it came in: the table lies in the frame's body, so
reading a snapshot is one copy and writing one is filling in the fields before it.
"""

from struct import pack_into

from adafruit_ticks import ticks_diff

from ..rules.layout import STATE_BYTES, TICKS_MASK
from ..rules.table import Table
from . import frames
from .frames import HEADER, get16, get32, newer8, newer16, put16, put32
from .table_clock import NO_USE  # noqa: F401  part of what a snapshot says

_SEQUENCE = HEADER
TIME = 13
_FLAGS = 17
_ANSWERS = 18
STAMP = 30
HELD = 32
_STATE = 33
SNAPSHOT_BYTES = _STATE + STATE_BYTES
_REPLAYED_MS = 5_000  # more than the clocks of two dealers differ, less than the numbers need to wrap
_COPY = "%ds" % SNAPSHOT_BYTES

if SNAPSHOT_BYTES != frames.LONGEST:
    raise ValueError("a snapshot and the longest frame differ")


class Snapshot:
    """A frame that holds a table. ``table`` reads and writes the frame's own bytes."""

    def __init__(self):
        self.frame = bytearray(SNAPSHOT_BYTES)
        self.table = Table(memoryview(self.frame)[_STATE:SNAPSHOT_BYTES])
        self.clear()

    def clear(self):
        """An empty lobby that is older than every snapshot of a running table."""
        frame = self.frame
        for at in range(SNAPSHOT_BYTES):
            frame[at] = 0
        self.table.open_match()

    def load(self, message):
        """Take over a received frame of ``SNAPSHOT_BYTES``, as it is. Who calls has checked its seal."""
        pack_into(_COPY, self.frame, 0, message)

    @property
    def epoch(self):
        """How often the dealer has changed, 0 to 255; 0 is no snapshot at all."""
        return self.frame[9]

    @property
    def dealer(self):
        """The seat that deals, 0 to 3."""
        return self.frame[10] & 3

    @property
    def sequence(self):
        """0 to 65535, comparable within an epoch."""
        return get16(self.frame, _SEQUENCE)

    @property
    def ready(self):
        """A bit for each seat that is ready for what comes next."""
        return self.frame[_FLAGS] & 15

    @property
    def missing(self):
        """A bit for each seat that the sender doesn't hear."""
        return self.frame[_FLAGS] >> 4

    def set_flags(self, ready, missing):
        """A bit a seat each."""
        self.frame[_FLAGS] = ready | missing << 4

    def answered(self, seat):
        """The number of the seat's last answered wish, 0 to 255."""
        return self.frame[_ANSWERS + 3 * seat]

    def verdict(self, seat, back):
        """The verdict of the wish that was answered ``back`` (0 to 3) wishes ago."""
        return get16(self.frame, _ANSWERS + 3 * seat + 1) >> 4 * back & 15

    def answer(self, seat, number, verdict):
        """Answer a seat's next wish."""
        at = _ANSWERS + 3 * seat
        self.frame[at] = number
        put16(self.frame, at + 1, get16(self.frame, at + 1) << 4 | verdict)

    def forget_answers(self, seat):
        """A new player takes the seat."""
        at = _ANSWERS + 3 * seat
        self.frame[at] = 0
        put16(self.frame, at + 1, 0)

    def is_older_than(self, message):
        """True if a received snapshot is newer than this one: a higher epoch, or later in the same.

        Sequence numbers come round again after half an hour of full play, so a recording of then would look
        new: its table time tells.
        """
        frame = self.frame
        if not message[9]:
            return False
        if not frame[9]:
            return True
        epochs = newer8(message[9], frame[9])
        if epochs:
            return epochs > 0
        if ticks_diff(get32(message, TIME) & TICKS_MASK, get32(frame, TIME)) < -_REPLAYED_MS:
            return False
        return newer16(get16(message, _SEQUENCE), get16(frame, _SEQUENCE)) > 0

    def write(self, time, stamp, held):
        """Fill in what belongs to this sending. The frame is then ready to be sealed."""
        put32(self.frame, TIME, time)
        put16(self.frame, STAMP, stamp)
        self.frame[HELD] = held

    def next_sequence(self):
        """Count one more sending."""
        put16(self.frame, _SEQUENCE, get16(self.frame, _SEQUENCE) + 1)

    def begin_epoch(self, epoch):
        """A new dealer starts to count."""
        self.frame[9] = epoch
        put16(self.frame, _SEQUENCE, 0)
