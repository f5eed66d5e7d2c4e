"""Chance within a round. The same on every VM, as dice.py's between rounds."""


class Coin:
    """It decides between presses that can't be told apart, and what a computer does next. A
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
