"""Stand-in for ``alarm.time``."""

from host_sim.handhelds import device as _device


class TimeAlarm:
    """Rings at ``monotonic_time`` seconds. Raises ValueError if that is over, or if none or both times are given."""

    def __init__(self, *, monotonic_time=None, epoch_time=None):
        device = _device.current()
        if (monotonic_time is None) == (epoch_time is None):
            raise ValueError("Supply one of monotonic_time or epoch_time")
        if monotonic_time is None:
            monotonic_time = epoch_time - 946684800
        if monotonic_time * 1_000_000 < device.now_us:
            raise ValueError("Time is in the past.")
        self._at_us = int(monotonic_time * 1_000_000)

    @property
    def monotonic_time(self):
        return self._at_us / 1_000_000

    def _arm(self, device):
        pass

    def _rings(self, device):
        return device.now_us >= self._at_us
