"""Keys of a table, made from the one key that its members share (codes.py)."""

import hashlib

KEY_BYTES = 16
PROOF_BYTES = 4


def sha256(data):
    """32 bytes. Boards only have ``hashlib.new`` (device-facts.md), MicroPython only ``hashlib.sha256``."""
    if hasattr(hashlib, "new"):
        return hashlib.new("sha256", data).digest()
    return hashlib.sha256(data).digest()


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
