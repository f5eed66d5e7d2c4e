"""The code that a table's dealer shows, and the key that is made from it. In memory between rounds only (spare.py).

The code is 5 presses of the D-pad, 1024 codes: a fence against neighbours and accidents, not against
somebody who records the air. The yes of the dealer's player is the other half (design.md, "Finding and
trusting each other").
"""

from .keys import KEY_BYTES, sha256

CODE_LENGTH = 5


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
