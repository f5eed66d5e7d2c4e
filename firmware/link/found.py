"""The tables in the room: what their dealers announce, and the list of those heard lately.

====  ==========================================================================
 0-10  the header (frames.py); open, so its seal is keyed with 0
 11    seats taken, or ``MEMBER`` if the sender is no dealer but answers one who asks for the table
 12    seats in all
 13    phase (rules/layout.py)
 14    name of the sender, 12 bytes. Where name and header lie never changes between versions
====  ==========================================================================
"""

from adafruit_ticks import ticks_diff

from ..rules.layout import LOBBY, SEATS
from . import frames
from .frames import HEADER, VERSION, get24
from .roster import NAME_BYTES, pack_name, unpack_name

MEMBER = 255
_SEATS_AT = 12
_PHASE = 13
_NAME = 14
ANNOUNCE_BYTES = _NAME + NAME_BYTES
STALE_MS = 4_000
MOST = 25  # tables in the list; a further one waits until one is stale


class FoundTable:
    """A table in the room: ``id``, ``name`` of its dealer, ``taken`` of ``seats``, ``same_version``,
    ``in_play`` (nobody can join), ``mac`` of the dealer."""

    def __init__(self, table_id, mac):
        self.id = table_id
        self.mac = mac
        self.name = ""
        self.taken = 0
        self.seats = SEATS
        self.same_version = True
        self.in_play = False
        self.heard_at = 0


def write_announcement(frame, table_id, epoch, seat, taken, phase, name):
    """Fill a frame of ``ANNOUNCE_BYTES``; without a name (None), the one that is there stays."""
    frames.start(frame, frames.ANNOUNCE, table_id, epoch, seat)
    frame[HEADER] = taken
    frame[_SEATS_AT] = SEATS
    frame[_PHASE] = phase
    if name is not None:
        frame[_NAME:ANNOUNCE_BYTES] = pack_name(name)
    frames.seal(frame, ANNOUNCE_BYTES, 0)


class Announcement:
    """A frame of our own that is sent twice a second: only another name makes it allocate."""

    def __init__(self):
        self.frame = bytearray(ANNOUNCE_BYTES)
        self._name = None

    def write(self, table_id, epoch, seat, taken, phase, name):
        """Fill ``frame``."""
        same = name == self._name
        self._name = name
        write_announcement(self.frame, table_id, epoch, seat, taken, phase, None if same else name)


class FoundTables:
    """``tables``: those heard within ``STALE_MS``, oldest acquaintance first."""

    def __init__(self):
        self.tables = []

    def clear(self):
        """Start to listen afresh."""
        self.tables = []

    def hear(self, mac, message, now):
        """An announcement came, of this protocol version or another."""
        if len(message) < ANNOUNCE_BYTES or message[HEADER] == MEMBER:
            return
        table_id = get24(message, 6)
        found = None
        for table in self.tables:
            if table.id == table_id:
                found = table
        if found is None:
            if len(self.tables) == MOST and not self._make_room(message):
                return
            found = FoundTable(table_id, mac)
            self.tables.append(found)
        found.mac = mac
        found.heard_at = now
        found.taken = message[HEADER]
        found.seats = message[_SEATS_AT]
        found.in_play = message[_PHASE] != LOBBY
        found.same_version = message[1] >> 4 == VERSION
        name = unpack_name(message[_NAME:ANNOUNCE_BYTES])
        if name != found.name:
            found.name = name

    def _make_room(self, message):
        """Of a full list, a table that can be joined takes the place of one that can't."""
        if message[1] >> 4 != VERSION:
            return False
        for at in range(len(self.tables)):
            if not self.tables[at].same_version:
                del self.tables[at]
                return True
        return False

    def forget_stale(self, now):
        """Drop the tables that have fallen silent."""
        for at in range(len(self.tables) - 1, -1, -1):
            if ticks_diff(now, self.tables[at].heard_at) > STALE_MS:
                del self.tables[at]
