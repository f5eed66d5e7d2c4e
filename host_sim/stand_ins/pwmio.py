"""Stand-in for CircuitPython's ``pwmio``: the backlight, and tones on a piezo."""

from host_sim.handhelds.board_pins import pin_name as _pin_name
from host_sim.handhelds.held_pin import HeldPin as _HeldPin


class PWMOut(_HeldPin):
    """``duty_cycle`` 0-65535, ``frequency`` in Hz (1 to 40 MHz; settable only with ``variable_frequency``).

    Raises ValueError: pin in use, value out of range.
    """

    def __init__(self, pin, *, duty_cycle=0, frequency=500, variable_frequency=False):
        _check_range(duty_cycle, frequency)
        super().__init__(pin)
        self._duty = int(duty_cycle)
        self._frequency = frequency
        self._variable = variable_frequency
        self._tell()

    def _tell(self):
        device = self._device
        if self._gpio == device.panel_pins.get("backlight"):
            device.panel.backlight = self._duty / 65535
        elif device.on_tone is not None:
            device.on_tone(_pin_name(device.board_id, self._gpio), self._frequency, self._duty)

    def deinit(self):
        """Silence, and let go of the pin."""
        if self._gpio is not None:
            self._duty = 0
            self._tell()
        super().deinit()

    @property
    def duty_cycle(self):
        self._check()
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, value):
        self._check()
        _check_range(value, self._frequency)
        self._duty = int(value)  # displayio for PCs sets a float
        self._tell()

    @property
    def frequency(self):
        self._check()
        return self._frequency

    @frequency.setter
    def frequency(self, value):
        self._check()
        if not self._variable:
            raise AttributeError("Invalid variable_frequency")
        _check_range(self._duty, value)
        self._frequency = value
        self._tell()


def _check_range(duty, frequency):
    if not 0 <= duty <= 65535:
        raise ValueError("duty_cycle must be 0-65535")
    if not 1 <= frequency <= 40_000_000:
        raise ValueError("Invalid PWM frequency")
