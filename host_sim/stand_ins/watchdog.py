"""Stand-in for CircuitPython's ``watchdog``: bites on virtual time."""

from host_sim.handhelds import device as _device


class WatchDogTimeout(Exception):
    """The watchdog in mode RAISE wasn't fed in time."""


class WatchDogMode:
    """What happens when it isn't fed: None, RAISE or RESET."""

    RAISE: "WatchDogMode"
    RESET: "WatchDogMode"

    def __repr__(self):
        return "watchdog.WatchDogMode.%s" % self._name


for _name in ("RAISE", "RESET"):
    _mode = WatchDogMode()
    _mode._name = _name
    setattr(WatchDogMode, _name, _mode)
del _mode, _name


class WatchDogTimer:
    """The watchdog of the current device; the only one is ``microcontroller.watchdog``.

    It bites when virtual time moves on: a loop that neither sleeps nor asks for anything isn't seen.
    """

    def __init__(self):
        raise TypeError("cannot create 'WatchDogTimer' instances")

    def feed(self):
        """Start counting anew. Silently does nothing while it is off."""
        device = _device.current()
        if device.watchdog_mode is not None:
            device.watchdog_at_us = device.now_us + device.watchdog_timeout_us

    @property
    def timeout(self):
        """Seconds until it bites. Setting feeds. Raises ValueError below 0."""
        return _device.current().watchdog_timeout_us / 1_000_000

    @timeout.setter
    def timeout(self, value):
        if value < 0:
            raise ValueError("timeout must be >= 0")
        _device.current().watchdog_timeout_us = int(value * 1_000_000)
        self.feed()

    @property
    def mode(self):
        """None while it is off. Setting a mode starts it."""
        return _device.current().watchdog_mode

    @mode.setter
    def mode(self, value):
        device = _device.current()
        if value is None:
            device.watchdog_mode = None
            device.watchdog_at_us = None
            return
        if not isinstance(value, WatchDogMode):
            raise TypeError("mode must be of type WatchDogMode")
        device.watchdog_mode = value
        self.feed()

    def _bite(self):
        device = _device.current()
        device.watchdog_at_us = None
        if device.watchdog_mode is WatchDogMode.RESET:
            raise _device.Restart("reset", _device.WATCHDOG)
        device.watchdog_mode = None
        raise WatchDogTimeout


def _make():
    return object.__new__(WatchDogTimer)
