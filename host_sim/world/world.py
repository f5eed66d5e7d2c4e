"""Many handhelds of the real firmware in one process, on virtual time.

``firmware.handheld.Handheld`` runs over the firmware's own radio, buttons, clock and store, and those over the
stand-ins. Event-driven: a handheld is stepped when a frame arrived, a key changed or its own wait ran out, always at
one of the turns of its loop (``TICK_MS``, plus what a turn takes), so latency is what it would be. Turns at which
nothing is due are left out. The same seed gives the same bytes: ``World.digest`` says so.

Times are microseconds of the world. Each device has a clock of its own, that starts when it is switched on and drifts.
"""

import random
from collections import deque
from heapq import heappop, heappush
from zlib import crc32

from firmware.handheld import TICK_MS, Handheld
from firmware.link.link import KNOCKING, SEATED
from firmware.rules.layout import LOBBY
from firmware.screens.buttons import Z
from host_sim.air.ether import Ether, Options
from host_sim.game.invariants import Invariants
from host_sim.game.parts import SavedFile, WorldParts
from host_sim.game.person import READ, Person
from host_sim.handhelds import device as device_module
from host_sim.handhelds.device import BROWNOUT, KEY_COUNT, SOFTWARE, Device, PowerCut, Restart

LOOP_US = 400  # what a turn of the loop takes besides its wait
BOOT_US = 900_000  # from reset to the first step; unmeasured on hardware
_LEAVES_AGAIN_US = 3_000_000  # a player who finds the handheld back at the table leaves once more
DRIFT_PPM = 50  # a crystal's error, either way
NEVER = 1 << 60
NAMES = ("Ada", "Ben", "Cleo", "Dan")

_TICK_US = TICK_MS * 1000
_PERIOD_US = _TICK_US + LOOP_US
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
        self.file = SavedFile(device)
        self.handheld = None
        self.person = None
        self.has_left = False  # its player, for good
        self.starts = 0
        self.rate = _MILLION + ppm
        self.birth_us = 0
        self.stepped_us = 0  # the device's clock at the last step
        self.first_us = 0  # the loop's next turn; later ones follow every _PERIOD_US
        self.due_us = NEVER  # the turn at which it is stepped
        self.memory_full_until_us = 0
        self.inbox = []  # frames on their way: (at, order, frame)
        self.answers = []  # of the driver to its own frames: (at, frame)
        self.key_times = []  # when changes of keys will have been scanned
        self.steps = 0
        self.swallow_releases = False  # a fault: keys that come up aren't noticed

    @property
    def link(self):
        """The link, or None while it is off."""
        return self.handheld.link if self.handheld is not None else None

    @property
    def phase(self):
        """The phase of the table it knows (firmware/rules/layout.py), or -1."""
        link = self.link
        return link.table.phase if link is not None and link.state == SEATED and link.is_synced else -1

    def device_us(self, now_us):
        """This device's clock at a moment of the world."""
        return (now_us - self.birth_us) * self.rate // _MILLION

    def world_us(self, device_us):
        """The world's time at a moment of this device's clock; never earlier than that moment."""
        return self.birth_us - (-device_us * _MILLION // self.rate)


class World:
    """``handhelds`` 2 to 4, ``seed`` any int. ``faults``: objects with ``begin(world)`` (faults.py).

    ``persons`` False: nobody plays; the owner presses keys by ``press`` or drives ``players[n].link``. ``best_of``,
    ``lock_check`` and ``pace`` (1.0 a quick human) are the persons'. ``invariants`` are checked after every step; a
    broken one is in ``broken``, and ``run`` stops there. ``digest`` sums up everything that was ever sent, and when.
    """

    def __init__(
        self,
        handhelds=3,
        seed=0,
        faults=(),
        *,
        best_of=1,
        lock_check=True,
        pace=1.0,
        persons=True,
        options=None,
        checked=True,
        drift_ppm=DRIFT_PPM,
    ):
        self.seed = seed
        self.now_us = 0
        self.random = random.Random("world %r" % (seed,))
        self.ether = Ether(seed, options or Options())
        self.digest = 0
        self.frames = 0
        self.broken = None
        self.dismissed = 0  # players who have left for good
        self.counts = {}  # faults that were played, by name
        self.trace = deque(maxlen=_TRACE)
        self.taps = []  # called with (frame, now_us) for every frame sent
        self.invariants = Invariants(self) if checked else None
        self._heap = []
        self._order = 0
        self._names = {}
        self.players = [self._make(number, drift_ppm) for number in range(handhelds)]
        for player in self.players:
            at = 0 if player.number == 0 else self.random.randrange(1_500_000)
            self.at(at, self._switch_on, player)
            if persons:
                player.person = self._person(player, pace, best_of, lock_check)
                self._push(at + self.random.randrange(500_000, 1_500_000), _PERSON, player)
        for fault in faults:
            fault.begin(self)

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
        its loop turns as soon as it can. Returns its link."""
        player = self.players[number]
        device_module.active = player.device
        player.device.now_us = max(player.device.now_us, player.device_us(self.now_us))
        self._plan(player, self.now_us)
        return player.link

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

    def dismiss(self, number):
        """Its player has left for good and nobody plays this handheld any more; its keys are let go. If it comes back
        to the table because power went while it saved that it had left, its player leaves again."""
        player = self.players[number]
        player.person = None
        player.has_left = True
        self.dismissed += 1
        persons = [other.person for other in self.players if other.person is not None]
        for person in persons:
            # Nobody waits for whoever has gone.
            person.players = max(2, len(self.players) - self.dismissed)
        if persons and all(person.number for person in persons):
            persons[0].number = 0  # if there is no table, somebody has to open one
        for key in range(KEY_COUNT):
            self._set_key(player, key, False, self.now_us)

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

    @property
    def is_over(self):
        """True once the match is over on every handheld that is still at its table, at least one of them, whoever else
        may wait in a lobby of its own by then; or once nobody has a table any more and too few are left to play at
        another one."""
        done = 0
        for player in self.players:
            link = player.link
            if link is None:
                return False
            if link.state == SEATED and (link.table.phase != LOBBY or link.rejoining):
                if player.handheld.face.screen_name != "match_result":
                    return False
                if player.person is not None and not player.person.is_done:
                    return False
                done += 1
        return done > 0 or self._is_given_up()

    @property
    def is_searching(self):
        """True while any handheld is off or looks for its dealer."""
        return any(player.link is None or player.link.search.is_on for player in self.players)

    def _is_given_up(self):
        too_few = len(self.players) - self.dismissed < 2
        if not self.dismissed or self.invariants is None or not (self.invariants.is_table_lost or too_few):
            return False
        for player in self.players:
            link = player.link
            if link is None or link.state == SEATED and not (link.is_dealer and link.table.phase == LOBBY):
                return False
        return True

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
        player = Player(number, device, NAMES[number], chance.randint(-drift_ppm, drift_ppm))
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

    def _person(self, player, pace, best_of, lock_check):
        return WorldPerson(self, player, self.seed, pace, best_of, lock_check)

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
            player.handheld = Handheld(WorldParts(device, player.name, player.file))
        except PowerCut:
            self._power_went(player)
            return
        except Exception as error:
            self._raised(player, error)
            return
        if player.person is not None:
            player.person.handheld = player.handheld
        if player.has_left:
            self.at(self.now_us + _LEAVES_AGAIN_US, self._leave_again, player)
        if self.invariants is not None:
            self.invariants.restarted(player)
        self.note("%s starts" % player.name)
        player.first_us = max(player.world_us(device.now_us), self.now_us) + self.random.randrange(_PERIOD_US)
        player.due_us = NEVER
        self._plan(player, player.first_us)

    def _leave_again(self, player):
        if player.handheld is not None and player.handheld.link.state == SEATED:
            self.note("%s leaves again" % player.name)
            self.outside(player.number).leave(player.device.ticks_ms)

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
        turn = first - (first - at) // _PERIOD_US * _PERIOD_US if at > first else first
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
        player.first_us = first = ended + LOOP_US + (wait_us if wait_us < _TICK_US else _TICK_US)
        # The turn at which something is due: its own wait, a frame, a key.
        at = ended + wait_us
        if inbox and inbox[0][0] < at:
            at = inbox[0][0]
        if times and times[0] < at:
            at = times[0]
        at = first - (first - at) // _PERIOD_US * _PERIOD_US if at > first else first
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


class WorldPerson(Person):
    """A person of a world, who may look at the screen of whoever opened the table he wants to join."""

    def __init__(self, world, player, seed, pace, best_of, lock_check):
        super().__init__(
            None,
            seed,
            pace,
            number=player.number,
            players=len(world.players),
            code=self._code_of_the_table,
            best_of=best_of,
            lock_check=lock_check,
        )
        self._world = world
        self._player = player

    def _opener(self):
        """Whoever of the room deals at a table that is still open."""
        for player in self._world.players:
            link = player.link
            if player is not self._player and player.phase == LOBBY and link.is_dealer:
                return link
        return None

    def _code_of_the_table(self):
        opener = self._opener()
        return opener.code if opener is not None else None

    def _at_tables(self, face, now):
        opener = self._opener()
        if opener is None and self.number == 0:
            self._tap(now, Z, READ)  # back, to open one
            return
        self._host = opener.name if opener is not None else ""
        super()._at_tables(face, now)

    def _at_code(self, face, now):
        opener = self._opener()
        chosen = face.chosen_table
        if opener is not None and chosen is not None and chosen.id != opener.table_id and face.link.state != KNOCKING:
            # Nobody is behind this door any more: the table was lost, and its opener has a new one.
            self._tap(now, Z, READ)
        else:
            super()._at_code(face, now)
