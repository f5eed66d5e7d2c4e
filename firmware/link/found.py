"""The list of tables heard lately (announcement.py). In memory only while somebody chooses one (spare.py)."""

from adafruit_ticks import ticks_diff

from ..rules.layout import LOBBY, SEATS
from .announcement import ANNOUNCE_BYTES, MEMBER, NAME_AT, PHASE_AT, SEATS_AT
from .frames import ANNOUNCE, HEADER, MAGIC, VERSION, get24
from .roster import unpack_name

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


class FoundTables:
    """``tables``: those heard within ``STALE_MS``, oldest acquaintance first."""

    def __init__(self):
        self.tables = []

    def hear(self, mac, message, now):
        """A frame came that may be an announcement, of this protocol version or another."""
        if len(message) < ANNOUNCE_BYTES or message[0] != MAGIC or message[1] & 15 != ANNOUNCE:
            return
        if message[HEADER] == MEMBER:
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
        found.seats = message[SEATS_AT]
        found.in_play = message[PHASE_AT] != LOBBY
        found.same_version = message[1] >> 4 == VERSION
        name = unpack_name(message[NAME_AT:ANNOUNCE_BYTES])
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

    def step(self, now):
        """Drop the tables that have fallen silent. Returns ms to wait."""
        for at in range(len(self.tables) - 1, -1, -1):
            if ticks_diff(now, self.tables[at].heard_at) > STALE_MS:
                del self.tables[at]
        return 1000
