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

from ..rules.layout import LOBBY
from . import frames
from .frames import HEADER
from .keys import PROOF_BYTES
from .roster import MAC_BYTES, NAME_BYTES

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


class Door:
    """The dealer's side. ``knocker`` is the name of whoever waits for the yes, or "", ``mac`` the address or None."""

    def __init__(self, link):
        self._link = link
        self._wrong_at = None
        self._frame = bytearray(DOOR_BYTES)
        self.refused_at = self.heard_at = 0
        self.clear()

    def clear(self):
        """Nobody waits."""
        self._forget_knocker()
        self.refused_mac = None
        self._wrong_at = None

    def hear(self, mac, message, now):
        """Somebody knocks at our table."""
        link = self._link
        table = link.table
        if len(message) != KNOCK_BYTES:
            return
        if self._wrong_at is not None and ticks_diff(now, self._wrong_at) < _AFTER_WRONG_CODE:
            return
        mac = bytes(mac)
        seat = link.roster.seat_of(mac)
        if bytes(message[HEADER : HEADER + PROOF_BYTES]) != link.keys.proof(mac):
            answer = WRONG_CODE
            self._wrong_at = now
        elif seat >= 0 and table.is_seated(seat):
            answer = WELCOME  # our yes got lost, or it came back without its ticket
        elif table.phase != LOBBY:
            answer = CLOSED
            if mac == self.mac:
                self._forget_knocker()
        else:
            from .lobby import receive

            answer = receive(self, table, mac, message, now)
        self._answer(answer, mac, max(seat, 0))

    def forget_gone(self, now):
        """Whoever stopped knocking waits no longer."""
        if self.mac is not None and ticks_diff(now, self.heard_at) > _FORGET_KNOCKER:
            self._forget_knocker()

    def reply(self, answer, seat=0):
        """Whoever waits is let in or not, and waits no longer."""
        if self.mac is not None:
            self._answer(answer, self.mac, seat)
            self._forget_knocker()

    def turn_away(self, now):
        """The dealer's player says no to whoever waits."""
        self.refused_mac = self.mac
        self.refused_at = now
        self.reply(TURNED_AWAY)

    def _forget_knocker(self):
        self.knocker = ""
        self.mac = None

    def _answer(self, answer, mac, seat):
        frame = self._frame
        frame[HEADER] = answer
        frame[DOOR_MAC : DOOR_MAC + MAC_BYTES] = mac
        frame[DOOR_SEAT] = seat
        self._link.seal(frame, frames.DOOR, DOOR_BYTES)
        self._link.radio.broadcast(frame)
