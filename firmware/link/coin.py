"""The coin that decides between presses that can't be told apart. Seeded from the deal, favours no seat."""


class Coin:
    """A 16-bit xorshift: unlike rules/dice.py it never leaves small numbers, so a throw allocates nothing."""

    def __init__(self):
        self._word = 1

    def seed(self, number):
        """Start from a deal's seed: any whole number, its low 32 bits count."""
        self._word = (number ^ number >> 16) & 0xFFFF or 1
        for _ in range(8):
            self.throw(2)

    def throw(self, sides):
        """0 to ``sides - 1``, for 1 to 4 sides."""
        word = self._word
        word ^= word << 7 & 0xFFFF
        word ^= word >> 9
        word ^= word << 8 & 0xFFFF
        self._word = word
        return (word >> 2) % sides
