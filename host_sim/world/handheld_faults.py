"""The faults that happen to a handheld as a whole: its radio, power, clock, keys and player."""

from host_sim.air.fault import ANY, SECOND_US, Complaint, Fault, one_handheld
from host_sim.handhelds.device import KEY_COUNT


class ToHandheld(Fault):
    """A fault of one handheld, or of each."""

    def take(self, who=ANY):
        """WHO."""
        self.number = one_handheld(who)

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
        self.number = one_handheld(who)
        self.off_us = int(float(ms) * 1000)

    @property
    def ends_us(self):
        """When it runs again, about."""
        return self.since_us + self.off_us + SECOND_US

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
        self.number = one_handheld(who)
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
        self.number = one_handheld(who)
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
        self.number = one_handheld(who)
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
        self.number = one_handheld(who)
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
        self.number = one_handheld(who)
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
