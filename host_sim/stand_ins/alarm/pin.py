"""Stand-in for ``alarm.pin``."""

from host_sim.handhelds import device as _device


class PinAlarm:
    """Rings when the pin has (``edge``: changes to) this level. Raises ValueError if the pin is in use."""

    def __init__(self, pin, value, edge=False, pull=False):
        device = _device.current()
        device.claim(pin._gpio, self)
        device.free(pin._gpio)
        self._pin = pin
        self._value = bool(value)
        self._edge = bool(edge)
        self._was = None

    @property
    def pin(self):
        return self._pin

    @property
    def value(self):
        return self._value

    def _arm(self, device):
        self._was = device.level(self._pin._gpio, not self._value) == self._value

    def _rings(self, device):
        now = device.level(self._pin._gpio, not self._value) == self._value
        rings = now and not (self._edge and self._was)
        self._was = now
        return rings
