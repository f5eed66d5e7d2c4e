"""The air's faults over a hub: the same as in a world, where handhelds are counted from 0; a hub counts from 1."""

from host_sim.air.ether import Rule
from host_sim.air.fault import Complaint
from host_sim.air.faults import OnAir


class _Seen:
    """A frame as a fault of the air sees it."""

    __slots__ = ("source",)


class HubFault(Rule):
    """Asks ``fault`` about each frame within its scope."""

    def __init__(self, fault, seed):
        self.until_us = fault.until_us
        self._fault = fault
        self._seen = _Seen()
        fault.take_chance(seed)

    def judge(self, ether, frame, number, sent_us, at_us):
        """As the fault does."""
        if sent_us < self._fault.since_us:
            return None
        self._seen.source = frame.source - 1
        return self._fault.judge(ether, self._seen, number - 1, sent_us, at_us)


def rules_of(faults, seed):
    """``faults`` (of ``parse``) as rules for a hub's ether. Raises `Complaint` for one that isn't of the air."""
    for fault in faults:
        if not isinstance(fault, OnAir):
            raise Complaint("%s: only the world command plays this; here there are the faults of the air" % fault.text)
    return [HubFault(fault, seed) for fault in faults]
