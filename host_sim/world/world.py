"""Many handhelds in one process, on virtual time: the base of a game's own world.

A handheld is any object with ``step()``: one turn of its program's loop. It returns how many milliseconds it may wait.
It runs over the stand-ins. Event-driven: a handheld is stepped when a frame arrived, a key changed or its own wait ran
out, always at one of the turns of its loop (``TICK_MS``, plus what a turn takes), so latency is what it would be. Turns
at which nothing is due are left out. The same seed gives the same bytes: ``World.digest`` says so.

Times are microseconds of the world. Each device has a clock of its own, that starts when it is switched on and drifts.
"""

import random
from collections import deque
from heapq import heappop, heappush
from zlib import crc32

from host_sim.air.ether import Ether, Options
from host_sim.handhelds import device as device_module
from host_sim.handhelds.device import BROWNOUT, SOFTWARE, Device, PowerCut, Restart

TICK_MS = 5  # the longest wait of a program's loop, at which it looks whether a frame or a key has come
LOOP_US = 400  # what a turn of the loop takes besides its wait
BOOT_US = 900_000  # from reset to the first step; unmeasured on hardware
DRIFT_PPM = 50  # a crystal's error, either way
NEVER = 1 << 60
NAMES = ("Ada", "Ben", "Cleo", "Dan")

_MASK = (1 << 29) - 1
_MILLION = 1_000_000
_TRACE = 60

# Kinds of events.
_STEP = 0
_PERSON = 1
_CALL = 2
_SEND = 3


class Player:
    """One handheld of a world, its device and the person who plays it.

    ``handheld`` is None while it is off. ``starts`` counts how often it was switched on or reset.
    """

    def __init__(self, number, device, name, ppm):
        self.number = number
        self.device = device
        self.name = name
        self.handheld = None
        self.person = None
        self.starts = 0
        self.rate = _MILLION + ppm
        self.birth_us = 0
        self.stepped_us = 0  # the device's clock at the last step
        self.first_us = 0  # the loop's next turn; later ones follow every period
        self.due_us = NEVER  # the turn at which it is stepped
        self.memory_full_until_us = 0
        self.inbox = []  # frames on their way: (at, order, frame)
        self.answers = []  # of the driver to its own frames: (at, frame)
        self.key_times = []  # when changes of keys will have been scanned
        self.steps = 0
        self.swallow_releases = False  # a fault: keys that come up aren't noticed

    def device_us(self, now_us):
        """This device's clock at a moment of the world."""
        return (now_us - self.birth_us) * self.rate // _MILLION

    def world_us(self, device_us):
        """The world's time at a moment of this device's clock; never earlier than that moment."""
        return self.birth_us - (-device_us * _MILLION // self.rate)


class World:
    """``handhelds`` 1 to 4, ``seed`` any int. ``faults``: objects with ``begin(world)`` (faults.py).

    A game says in a subclass what its handhelds are (``make_handheld``) and who plays them (``make_person``: an object
    with ``keys(ms)``, which gives the changes of keys at that moment as (key 0-6, is down), and ``next_wake_ms(ms)``).
    ``persons`` False: nobody plays; the owner presses keys by ``press``. ``invariants`` (``restarted(player)``,
    ``forgotten(player)`` and, after every step, ``look(player)``) call ``fail`` if something is wrong; the first thing
    wrong is in ``broken``, and ``run`` stops there. ``digest`` sums up everything that was ever sent, and when.
    """

    tick_ms = TICK_MS

    def __init__(
        self,
        handhelds=3,
        seed=0,
        faults=(),
        *,
        persons=True,
        options=None,
        invariants=None,
        drift_ppm=DRIFT_PPM,
    ):
        self.seed = seed
        self.now_us = 0
        self.random = random.Random("world %r" % (seed,))
        self.ether = Ether(seed, options or Options())
        self.digest = 0
        self.frames = 0
        self.broken = None
        self.counts = {}  # faults that were played, by name
        self.trace = deque(maxlen=_TRACE)
        self.taps = []  # called with (frame, now_us) for every frame sent
        self.invariants = invariants
        self._heap = []
        self._order = 0
        self._tick_us = self.tick_ms * 1000
        self._period_us = self._tick_us + LOOP_US
        self.players = [self._make(number, drift_ppm) for number in range(handhelds)]
        for player in self.players:
            at = 0 if player.number == 0 else self.random.randrange(1_500_000)
            self.at(at, self._switch_on, player)
            if persons:
                player.person = self.make_person(player)
                self._push(at + self.random.randrange(500_000, 1_500_000), _PERSON, player)
        for fault in faults:
            fault.begin(self)

    # --- what a game says ---

    def make_player(self, number, device, name, ppm):
        """What the world knows of one handheld; its clock runs fast by ``ppm`` millionths."""
        return Player(number, device, name, ppm)

    def make_handheld(self, player):
        """The program of a handheld that is switched on now; its device is the one in use. May raise PowerCut."""
        raise NotImplementedError

    def make_person(self, player):
        """Who plays it, or None."""
        return

    def started(self, player):
        """A handheld has been made."""

    # --- for who runs it ---

    def run(self, until_us):
        """Let time pass up to ``until_us``, or up to the first broken invariant."""
        heap = self._heap
        step = self._step
        while heap and heap[0][0] <= until_us and self.broken is None:
            at, _, kind, subject, more = heappop(heap)
            if kind == _STEP:
                # Any other time than when it is due is one that was planned before something came in between.
                if at == subject.due_us:
                    self.now_us = at
                    step(subject, at)
                continue
            self.now_us = at
            if kind == _PERSON:
                self._let_act(subject, at)
            elif kind == _SEND:
                self._transmit(subject, at)
            else:
                subject(*more)
        if self.broken is None:
            self.now_us = max(self.now_us, until_us)

    def run_ms(self, ms):
        """Let ``ms`` milliseconds pass."""
        self.run(self.now_us + ms * 1000)

    def run_until(self, is_true, limit_ms, every_ms=50):
        """Let time pass until ``is_true()``, looked at every ``every_ms``. Returns whether it became true in time."""
        end = self.now_us + limit_ms * 1000
        while self.broken is None:
            if is_true():
                return True
            if self.now_us >= end:
                return False
            self.run(min(end, self.now_us + every_ms * 1000))
        return False

    def at(self, at_us, function, *arguments):
        """Call ``function(*arguments)`` at a time of the world."""
        self._push(at_us, _CALL, function, arguments)

    def press(self, number, key, down, at_us=None):
        """Press (True) or let go a key, 0-6, now or at ``at_us``, which must lie ahead."""
        if at_us is None or at_us <= self.now_us:
            self._set_key(self.players[number], key, down, self.now_us)
        else:
            self.at(at_us, self.press, number, key, down)

    def outside(self, number):
        """Something is about to be done to a handheld from outside, past its keys: its device is the one in use, and
        its loop turns as soon as it can. Returns it."""
        player = self.players[number]
        device_module.active = player.device
        player.device.now_us = max(player.device.now_us, player.device_us(self.now_us))
        self._plan(player, self.now_us)
        return player.handheld

    def on_air(self, frame):
        """Somebody sends a frame now, also somebody who is no handheld of ours (``frame.source`` -1)."""
        self._transmit(frame, self.now_us)

    def arrive(self, number, frame):
        """A frame lands in a handheld's ring now, past the air and its faults."""
        player = self.players[number]
        if player.handheld is not None:
            self._order += 1
            heappush(player.inbox, (self.now_us, self._order, frame))
            self._plan(player, self.now_us)

    def note(self, text):
        """Add a line to the trace that a failure prints."""
        self.trace.append("%10.3f %s" % (self.now_us / _MILLION, text))

    def count(self, name, by=1):
        """A fault was played."""
        self.counts[name] = self.counts.get(name, 0) + by

    def fail(self, why):
        """An invariant is broken; the first one counts."""
        if self.broken is None:
            self.broken = why
            self.note("BROKEN: " + why)

    # --- faults that happen to a handheld as a whole ---

    def reboot(self, number, off_us=0, keeps_power=True):
        """Reset a handheld now, or cut its power (``keeps_power`` False) and give it back after ``off_us``."""
        player = self.players[number]
        if player.handheld is None:
            return
        self._switch_off(player, "reset" if keeps_power else "power cut")
        self.at(self.now_us + off_us + BOOT_US, self._switch_on, player, SOFTWARE if keeps_power else BROWNOUT)

    def hold_up(self, number, for_us):
        """The loop of a handheld stands still, as in a garbage collection or a slow write."""
        player = self.players[number]
        if player.handheld is not None:
            player.first_us = max(player.first_us, self.now_us + for_us)
            if player.due_us < player.first_us:
                self._plan(player, player.first_us)

    # --- inside ---

    def _make(self, number, drift_ppm):
        chance = self.random
        device = Device(number, seed=chance.getrandbits(32))
        # Some have been on for long, some are about to wrap, some have just been switched on.
        kind = chance.randrange(3)
        if kind == 1:
            device.ticks_start_ms = chance.randrange(1 << 29)
        elif kind == 2:
            device.ticks_start_ms = (1 << 29) - 1 - chance.randrange(1000, 120_000)
        player = self.make_player(number, device, NAMES[number], chance.randint(-drift_ppm, drift_ppm))
        self.ether.attach(device)

        def on_send(frame):
            if device.now_us > player.stepped_us:
                # The program has waited inside this step: the frame leaves later than the world has come.
                self._push(player.world_us(device.now_us), _SEND, frame)
            else:
                self._transmit(frame, self.now_us)

        def on_sleep(device, us):
            device.now_us += us
            now = player.world_us(device.now_us)
            if device.air.memory_full and now >= player.memory_full_until_us:
                device.air.memory_full = False
            self._deliver(player, now)

        device.air.on_send = on_send
        device.on_sleep = on_sleep
        device.nvm_write_us = 60_000
        return player

    def _push(self, at, kind, subject, more=None):
        self._order += 1
        heappush(self._heap, (at, self._order, kind, subject, more))

    def _switch_on(self, player, reason=None):
        device = player.device
        device_module.active = device
        if reason == SOFTWARE:
            device.reset(SOFTWARE)
        else:
            device.power_on()
        player.birth_us = self.now_us
        player.stepped_us = 0
        player.inbox.clear()
        player.answers.clear()
        player.key_times.clear()
        player.starts += 1
        try:
            device.booting = False
            player.handheld = self.make_handheld(player)
        except PowerCut:
            self._power_went(player)
            return
        except Exception as error:
            self._raised(player, error)
            return
        if player.person is not None:
            player.person.handheld = player.handheld
        self.started(player)
        if self.invariants is not None:
            self.invariants.restarted(player)
        self.note("%s starts" % player.name)
        player.first_us = max(player.world_us(device.now_us), self.now_us) + self.random.randrange(self._period_us)
        player.due_us = NEVER
        self._plan(player, player.first_us)

    def _switch_off(self, player, why):
        self.note("%s: %s" % (player.name, why))
        if player.device.powered:
            if why == "reset":
                player.device.air.listen(None)
            else:
                player.device.power_cut()
        player.handheld = None
        player.due_us = NEVER
        if player.person is not None:
            player.person.handheld = None
        if self.invariants is not None:
            self.invariants.forgotten(player)

    def _power_went(self, player):
        self.count("cut in a write")
        self._switch_off(player, "power cut in a write")
        self.at(self.now_us + BOOT_US + self.random.randrange(3_000_000), self._switch_on, player, BROWNOUT)

    def _raised(self, player, error):
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        self.fail("%s raised %s: %s (%s:%d)" % (player.name, type(error).__name__, error, where.filename, where.lineno))

    def _plan(self, player, at):
        """Step a handheld at the first turn of its loop at or after ``at``, if it isn't stepped before."""
        first = player.first_us
        turn = first - (first - at) // self._period_us * self._period_us if at > first else first
        if turn >= player.due_us:
            if player.due_us >= first:
                return
            turn = first  # the loop was held up past the turn at which it was due
        player.due_us = turn
        self._order = order = self._order + 1
        heappush(self._heap, (turn, order, _STEP, player, None))

    def _deliver(self, player, now):
        """What has arrived by now goes into the ring, the driver's answers into its counters."""
        arrive = player.device.air.arrive
        inbox = player.inbox
        while inbox and inbox[0][0] <= now:
            arrive(heappop(inbox)[2])
        answers = player.answers
        while answers and answers[0][0] <= now:
            arrive(answers.pop(0)[1])

    def _step(self, player, now):
        device = player.device
        device_module.active = device
        clock = (now - player.birth_us) * player.rate // _MILLION
        if clock > device.now_us:
            device.now_us = clock
        else:
            clock = device.now_us
        player.stepped_us = clock
        if device.air.memory_full and now >= player.memory_full_until_us:
            device.air.memory_full = False
        inbox = player.inbox
        answers = player.answers
        if inbox and inbox[0][0] <= now or answers and answers[0][0] <= now:
            self._deliver(player, now)
        times = player.key_times
        while times and times[0] <= now:
            heappop(times)
        player.due_us = NEVER
        player.steps += 1
        try:
            wait = player.handheld.step()
        except PowerCut:
            self._power_went(player)
            return
        except Restart as restart:
            self._switch_off(player, "restarts itself")
            self.at(self.now_us + BOOT_US, self._switch_on, player, restart.reason)
            return
        except Exception as error:
            self._raised(player, error)
            return
        ended = now if device.now_us == clock else player.world_us(device.now_us)
        wait_us = wait * 1000
        player.first_us = first = ended + LOOP_US + (wait_us if wait_us < self._tick_us else self._tick_us)
        # The turn at which something is due: its own wait, a frame, a key.
        at = ended + wait_us
        if inbox and inbox[0][0] < at:
            at = inbox[0][0]
        if times and times[0] < at:
            at = times[0]
        at = first - (first - at) // self._period_us * self._period_us if at > first else first
        player.due_us = at
        self._order = order = self._order + 1
        heappush(self._heap, (at, order, _STEP, player, None))
        if self.invariants is not None:
            self.invariants.look(player)

    def _transmit(self, frame, now):
        self.frames += 1
        self.digest = crc32(frame.msg, self.digest ^ now & 0xFFFFFFFF)
        for tap in self.taps:
            tap(frame, now)
        source = frame.source
        players = self.players
        for at, number in self.ether.send(frame, now):
            player = players[number]
            if player.handheld is None:
                continue
            if number == source:
                player.answers.append((at, frame))
                continue
            self._order = order = self._order + 1
            heappush(player.inbox, (at, order, frame))
            if at < player.due_us:
                self._plan(player, at)

    def _set_key(self, player, key, down, now):
        device = player.device
        if not device.powered:
            device.keys_down = device.keys_down | 1 << key if down else device.keys_down & ~(1 << key)
            return
        clock = max(player.device_us(now), device.now_us)
        if not down and player.swallow_releases:
            return
        device.set_key(key, down, clock)
        for scanner in device.scanners:
            tick = scanner._next + scanner._interval * (scanner._threshold - 1)
            at = player.world_us(-(-tick * _MILLION // 1024))
            heappush(player.key_times, at)
            if player.handheld is not None and at < player.due_us:
                self._plan(player, at)

    def _let_act(self, player, now):
        person = player.person
        if person is None:
            return
        ms = now // 1000
        for key, down in person.keys(ms & _MASK):
            self._set_key(player, key, down, now)
        self._push(now + max(1, person.next_wake_ms(ms & _MASK)) * 1000, _PERSON, player)
