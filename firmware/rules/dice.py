"""Our own random numbers: CPython's, MicroPython's and a board's ``random`` give three different
sequences (device-facts.md, "Memory and language"), and a deal must be the same everywhere."""

_MASK = 0xFFFFFFFF


class Dice:
    """Marsaglia's 32-bit xorshift. ``seed`` is any whole number; its low 32 bits count.

    Numbers over 30 bits are allocated on a 32-bit VM, so this deals cards between rounds; in one there
    is ``Coin``.
    """

    def __init__(self, seed):
        self._word = (seed ^ 0x9E3779B9) & _MASK or 1
        # Neighbouring seeds start with neighbouring words; a few throws pull them apart.
        for _ in range(8):
            self._next()

    def _next(self):
        word = self._word
        word ^= (word << 13) & _MASK
        word ^= word >> 17
        word ^= (word << 5) & _MASK
        self._word = word
        return word

    def throw(self, sides):
        """A number from 0 to ``sides - 1``, every one as likely. ``sides`` is 1 to 65536."""
        limit = 0x10000 - 0x10000 % sides
        while True:
            # The high half: xorshift's low bits are its weakest.
            number = self._next() >> 16
            if number < limit:
                return number % sides

    def shuffle(self, cards):
        """Shuffle a bytearray or list in place (Fisher and Yates)."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.throw(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


class Coin:
    """Chance within a round: it decides between presses that can't be told apart, and what a computer does next. A
    16-bit xorshift never leaves small numbers, so that a throw allocates nothing on a board."""

    def __init__(self):
        self._word = 1

    def seed(self, number):
        """Start from any whole number; its low 32 bits count. The same number gives the same throws on every VM."""
        self._word = (number ^ number >> 16) & 0xFFFF or 1
        for _ in range(8):
            self.throw(2)

    def throw(self, sides):
        """0 to ``sides - 1``, for 1 to 300 sides."""
        word = self._word
        word ^= word << 7 & 0xFFFF
        word ^= word >> 9
        word ^= word << 8 & 0xFFFF
        self._word = word
        return (word >> 4) % sides
