"""The door of a table: who may come in, by the code and the dealer's yes. The other side is in knock.py.

A knock and its answer are open broadcasts, repeated until they are heard: nobody is anybody's peer yet.

===== ==================================  ===== ==================================
knock                                     answer
===== ==================================  ===== ==================================
 0-10 header (frames.py)                   0-10 header, the seat is the dealer's
 11   proof that the code is known, 4      11   ``WELCOME``, ``WAIT`` or why not
 15   0                                    12   address of who knocked, 6
 16   name, 12                             18   the seat given
                                           19   0
===== ==================================  ===== ==================================
"""

from adafruit_ticks import ticks_diff

from ..rules.layout import ABSENT, LOBBY, SEATS
from . import frames
from .frames import HEADER
from .keys import PROOF_BYTES
from .roster import MAC_BYTES, NAME_BYTES, unpack_name

KNOCK_NAME = 16
KNOCK_BYTES = KNOCK_NAME + NAME_BYTES
DOOR_MAC = 12
DOOR_SEAT = 18
DOOR_BYTES = 20

# Answers of a dealer, and why the door stayed shut.
NONE = 0
WAIT = 1  # the dealer's player is being asked
WELCOME = 2
WRONG_CODE = 3
TURNED_AWAY = 4
FULL = 5
CLOSED = 6  # the round has begun, or the table is gone
OTHER_VERSION = 7
NO_ANSWER = 8

_FORGET_KNOCKER = 3_000
_AFTER_WRONG_CODE = 300  # trying all 1024 codes takes five minutes of a screen that says so
_REMEMBER_NO = 5_000


class Door:
    """The dealer's side. ``knocker`` is the name of whoever waits for the yes, or ""."""

    def __init__(self, radio):
        self.knocker = ""
        self._radio = radio
        self._mac = None
        self._heard_at = 0
        self._refused_mac = None
        self._refused_at = 0
        self._wrong_at = None
        self._frame = bytearray(DOOR_BYTES)

    def clear(self):
        """Nobody waits."""
        self._forget_knocker()
        self._refused_mac = None
        self._wrong_at = None

    def hear(self, mac, message, table_id, epoch, dealer_seat, keys, roster, table, now):
        """Somebody knocks at our table."""
        if len(message) != KNOCK_BYTES:
            return
        if self._wrong_at is not None and ticks_diff(now, self._wrong_at) < _AFTER_WRONG_CODE:
            return
        mac = bytes(mac)
        seat = roster.seat_of(mac)
        answer = WAIT
        if bytes(message[HEADER : HEADER + PROOF_BYTES]) != keys.proof(mac):
            answer = WRONG_CODE
            self._wrong_at = now
        elif seat >= 0 and table.is_seated(seat):
            answer = WELCOME  # our yes got lost, or it came back without its ticket
        elif table.phase != LOBBY:
            answer = CLOSED
            if mac == self._mac:
                self._forget_knocker()
        elif free_seat(table) < 0:
            answer = FULL
        elif mac == self._refused_mac and ticks_diff(now, self._refused_at) < _REMEMBER_NO:
            answer = TURNED_AWAY
        elif self._mac is None or mac == self._mac:
            self._mac = mac
            self._heard_at = now
            name = unpack_name(message[KNOCK_NAME:KNOCK_BYTES])
            if name != self.knocker:
                self.knocker = name
        self._answer(answer, mac, max(seat, 0), table_id, epoch, dealer_seat)

    def forget_gone(self, now):
        """Whoever stopped knocking waits no longer."""
        if self._mac is not None and ticks_diff(now, self._heard_at) > _FORGET_KNOCKER:
            self._forget_knocker()

    def let_in(self, table_id, epoch, dealer_seat, roster, table):
        """Yes. Returns the seat given, or -1 if nobody waits any more or no seat is free."""
        mac = self._mac
        seat = free_seat(table)
        if mac is None or seat < 0:
            return -1
        if table.phase != LOBBY:
            # The cards are dealt: a seat without piles would be no seat.
            self._answer(CLOSED, mac, 0, table_id, epoch, dealer_seat)
            self._forget_knocker()
            return -1
        roster.set(seat, mac, self.knocker)
        table.sit(seat)
        self._answer(WELCOME, mac, seat, table_id, epoch, dealer_seat)
        self._forget_knocker()
        return seat

    def turn_away(self, table_id, epoch, dealer_seat, now):
        """No."""
        if self._mac is None:
            return
        self._refused_mac = self._mac
        self._refused_at = now
        self._answer(TURNED_AWAY, self._mac, 0, table_id, epoch, dealer_seat)
        self._forget_knocker()

    def _forget_knocker(self):
        self.knocker = ""
        self._mac = None

    def _answer(self, answer, mac, seat, table_id, epoch, dealer_seat):
        frame = self._frame
        frames.start(frame, frames.DOOR, table_id, epoch, dealer_seat)
        frame[HEADER] = answer
        frame[DOOR_MAC : DOOR_MAC + MAC_BYTES] = mac
        frame[DOOR_SEAT] = seat
        frames.seal(frame, DOOR_BYTES, 0)
        self._radio.broadcast(frame)


def free_seat(table):
    """The lowest empty seat, or -1."""
    for seat in range(SEATS):
        if table.standing(seat) == ABSENT:
            return seat
    return -1
