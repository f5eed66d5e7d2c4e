"""Keys of a table, made from its id and the code that its dealer's screen shows.

The code is 5 presses of the D-pad, 1024 codes: a fence against neighbours and accidents, not against
somebody who records the air. The yes of the dealer's player is the other half (design.md, "Finding and
trusting each other").
"""

import hashlib

CODE_LENGTH = 5
KEY_BYTES = 16
PROOF_BYTES = 4


def sha256(data):
    """32 bytes. Boards only have ``hashlib.new`` (device-facts.md), MicroPython only ``hashlib.sha256``."""
    if hasattr(hashlib, "new"):
        return hashlib.new("sha256", data).digest()
    return hashlib.sha256(data).digest()


def pack_code(code):
    """A code, 5 numbers from 0 to 3, as one number from 0 to 1023."""
    number = 0
    for press in code:
        number = number << 2 | press
    return number


def unpack_code(number):
    """The 5 presses of a code's number."""
    return bytes([number >> 2 * (CODE_LENGTH - 1 - at) & 3 for at in range(CODE_LENGTH)])


def table_key(table_id, code):
    """The 16 bytes that everything else follows from. ``table_id`` has 24 bits, so two tables in a room
    that happen to show the same code still have different keys."""
    return sha256(b"James Bond" + table_id.to_bytes(3, "little") + pack_code(code).to_bytes(2, "little"))[:KEY_BYTES]


def find_code(table_id, key):
    """The number of the code that a table's key was made from, for a handheld that has nothing but the key; 0 if
    there is none. 1024 digests: a fraction of a second, once in the life of an unlucky table."""
    for number in range(4**CODE_LENGTH):
        if table_key(table_id, unpack_code(number)) == key:
            return number
    return 0


class Keys:
    """``pmk`` and ``lmk`` for ESP-NOW, ``secret`` for the seal of our frames."""

    def __init__(self, key):
        self.key = key
        self.pmk = sha256(b"pmk" + key)[:16]
        self.secret = int.from_bytes(sha256(b"seal" + key)[:3], "little")

    def lmk(self, mac, other_mac):
        """The key of a pair of handhelds, the same from both ends."""
        low = min(mac, other_mac)
        high = max(mac, other_mac)
        return sha256(b"lmk" + self.key + low + high)[:16]

    def proof(self, mac):
        """What a handheld shows at the door to prove that its player knows the code."""
        return sha256(b"knock" + self.key + mac)[:PROOF_BYTES]
