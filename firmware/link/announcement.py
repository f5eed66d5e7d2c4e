"""What a dealer tells the room about its table.

====  ==========================================================================
 0-10  the header (frames.py); open, so its seal is keyed with 0
 11    seats taken, or ``MEMBER`` if the sender is no dealer but answers one who asks for the table
 12    seats in all
 13    phase (rules/layout.py)
 14    name of the sender, 12 bytes. Where name and header lie never changes between versions
====  ==========================================================================
"""

from ..rules.layout import SEATS
from . import frames
from .frames import HEADER
from .roster import NAME_BYTES, pack_name

MEMBER = 255
SEATS_AT = 12
PHASE_AT = 13
NAME_AT = 14
ANNOUNCE_BYTES = NAME_AT + NAME_BYTES


def write_announcement(frame, table_id, epoch, seat, taken, phase, name):
    """Fill a frame of ``ANNOUNCE_BYTES``. Without a name (None), the one that is there stays, and nothing is
    allocated."""
    frames.start(frame, frames.ANNOUNCE, table_id, epoch, seat)
    frame[HEADER] = taken
    frame[SEATS_AT] = SEATS
    frame[PHASE_AT] = phase
    if name is not None:
        frame[NAME_AT:ANNOUNCE_BYTES] = pack_name(name)
    frames.seal(frame, ANNOUNCE_BYTES, 0)
