"""The code that a table's dealer shows, and the key that is made from it. In memory between rounds only (spare.py).

The code is 5 presses of the D-pad, 1024 codes: a fence against neighbours and accidents, not against
somebody who records the air. The yes of the dealer's player is the other half (design.md, "Finding and
trusting each other").
"""

from ..rules.layout import SEATS
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


def make_roster(link):
    """A table's roster went with its lost dealer: nobody knows more of it than addresses, and the key. So ``link``, who
    deals on, finds out the code that the key was made from. 1024 digests: a fraction of a second, once in the life of
    an unlucky table."""
    roster = link.roster
    for number in range(4**CODE_LENGTH):
        if table_key(link.table_id, unpack_code(number)) == link.keys.key:
            roster.code = number
            link.code = unpack_code(number)
            break
    for seat in range(SEATS):
        if seat == link.seat:
            roster.set(seat, link.radio.mac, link.name or "?")
        elif roster.macs[seat] is not None:
            roster.set(seat, roster.macs[seat], "?")
