"""The door of a table: who may come in, by the code and the dealer's yes. Who waits for the yes is
known in lobby.py; the other side is in knock.py.

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

from adafruit_ticks import ticks_add, ticks_diff

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

_AFTER_WRONG_CODE = 300  # trying all 1024 codes takes five minutes of a screen that says so


def hear(link, mac, message, now):
    """Somebody knocks at our table. Who may come in is asked in the lobby only; a member always may."""
    table = link.table
    if len(message) != KNOCK_BYTES or ticks_diff(now, link.deaf_until) < 0:
        return
    mac = bytes(mac)
    seat = link.roster.seat_of(mac)
    if bytes(message[HEADER : HEADER + PROOF_BYTES]) != link.keys.proof(mac):
        said = WRONG_CODE
        link.deaf_until = ticks_add(now, _AFTER_WRONG_CODE)
    elif seat >= 0 and table.is_seated(seat):
        said = WELCOME  # our yes got lost, or it came back without its ticket
    elif table.phase != LOBBY:
        said = CLOSED
    else:
        said = link.lobby().receive(mac, message, now)
    answer(link, said, mac, max(seat, 0))


def answer(link, said, mac, seat):
    """The dealer answers a knock of ``mac``; ``seat`` is of interest if it is welcome."""
    frame = bytearray(DOOR_BYTES)
    frame[HEADER] = said
    frame[DOOR_MAC : DOOR_MAC + MAC_BYTES] = mac
    frame[DOOR_SEAT] = seat
    link.seal(frame, frames.DOOR, DOOR_BYTES)
    link.radio.broadcast(frame)
