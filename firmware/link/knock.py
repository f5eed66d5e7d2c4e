"""Our knocking at somebody's table, as the frames in door.py say. In memory only while it lasts (spare.py)."""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.layout import SEATS
from . import frames
from .codes import table_key
from .door import (
    DOOR_BYTES,
    DOOR_MAC,
    DOOR_SEAT,
    KNOCK_BYTES,
    KNOCK_NAME,
    NO_ANSWER,
    NONE,
    OTHER_VERSION,
    WAIT,
    WELCOME,
)
from .frames import HEADER, get24
from .keys import PROOF_BYTES, Keys
from .roster import MAC_BYTES, pack_name

_KNOCK_EVERY = 250
_PATIENCE = 30_000  # a dealer's player may take this long to say yes
_NOBODY_THERE = 4_000


class Knock:
    """Our knocking at somebody's table. In the end the ``link`` sits there, or tells why not in ``refusal``."""

    def __init__(self, link, found, code, now):
        self._link = link
        self._table_id = found.id
        self._keys = Keys(table_key(found.id, code))
        self._answer = NONE
        self._seat = 0
        self._dealer_seat = 0
        self._dealer_mac = found.mac
        self._since = now
        self._next_at = now
        self._frame = bytearray(KNOCK_BYTES)
        frames.start(self._frame, frames.KNOCK, found.id, 0, 0)
        self._frame[HEADER : HEADER + PROOF_BYTES] = self._keys.proof(link.radio.mac)
        self._frame[KNOCK_NAME:KNOCK_BYTES] = pack_name(link.name or "?")
        frames.seal(self._frame, KNOCK_BYTES, 0)

    def hear(self, mac, message, now):
        """A frame came that may be a dealer's answer to us."""
        if len(message) != DOOR_BYTES or frames.kind_of(message) != frames.DOOR:
            return
        if get24(message, 6) != self._table_id or message[DOOR_MAC : DOOR_MAC + MAC_BYTES] != self._link.radio.mac:
            return
        if not message[DOOR_SEAT] < SEATS > message[10] or not WAIT <= message[HEADER] <= OTHER_VERSION:
            return
        self._answer = message[HEADER]
        self._seat = message[DOOR_SEAT]
        self._dealer_seat = message[10]
        self._dealer_mac = bytes(mac)

    def step(self, now):
        """Knock again when it is time, do what the answer says. Returns ms to wait."""
        link = self._link
        answer = self._answer
        waited = ticks_diff(now, self._since)
        if waited > _PATIENCE or (waited > _NOBODY_THERE and answer == NONE):
            answer = NO_ANSWER
        if answer > WELCOME:
            link.close(answer)
            return 1000
        left = ticks_diff(self._next_at, now)
        if left <= 0:
            link.radio.broadcast(self._frame)
            self._next_at = ticks_add(now, _KNOCK_EVERY)
            left = _KNOCK_EVERY
        if answer == WELCOME:
            link.sit_down(self._table_id, self._keys, self._seat)
            link.roster.macs[self._dealer_seat] = self._dealer_mac
            link.add_peers()
            return 0
        link.is_waiting = answer == WAIT
        return left
