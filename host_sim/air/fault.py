"""What a fault is: named, scoped in time, with its values taken from text. The faults of the air are in faults.py,
those of a handheld in ``host_sim/world/handheld_faults.py``."""

import re

NEVER = 1 << 60
ANY = "*"
SECOND_US = 1_000_000


class Complaint(ValueError):
    """A fault that can't be understood, as a sentence for the player."""


class Fault:
    """What all faults have: ``text`` as written, ``since_us`` and ``until_us``, world time."""

    name = ""
    is_once = False  # happens at a moment, has no end

    def __init__(self, values):
        self.text = ""
        self.since_us = 0
        self.until_us = NEVER
        self.take(*values)

    def take(self, *values):
        """Take the values as text. Raises ValueError, TypeError or Complaint for wrong ones."""

    @property
    def ends_us(self):
        """When the last of it is over."""
        return self.since_us if self.is_once else self.until_us

    def begin(self, world):
        """Plan it in a world."""
        world.at(self.since_us, self._start, world)
        if not self.is_once and self.until_us < NEVER:
            world.at(self.until_us, self._stop, world)

    def _start(self, world):
        world.count(self.name)
        world.note("fault begins: " + self.text)
        self.start(world)

    def _stop(self, world):
        world.note("fault ends: " + self.text)
        self.stop(world)

    def start(self, world):
        """It begins."""

    def stop(self, world):
        """It ends."""


def read_who(text):
    """(from, to) numbers, or None for everybody; and whether it holds both ways."""
    if text == ANY:
        return None, None, True
    match = re.fullmatch(r"(\d)(?:(<?>)(\d))?", text)
    if match is None:
        raise Complaint("%r is no handheld (2), way (0>1), pair (0<>1) or *" % text)
    first, arrow, second = match.groups()
    return int(first), None if second is None else int(second), arrow != ">"


def read_probability(text):
    value = float(text)
    if not 0 <= value <= 1:
        raise Complaint("a probability must be 0 to 1, not %s" % text)
    return value


def read_two(text):
    first, second = text.split("/")
    return float(first), float(second)


def one_handheld(text):
    """The number of a handheld, or None for all."""
    one, other, _ = read_who(text)
    if other is not None:
        raise Complaint("%r must be one handheld" % text)
    return one
