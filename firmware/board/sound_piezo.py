"""Tones by a piezo on a pin."""

import pwmio

from .sound import Sound


class Piezo(Sound):
    """On ``pin``. Raises what ``pwmio.PWMOut`` raises for a pin in use."""

    def __init__(self, pin):
        Sound.__init__(self)
        self._pwm = pwmio.PWMOut(pin, variable_frequency=True)
        self._duty = 0
        self.works = True

    def set_volume(self, percent):
        self.close()
        self._duty = 32768 * percent // 100  # half the time on is the loudest

    def _drive(self, hz):
        if hz:
            self._pwm.frequency = hz
        self._pwm.duty_cycle = self._duty if hz else 0
