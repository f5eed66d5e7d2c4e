"""Stand-in for CircuitPython's ``watchdog``: bites on virtual time."""

from host_sim import device as _device


class WatchDogTimeout(Exception):
    """The watchdog in mode RAISE wasn't fed in time."""


class WatchDogMode:
    """What happens when it isn't fed: None, RAISE or RESET."""

    RAISE: "WatchDogMode"
    RESET: "WatchDogMode"

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return "watchdog.WatchDogMode.%s" % self._name


WatchDogMode.RAISE = WatchDogMode("RAISE")
WatchDogMode.RESET = WatchDogMode("RESET")


class WatchDogTimer:
    """The watchdog of the current device; the only one is ``microcontroller.watchdog``."""

    def __init__(self):
        raise TypeError("cannot create 'WatchDogTimer' instances")

    def feed(self):
        """Start counting anew. Silently does nothing while it is off."""
        device = _device.current()
        if device.watchdog_mode is not None:
            device.watchdog_at_us = device.now_us + device.watchdog_timeout_us

    @property
    def timeout(self):
        """Seconds until it bites. Setting feeds. Must be above 0."""
        return _device.current().watchdog_timeout_us / 1_000_000

    @timeout.setter
    def timeout(self, value):
        if value <= 0:
            raise ValueError("timeout must be greater than 0")
        _device.current().watchdog_timeout_us = int(value * 1_000_000)
        self.feed()

    @property
    def mode(self):
        """None while it is off. Setting a mode starts it. Mode RESET can't be left again."""
        return _device.current().watchdog_mode

    @mode.setter
    def mode(self, value):
        device = _device.current()
        if value is None:
            if device.watchdog_mode is WatchDogMode.RESET:
                raise RuntimeError("WatchDogTimer cannot be deinitialized once mode is set to RESET")
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
