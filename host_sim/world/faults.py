"""The faults of a world of any game: one small rule a fault, named, scoped in time and to handhelds, combinable.

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
``nomemory=WHO``         the radio's driver is out of memory: a send waits 2 s, then raises
``frozen=WHO``           the radio's counters never move
``badradio=WHO``         the radio won't open
``reboot=WHO:MS``        a reset, MS ms without running besides the boot
``powercut=WHO:MS``      the battery is out for MS ms
``cutwrite=WHO:N``       the power goes in the Nth step of the next writes to nvm or drive
``pause=WHO:MS``         the loop stands still for MS ms, 250 if left out
``drift=WHO:PPM``        the clock runs fast by PPM millionths
``wrap=WHO:S``           the ticks wrap S seconds after power-on
``hold=WHO:KEY:MS``      a key, 0-6, is held down for MS ms, whatever the player does
``lostrelease=WHO``      keys that come up aren't noticed
======================== =========================================================================================

The first rule on the air that has a verdict decides; it is removed when its scope ends.
"""

import re

from host_sim.air.fault import NEVER, SECOND_US, Complaint, Fault
from host_sim.air.faults import Burst, Deaf, Delay, Duplicate, Jitter, Loss, Partition, Reorder
from host_sim.world.handheld_faults import (
    BadRadio,
    CutWrite,
    Drift,
    Frozen,
    Hold,
    LostRelease,
    NoMemory,
    Pause,
    PowerCutAt,
    Reboot,
    Wrap,
)

__all__ = ("FAULTS", "NEVER", "Complaint", "Fault", "parse")


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
    )
}


# --- from the command line ---


def parse(text, known=FAULTS, sets=()):
    """Faults from their names, separated by commas. ``known``: the classes by name; ``sets``: names of ready-made sets,
    for the sentence. Raises `Complaint`, a sentence, for what isn't one."""
    return [_parse_one(item.strip(), known, sets) for item in text.split(",") if item.strip()]


def _parse_one(item, known, sets):
    match = re.fullmatch(r"([a-z]+)(?:=([^@]*))?(?:@([\d.]+)(?:-([\d.]+))?)?", item)
    if match is None or match.group(1) not in known:
        ready = "ready-made are %s; others: " % ", ".join(sets) if sets else "there are "
        raise Complaint("%r is no fault; %s%s" % (item, ready, ", ".join(sorted(known))))
    name, values, since, until = match.groups()
    try:
        fault = known[name](values.split(":") if values else ())
    except Complaint as complaint:
        raise Complaint("%s: %s" % (item, complaint)) from None
    except (TypeError, ValueError) as error:
        raise Complaint("%s: the values don't fit (%s)" % (item, error)) from None
    fault.text = item
    fault.since_us = int(float(since or 0) * SECOND_US)
    if until is not None:
        fault.until_us = int(float(until) * SECOND_US)
        if fault.until_us <= fault.since_us:
            raise Complaint("%s: it ends before it begins" % item)
    return fault
