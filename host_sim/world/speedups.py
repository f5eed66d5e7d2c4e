"""What a world does sooner than the firmware and its libraries would, with the same result: a test compares them."""

import sys
from operator import mul

import adafruit_ticks

from firmware.link import frames

_MASK = 0x1FFFFFF
_POWERS = {}
_known = {}  # digests of the frames that are on the air
_KNOWN_MOST = 64

slow_digest = frames._digest
slow_ticks_diff = adafruit_ticks.ticks_diff


def ticks_diff(ticks1, ticks2):
    """``adafruit_ticks.ticks_diff`` in one expression: 0.11 instead of 0.16 us, and a step asks 14 times."""
    return ((ticks1 - ticks2 + 0x10000000) & 0x1FFFFFFF) - 0x10000000


def digest(frame, length, secret):
    """``frames._digest``: 4 us for a snapshot where its sender seals it (a bytearray), 0.5 us where its receivers look
    at the seal (bytes). The same bytes give the same number, so it is remembered until some more have been sealed."""
    known = (bytes(frame[6:length]), frame[1], secret)
    number = _known.get(known) if type(frame) is bytes else None
    if number is None:
        number = _sum(frame, length, secret)
        if len(_known) >= _KNOWN_MOST:
            _known.clear()
        _known[known] = number
    return number


def _sum(frame, length, secret):
    """Sums and products modulo 2**25, of which the remainder may as well be taken at the end."""
    words = memoryview(frame)[6:length].cast("H")
    count = len(words)
    powers = _POWERS.get(count)
    if powers is None:
        powers = [pow(31, count - 1 - at, _MASK + 1) for at in range(count)]
        powers.append(pow(31, count, _MASK + 1))
        _POWERS[count] = powers
    return (sum(map(mul, words, powers)) + (secret ^ length << 8 ^ frame[1]) * powers[count]) & _MASK


def install():
    """From now on, in this process; also in the firmware's modules that are imported already."""
    frames._digest = digest
    adafruit_ticks.ticks_diff = ticks_diff
    for name, module in list(sys.modules.items()):
        if name.startswith("firmware.") and getattr(module, "ticks_diff", None) is slow_ticks_diff:
            module.ticks_diff = ticks_diff
