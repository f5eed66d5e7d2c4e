"""What a world does sooner than the firmware would, with the same result: a test compares them."""

from operator import mul

from firmware.link import frames

_MASK = 0x1FFFFFF
_POWERS = {}


def digest(frame, length, secret):
    """``frames._digest``: sums and products modulo 2**25, of which the remainder may as well be taken at the end."""
    words = memoryview(frame)[6:length].cast("H")
    count = len(words)
    powers = _POWERS.get(count)
    if powers is None:
        powers = [pow(31, count - 1 - at, _MASK + 1) for at in range(count)]
        powers.append(pow(31, count, _MASK + 1))
        _POWERS[count] = powers
    return (sum(map(mul, words, powers)) + (secret ^ length << 8 ^ frame[1]) * powers[count]) & _MASK


slow_digest = frames._digest


def install():
    """From now on, in this process."""
    frames._digest = digest
