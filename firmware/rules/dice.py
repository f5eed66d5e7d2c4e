"""Our own random numbers: CPython's, MicroPython's and a board's ``random`` give three different
sequences (device-facts.md, "Memory and language"), and a deal must be the same everywhere."""

from .coin import Coin  # noqa: F401  both can be had from here

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
