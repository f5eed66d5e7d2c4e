"""The faults of the air as rules of the ether: what becomes of a frame on its way (``Ether.add``)."""

import random

from host_sim.air.ether import Rule
from host_sim.air.fault import ANY, SECOND_US, Fault, one_handheld, read_probability, read_two, read_who


class OnAir(Fault, Rule):
    """A rule of the ether. ``sees`` says whether it is about a frame on its way to a handheld."""

    who = (None, None, True)

    def start(self, world):
        """Into the ether's rules."""
        self.take_chance(world.seed)
        world.ether.add(self)

    def take_chance(self, seed):
        """Chance of its own, the same for the same seed."""
        self._chance = random.Random("%r %s" % (seed, self.text)).random

    def stop(self, world):
        """And out again."""
        world.ether.remove(self)

    def sees(self, frame, number):
        """True for a frame on one of the ways this fault is about, not for the driver's own answer."""
        source = frame.source
        if source == number:
            return False
        one, other, both = self.who
        if one is None:
            return True
        if other is None:
            return source == one or number == one
        return (source == one and number == other) or (both and source == other and number == one)


class Loss(OnAir):
    """Frames get lost, each by itself."""

    name = "loss"

    def take(self, chance, who=ANY):
        """P and WHO."""
        self.chance = read_probability(chance)
        self.who = read_who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Lost, or no opinion."""
        return () if self.sees(frame, number) and self._chance() < self.chance else None


class Burst(OnAir):
    """Everything is lost for a while, then nothing is."""

    name = "burst"

    def take(self, spans, who=ANY):
        """ON/OFF in ms, and WHO."""
        self.on, self.off = read_two(spans)
        self.who = read_who(who)
        self._is_on = {}
        self._turns = {}

    def judge(self, ether, frame, number, sent_us, at_us):
        """Lost within a burst. Each way has its own."""
        if not self.sees(frame, number):
            return None
        way = frame.source * 16 + number
        turns = self._turns.get(way, 0)
        while sent_us >= turns:
            is_on = self._is_on[way] = not self._is_on.get(way, True)
            turns = (
                max(turns, sent_us - SECOND_US) + 500 + int((self.on if is_on else self.off) * 2000 * self._chance())
            )
            self._turns[way] = turns
        return () if self._is_on[way] else None


class Delay(OnAir):
    """Frames come later, all by the same time."""

    name = "delay"

    def take(self, ms, who=ANY):
        """MS and WHO."""
        self.us = int(float(ms) * 1000)
        self.who = read_who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Later."""
        return (at_us + self.us,) if self.sees(frame, number) else None


class Jitter(OnAir):
    """Frames come later, each by another time, but in order."""

    name = "jitter"

    def take(self, ms, who=ANY):
        """MS and WHO."""
        self.us = float(ms) * 1000
        self.who = read_who(who)
        self._last = {}

    def judge(self, ether, frame, number, sent_us, at_us):
        """Later, but not before the one before."""
        if not self.sees(frame, number):
            return None
        way = frame.source * 16 + number
        at = max(at_us + int(self._chance() * self.us), self._last.get(way, 0) + 1)
        self._last[way] = at
        return (at,)


class Duplicate(OnAir):
    """Frames come twice."""

    name = "dup"

    def take(self, chance, who=ANY):
        """P and WHO."""
        self.chance = read_probability(chance)
        self.who = read_who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Now and again a little later."""
        if self.sees(frame, number) and self._chance() < self.chance:
            return (at_us, at_us + 300 + int(self._chance() * 30_000))
        return None


class Reorder(OnAir):
    """Some frames are overtaken by others."""

    name = "reorder"

    def take(self, how, who=ANY):
        """P/MS and WHO."""
        chance, ms = how.split("/")
        self.chance = read_probability(chance)
        self.us = float(ms) * 1000
        self.who = read_who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Much later."""
        if self.sees(frame, number) and self._chance() < self.chance:
            return (at_us + int(self._chance() * self.us),)
        return None


class Partition(OnAir):
    """Nothing gets through."""

    name = "partition"

    def take(self, who):
        """WHO: one way, a pair, or a handheld that is cut off."""
        self.who = read_who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Lost."""
        return () if self.sees(frame, number) else None


class Deaf(OnAir):
    """A receiver that sleeps for stretches (field case F10)."""

    name = "deaf"

    def take(self, who, spans="300/1000"):
        """WHO and OFF/PERIOD in ms."""
        self.number = one_handheld(who)
        self.off, self.period = (int(span * 1000) for span in read_two(spans))

    def judge(self, ether, frame, number, sent_us, at_us):
        """Lost while it sleeps."""
        if frame.source == number or (self.number is not None and number != self.number):
            return None
        return () if (at_us + number * 137_000) % self.period < self.off else None
