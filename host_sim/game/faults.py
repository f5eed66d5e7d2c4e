"""All faults of a world of this game: one small rule a fault, named, scoped in time and to handhelds, and combinable.

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

from host_sim.game.fault_sets import SETS, draw
from host_sim.game.strangers import Flood, Foreign, Hostile, OverLong, Strangers
from host_sim.world import faults as world_faults
from host_sim.world.faults import NEVER, Complaint, Fault
from host_sim.world.handheld_faults import ToHandheld

__all__ = ("FAULTS", "NEVER", "SETS", "Complaint", "draw", "parse")


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


def _injected(kind, name, parameter):
    """A fault that is somebody else in the room (strangers.py)."""

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


FAULTS = {**world_faults.FAULTS, Leave.name: Leave}
for _kind, _name, _once in (
    (Flood, "flood", True),
    (Strangers, "strangers", False),
    (Foreign, "foreign", False),
    (Hostile, "hostile", False),
    (OverLong, "long", False),
):
    FAULTS[_name] = _injected(_kind, _name, _once)


def parse(text):
    """Faults from their names, separated by commas. Raises `Complaint`, a sentence, for what isn't one."""
    return world_faults.parse(text, FAULTS, SETS)
