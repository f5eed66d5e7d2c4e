"""What every frame begins with, and the seal that tells our frames from all others.

A frame is at most ``LONGEST`` bytes, always an even number of them, and begins with

====  ==========================================================================
 0    ``MAGIC``
 1    protocol version in the high half, kind of frame in the low half
 2-5  seal: a digest of the rest, keyed with the table's secret (0 for open frames)
 6-8  table id
 9    epoch: how often the dealer has changed
 10   seat of the sender
====  ==========================================================================

The seal is no cryptography (ESP-NOW's encryption is): it catches what is damaged, cut short or foreign,
also where a chip should let an unencrypted frame with a member's address pass.
"""

from array import array
from struct import pack_into

MAGIC = 0x4A
VERSION = 1
LONGEST = 110
HEADER = 11

ANNOUNCE = 1  # open, broadcast: here is a table
KNOCK = 2  # open, broadcast: let me in
DOOR = 3  # open, broadcast: the answer to a knock
ROSTER = 4  # who sits where
SNAPSHOT = 5  # the whole table, from the dealer
WISHES = 6  # a player's unanswered wishes, to the dealer
SEEK = 7  # the newest snapshot a player knows, to all others while the dealer is silent
ASK = 8  # sealed, broadcast: I sit at this table and have lost you
NO_SEAT = 9  # sealed, broadcast: the answer to an ASK of somebody whose seat is gone

# One scratch for all: reading two bytes at a time halves the cost of a seal, about 55 steps a snapshot.
_words = array("H", [0] * (LONGEST // 2))
_FILL = "%ds" % LONGEST


def put16(frame, at, number):
    """Write the low 16 bits of a number, low byte first."""
    pack_into("<H", frame, at, number & 0xFFFF)


def get16(frame, at):
    """Read 0 to 65535."""
    return frame[at] | frame[at + 1] << 8


def put24(frame, at, number):
    """Write the low 24 bits of a number, low byte first."""
    frame[at] = number & 255
    frame[at + 1] = number >> 8 & 255
    frame[at + 2] = number >> 16 & 255


def get24(frame, at):
    """Read 0 to 2**24 - 1."""
    return frame[at] | frame[at + 1] << 8 | frame[at + 2] << 16


def put32(frame, at, number):
    """Write 0 to 2**30 - 1 (what a 32-bit VM holds without allocating), low byte first."""
    pack_into("<I", frame, at, number)


def get32(frame, at):
    """Read what ``put32`` wrote. A stranger's bytes may be larger and then allocate: only for sealed frames."""
    return get24(frame, at) | frame[at + 3] << 24


def newer16(a, b):
    """How much newer sequence number ``a`` is than ``b``: -32768 to 32767."""
    return (a - b + 32768 & 65535) - 32768


def newer8(a, b):
    """How much newer the small number ``a`` is than ``b``: -128 to 127."""
    return (a - b + 128 & 255) - 128


def start(frame, kind, table_id, epoch, seat):
    """Write the header of a frame, all but its seal."""
    frame[0] = MAGIC
    frame[1] = VERSION << 4 | kind
    put24(frame, 6, table_id)
    frame[9] = epoch
    frame[10] = seat


def seal(frame, length, secret):
    """Seal the first ``length`` bytes (even, ``HEADER`` to ``LONGEST``) with a secret of up to 25 bits."""
    put32(frame, 2, _digest(frame, length, secret))


def is_sealed(frame, secret):
    """True if a received frame is whole and was sealed with this secret. Never raises."""
    length = len(frame)
    if length < HEADER or length > LONGEST or length & 1:
        return False
    digest = _digest(frame, length, secret)
    # In two halves: a stranger's four bytes need not fit the small integer of a 32-bit VM.
    return get24(frame, 2) == digest & 0xFFFFFF and frame[5] == digest >> 24


def kind_of(frame):
    """The kind of a received frame of this protocol version, or 0 for anything else."""
    if len(frame) < HEADER or frame[0] != MAGIC or frame[1] >> 4 != VERSION:
        return 0
    return frame[1] & 15


def _digest(frame, length, secret):
    # A multiplicative hash whose every step stays below 2**30, so that it allocates nothing.
    pack_into(_FILL, _words, 0, frame)
    words = _words
    digest = secret ^ length << 8 ^ frame[1]
    for at in range(3, length >> 1):
        digest = (digest * 31 + words[at]) & 0x1FFFFFF
    return digest
