"""The faults of a world: one small rule a fault, named, scoped in time and to handhelds, and combinable.

Written on the command line as ``NAME=VALUES@FROM-TO``, several separated by commas. Values are separated by colons,
times are seconds; without ``-TO`` a fault lasts to the end (or happens once, at FROM), without ``@`` it is there from
the start. WHO is a handheld ``2``, a way ``0>1``, a pair ``0<>1``, or ``*`` for everybody, which is also meant when it
is left out:

======================== =========================================================================================
``loss=P:WHO``           each frame is lost with probability P (0 to 1)
``burst=ON/OFF:WHO``     everything is lost for about ON ms, then nothing for about OFF ms
``delay=MS:WHO``         each frame comes MS later
``jitter=MS:WHO``        each frame comes up to MS later, in order
``dup=P:WHO``            a frame comes twice
``reorder=P/MS:WHO``     a frame is overtaken by those of the next MS
``partition=WHO``        nothing gets through; a single handheld is cut off from all others
``deaf=WHO:OFF/PERIOD``  hears nothing for OFF ms in each PERIOD ms
``flood=WHO:N``          N foreign frames at once: the receive ring is full
``nomemory=WHO``         the radio's driver is out of memory: a send waits 2 s, then raises
``frozen=WHO``           the radio's counters never move
``badradio=WHO``         the radio won't open
``strangers=N``          N other tables in the room, some full, some of another version
``foreign=RATE``         RATE frames a second of other games
``hostile=RATE``         RATE frames a second: random, truncated, with a flipped bit, replayed
``long=RATE``            RATE frames a second of over 250 bytes
``reboot=WHO:MS``        a reset, MS ms without running besides the boot
``powercut=WHO:MS``      the battery is out for MS ms
``cutwrite=WHO:N``       the power goes in the Nth step of the next writes to nvm or drive
``pause=WHO:MS``         the loop stands still for MS ms, 250 if left out
``drift=WHO:PPM``        the clock runs fast by PPM millionths
``wrap=WHO:S``           the ticks wrap S seconds after power-on
``hold=WHO:KEY:MS``      a key, 0-6, is held down for MS ms, whatever the player does
``lostrelease=WHO``      keys that come up aren't noticed
``leave=WHO``            the player leaves the table for good
======================== =========================================================================================

The first rule on the air that has a verdict decides; it is removed when its scope ends.
"""

import random
import re

from host_sim import ether
from host_sim.device import KEY_COUNT
from host_sim.world.fault_sets import SETS, draw
from host_sim.world.strangers import Flood, Foreign, Hostile, OverLong, Strangers

__all__ = ("FAULTS", "NEVER", "SETS", "Complaint", "Fault", "draw", "parse")

NEVER = 1 << 60
ANY = "*"
_SECOND = 1_000_000


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


def _who(text):
    """(from, to) numbers, or None for everybody; and whether it holds both ways."""
    if text == ANY:
        return None, None, True
    match = re.fullmatch(r"(\d)(?:(<?>)(\d))?", text)
    if match is None:
        raise Complaint("%r is no handheld (2), way (0>1), pair (0<>1) or *" % text)
    first, arrow, second = match.groups()
    return int(first), None if second is None else int(second), arrow != ">"


def _probability(text):
    value = float(text)
    if not 0 <= value <= 1:
        raise Complaint("a probability must be 0 to 1, not %s" % text)
    return value


def _two(text):
    first, second = text.split("/")
    return float(first), float(second)


# --- on the air ---


class OnAir(Fault, ether.Rule):
    """A rule of the ether. ``sees`` says whether it is about a frame on its way to a handheld."""

    who = (None, None, True)

    def start(self, world):
        """Into the ether's rules."""
        self._chance = random.Random("%r %s" % (world.seed, self.text)).random
        world.ether.add(self)

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
        self.chance = _probability(chance)
        self.who = _who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Lost, or no opinion."""
        return () if self.sees(frame, number) and self._chance() < self.chance else None


class Burst(OnAir):
    """Everything is lost for a while, then nothing is."""

    name = "burst"

    def take(self, spans, who=ANY):
        """ON/OFF in ms, and WHO."""
        self.on, self.off = _two(spans)
        self.who = _who(who)
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
            turns = max(turns, sent_us - _SECOND) + 500 + int((self.on if is_on else self.off) * 2000 * self._chance())
            self._turns[way] = turns
        return () if self._is_on[way] else None


class Delay(OnAir):
    """Frames come later, all by the same time."""

    name = "delay"

    def take(self, ms, who=ANY):
        """MS and WHO."""
        self.us = int(float(ms) * 1000)
        self.who = _who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Later."""
        return (at_us + self.us,) if self.sees(frame, number) else None


class Jitter(OnAir):
    """Frames come later, each by another time, but in order."""

    name = "jitter"

    def take(self, ms, who=ANY):
        """MS and WHO."""
        self.us = float(ms) * 1000
        self.who = _who(who)
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
        self.chance = _probability(chance)
        self.who = _who(who)

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
        self.chance = _probability(chance)
        self.us = float(ms) * 1000
        self.who = _who(who)

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
        self.who = _who(who)

    def judge(self, ether, frame, number, sent_us, at_us):
        """Lost."""
        return () if self.sees(frame, number) else None


class Deaf(OnAir):
    """A receiver that sleeps for stretches (field case F10)."""

    name = "deaf"

    def take(self, who, spans="300/1000"):
        """WHO and OFF/PERIOD in ms."""
        self.number = _one(who)
        self.off, self.period = (int(span * 1000) for span in _two(spans))

    def judge(self, ether, frame, number, sent_us, at_us):
        """Lost while it sleeps."""
        if frame.source == number or (self.number is not None and number != self.number):
            return None
        return () if (at_us + number * 137_000) % self.period < self.off else None


# --- to a handheld ---


def _one(text):
    """The number of a handheld, or None for all."""
    one, other, _ = _who(text)
    if other is not None:
        raise Complaint("%r must be one handheld" % text)
    return one


class ToHandheld(Fault):
    """A fault of one handheld, or of each."""

    def take(self, who=ANY):
        """WHO."""
        self.number = _one(who)

    def each(self, world):
        """The players it is about."""
        if self.number is None:
            return world.players
        if self.number >= len(world.players):
            return []
        return [world.players[self.number]]


class NoMemory(ToHandheld):
    """The driver is out of memory."""

    name = "nomemory"

    def start(self, world):
        """Sends wait from now on."""
        for player in self.each(world):
            player.memory_full_until_us = self.until_us
            player.device.air.memory_full = True


class Frozen(ToHandheld):
    """The radio's counters never move (field case F12)."""

    name = "frozen"

    def start(self, world):
        """They stop."""
        for player in self.each(world):
            player.device.air.counters_frozen = True

    def stop(self, world):
        """They move again."""
        for player in self.each(world):
            player.device.air.counters_frozen = False


class BadRadio(ToHandheld):
    """The radio's constructor raises (field case F9)."""

    name = "badradio"

    def start(self, world):
        """From now on, at each attempt."""
        for player in self.each(world):
            player.device.air.broken = 0x306A

    def stop(self, world):
        """It opens again."""
        for player in self.each(world):
            player.device.air.broken = None


class Reboot(ToHandheld):
    """A reset; memory that survives one does."""

    name = "reboot"
    is_once = True

    def take(self, who, ms="0"):
        """WHO and MS."""
        self.number = _one(who)
        self.off_us = int(float(ms) * 1000)

    @property
    def ends_us(self):
        """When it runs again, about."""
        return self.since_us + self.off_us + _SECOND

    def start(self, world):
        """Now."""
        for player in self.each(world):
            world.reboot(player.number, self.off_us)


class PowerCutAt(Reboot):
    """The battery falls out and comes back."""

    name = "powercut"

    def start(self, world):
        """Now."""
        for player in self.each(world):
            world.reboot(player.number, self.off_us, keeps_power=False)


class CutWrite(ToHandheld):
    """The power goes in the middle of a write, whenever the next one comes."""

    name = "cutwrite"

    def take(self, who, steps="1"):
        """WHO, and at which step of writing, from 1 on."""
        self.number = _one(who)
        self.steps = int(steps)

    def start(self, world):
        """Armed until the scope ends."""
        for player in self.each(world):
            player.device.cut_in_steps = self.steps

    def stop(self, world):
        """No longer."""
        for player in self.each(world):
            player.device.cut_in_steps = 0


class Pause(ToHandheld):
    """The loop stands still (device-facts.md: a garbage collection takes 70-220 ms)."""

    name = "pause"
    is_once = True

    def take(self, who, ms="250"):
        """WHO and MS."""
        self.number = _one(who)
        self.us = int(float(ms) * 1000)

    def start(self, world):
        """Now."""
        for player in self.each(world):
            world.hold_up(player.number, self.us)


class Drift(ToHandheld):
    """A clock that runs fast or slow."""

    name = "drift"
    is_once = True

    def take(self, who, ppm):
        """WHO and PPM."""
        self.number = _one(who)
        self.ppm = int(ppm)

    def begin(self, world):
        """Before anything is switched on: a crystal doesn't change its mind."""
        world.count(self.name)
        for player in self.each(world):
            player.rate = 1_000_000 + self.ppm


class Wrap(ToHandheld):
    """The ticks wrap soon after power-on."""

    name = "wrap"
    is_once = True

    def take(self, who, seconds):
        """WHO and S."""
        self.number = _one(who)
        self.ms = int(float(seconds) * 1000)

    def begin(self, world):
        """Before anything is switched on."""
        world.count(self.name)
        for player in self.each(world):
            player.device.ticks_start_ms = (1 << 29) - self.ms & (1 << 29) - 1


class Hold(ToHandheld):
    """A key is held down."""

    name = "hold"
    is_once = True

    def take(self, who, key, ms="2000"):
        """WHO, KEY and MS."""
        self.number = _one(who)
        self.key = int(key)
        if not 0 <= self.key < KEY_COUNT:
            raise Complaint("a key is 0 to 6, not %s" % key)
        self.us = int(float(ms) * 1000)

    @property
    def ends_us(self):
        """When it comes up."""
        return self.since_us + self.us

    def start(self, world):
        """Down now, up later."""
        for player in self.each(world):
            world.press(player.number, self.key, True)
            world.press(player.number, self.key, False, world.now_us + self.us)


class LostRelease(ToHandheld):
    """Keys that come up aren't noticed, as if the queue had been full."""

    name = "lostrelease"

    def start(self, world):
        """From now on."""
        for player in self.each(world):
            player.swallow_releases = True

    def stop(self, world):
        """They are noticed again, all at once."""
        for player in self.each(world):
            player.swallow_releases = False
            for key in range(KEY_COUNT):
                world.press(player.number, key, False)


class Leave(ToHandheld):
    """The player leaves for good."""

    name = "leave"
    is_once = True

    def start(self, world):
        """Now, by the menu's act; then nobody plays this handheld any more."""
        for player in self.each(world):
            if player.handheld is not None:
                world.outside(player.number).leave(player.device.ticks_ms)
                world.dismiss(player.number)


FAULTS = {
    fault.name: fault
    for fault in (
        Loss,
        Burst,
        Delay,
        Jitter,
        Duplicate,
        Reorder,
        Partition,
        Deaf,
        NoMemory,
        Frozen,
        BadRadio,
        Reboot,
        PowerCutAt,
        CutWrite,
        Pause,
        Drift,
        Wrap,
        Hold,
        LostRelease,
        Leave,
    )
}


def _injected(kind, name, parameter):
    """A fault that is somebody else in the room (world_strangers.py)."""

    class Injected(Fault):
        def take(self, *values):
            """What the stranger is made of."""
            self.stranger = kind(*values)

        def start(self, world):
            """He comes."""
            self.stranger.start(world)

        def stop(self, world):
            """He goes."""
            self.stranger.stop()

    Injected.name = name
    Injected.is_once = parameter
    Injected.__name__ = kind.__name__
    Injected.__doc__ = kind.__doc__
    return Injected


for _kind, _name, _once in (
    (Flood, "flood", True),
    (Strangers, "strangers", False),
    (Foreign, "foreign", False),
    (Hostile, "hostile", False),
    (OverLong, "long", False),
):
    FAULTS[_name] = _injected(_kind, _name, _once)


# --- from the command line ---


def parse(text):
    """Faults from their names, separated by commas. Raises `Complaint`, a sentence, for what isn't one."""
    return [_parse_one(item.strip()) for item in text.split(",") if item.strip()]


def _parse_one(item):
    match = re.fullmatch(r"([a-z]+)(?:=([^@]*))?(?:@([\d.]+)(?:-([\d.]+))?)?", item)
    if match is None or match.group(1) not in FAULTS:
        known = ", ".join(sorted(FAULTS))
        raise Complaint("%r is no fault; ready-made are %s; others: %s" % (item, ", ".join(SETS), known))
    name, values, since, until = match.groups()
    try:
        fault = FAULTS[name](values.split(":") if values else ())
    except Complaint as complaint:
        raise Complaint("%s: %s" % (item, complaint)) from None
    except (TypeError, ValueError) as error:
        raise Complaint("%s: the values don't fit (%s)" % (item, error)) from None
    fault.text = item
    fault.since_us = int(float(since or 0) * _SECOND)
    if until is not None:
        fault.until_us = int(float(until) * _SECOND)
        if fault.until_us <= fault.since_us:
            raise Complaint("%s: it ends before it begins" % item)
    return fault
