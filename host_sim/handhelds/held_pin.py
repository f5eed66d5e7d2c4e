"""What the stand-ins of one pin share: it is claimed when the object is made, and free again after ``deinit``."""

from host_sim.handhelds import device

_GONE = "Object has been deinitialized and can no longer be used. Create a new object."


class HeldPin:
    """One pin of the current device. Raises ValueError if the pin is in use."""

    def __init__(self, pin):
        self._device = device.current()
        self._device.claim(pin._gpio, self)
        self._gpio = pin._gpio

    def _check(self):
        """Raises ValueError once the pin was let go of."""
        if self._gpio is None:
            raise ValueError(_GONE)

    def deinit(self):
        """Let go of the pin."""
        if self._gpio is not None:
            self._device.free(self._gpio)
            self._gpio = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()
