"""Tones by a piezo on a pin."""

import pwmio


class Piezo:
    """On ``pin``. Raises what ``pwmio.PWMOut`` raises for a pin in use."""

    def __init__(self, pin):
        self._pwm = pwmio.PWMOut(pin, variable_frequency=True)
        self._duty = 0

    def set_volume(self, percent):
        """0 (silent) to 100. While it is silent."""
        self._duty = 32768 * percent // 100  # half the time on is the loudest

    def sound(self, hz):
        """Sound a note from now on; 0 Hz is silence."""
        if hz:
            self._pwm.frequency = hz
        self._pwm.duty_cycle = self._duty if hz else 0
