"""Our knocking at somebody's table, as the frames in door.py say. In memory only while it lasts (spare.py)."""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.layout import SEATS
from . import frames
from .codes import table_key
from .door import DOOR_BYTES, DOOR_MAC, DOOR_SEAT, KNOCK_BYTES, KNOCK_NAME, NO_ANSWER, NONE, OTHER_VERSION, WAIT
from .frames import HEADER, get24
from .keys import PROOF_BYTES, Keys
from .roster import MAC_BYTES, pack_name

_KNOCK_EVERY = 250
_PATIENCE = 30_000  # a dealer's player may take this long to say yes
_NOBODY_THERE = 4_000


class Knock:
    """Our knocking at somebody's table."""

    def __init__(self, radio, name, found, code, now):
        self.table_id = found.id
        self.keys = Keys(table_key(found.id, code))
        self.answer = NONE
        self.seat = 0
        self.dealer_seat = 0
        self.dealer_mac = found.mac
        self._radio = radio
        self._since = now
        self._next_at = now
        self._frame = bytearray(KNOCK_BYTES)
        frames.start(self._frame, frames.KNOCK, found.id, 0, 0)
        self._frame[HEADER : HEADER + PROOF_BYTES] = self.keys.proof(radio.mac)
        self._frame[KNOCK_NAME:KNOCK_BYTES] = pack_name(name)
        frames.seal(self._frame, KNOCK_BYTES, 0)

    def hear(self, mac, message):
        """A dealer's answer came; if it is for us, ``answer`` says what it was."""
        if len(message) != DOOR_BYTES or get24(message, 6) != self.table_id:
            return
        if message[DOOR_MAC : DOOR_MAC + MAC_BYTES] != self._radio.mac or not message[DOOR_SEAT] < SEATS > message[10]:
            return
        if not WAIT <= message[HEADER] <= OTHER_VERSION:
            return
        self.answer = message[HEADER]
        self.seat = message[DOOR_SEAT]
        self.dealer_seat = message[10]
        self.dealer_mac = bytes(mac)

    def step(self, now):
        """Knock again when it is time. Returns ms to wait; ``answer`` becomes ``NO_ANSWER`` in the end."""
        waited = ticks_diff(now, self._since)
        if waited > _PATIENCE or (waited > _NOBODY_THERE and self.answer == NONE):
            self.answer = NO_ANSWER
            return 0
        left = ticks_diff(self._next_at, now)
        if left <= 0:
            self._radio.broadcast(self._frame)
            self._next_at = ticks_add(now, _KNOCK_EVERY)
            left = _KNOCK_EVERY
        return left
