"""Who sits where: addresses and names. It changes only in the lobby and when a rematch begins.

====  ==========================================================================
 0-10  the header (frames.py), with the epoch of the dealer who wrote it
 11    version of the roster, 1 to 255, counted on by every dealer
 12    the table's code as a number, 2 bytes: any member can become the dealer and must show it
 14    18 bytes a seat: address (zeros: empty) and name
====  ==========================================================================
"""

from ..rules.layout import SEATS
from . import frames
from .frames import HEADER, get16, newer8, put16

NAME_BYTES = 12
MAC_BYTES = 6
_CODE = HEADER + 1
_FIRST = 14
_ENTRY = MAC_BYTES + NAME_BYTES
ROSTER_BYTES = _FIRST + SEATS * _ENTRY
_NO_MAC = bytes(MAC_BYTES)


def pack_name(name):
    """A name as ``NAME_BYTES`` bytes of UTF-8, cut between two letters if it is too long."""
    packed = name.encode()
    while len(packed) > NAME_BYTES:
        name = name[:-1]
        packed = name.encode()
    return packed + bytes(NAME_BYTES - len(packed))


def unpack_name(packed):
    """The name again, or "?" if the bytes are none."""
    end = 0
    while end < len(packed) and packed[end]:
        end += 1
    try:
        name = str(bytes(packed[:end]), "utf-8")
    except UnicodeError:
        return "?"
    for letter in name:
        if letter < " ":
            return "?"  # a line feed would make two lines of one on somebody's screen
    return name or "?"


class Roster:
    """``macs`` has each seat's address or None, ``names`` its name or "". ``epoch``: of the dealer who counts the
    versions."""

    def __init__(self):
        self.frame = bytearray(ROSTER_BYTES)
        self.names = [""] * SEATS
        self.clear()

    def clear(self):
        """Nobody."""
        self.macs = [None] * SEATS
        for seat in range(SEATS):
            self.names[seat] = ""
        self.version = 0
        self.epoch = 0
        self.code = 0
        self._is_written = False

    def seat_of(self, mac):
        """The seat of an address, or -1."""
        for seat in range(SEATS):
            if self.macs[seat] == mac:
                return seat
        return -1

    def set(self, seat, mac, name):
        """Somebody sits down; ``mac`` None: the seat becomes empty."""
        self.macs[seat] = mac
        self.names[seat] = name
        self.version = self.version + 1 & 255 or 1
        self._is_written = False

    def write(self, table_id, seat, secret):
        """Fill ``frame``, ready to be sent. It allocates, but only when something has changed."""
        frame = self.frame
        if self._is_written and frame[9] == self.epoch:
            return
        self._is_written = True
        frames.start(frame, frames.ROSTER, table_id, self.epoch, seat)
        frame[HEADER] = self.version
        put16(frame, _CODE, self.code)
        at = _FIRST
        for other in range(SEATS):
            frame[at : at + MAC_BYTES] = self.macs[other] or _NO_MAC
            frame[at + MAC_BYTES : at + _ENTRY] = pack_name(self.names[other])
            at += _ENTRY
        frames.seal(frame, ROSTER_BYTES, secret)

    def read(self, message):
        """Take over a received roster if it is newer: of a later dealer, or a later one of the same. Returns True if it
        was."""
        if len(message) != ROSTER_BYTES or not message[HEADER]:
            return False
        epochs = newer8(message[9], self.epoch)
        if self.version and (epochs < 0 or (epochs == 0 and newer8(message[HEADER], self.version) <= 0)):
            return False
        self._is_written = False
        self.macs = [None] * SEATS
        self.version = message[HEADER]
        self.epoch = message[9]
        self.code = get16(message, _CODE)
        at = _FIRST
        for seat in range(SEATS):
            mac = bytes(message[at : at + MAC_BYTES])
            self.macs[seat] = None if mac == _NO_MAC else mac
            self.names[seat] = unpack_name(message[at + MAC_BYTES : at + _ENTRY]) if self.macs[seat] else ""
            at += _ENTRY
        return True
