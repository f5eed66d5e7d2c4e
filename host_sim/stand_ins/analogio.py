"""Stand-in for CircuitPython's ``analogio``: battery and light sensor. The S3 has no analog outputs."""

from host_sim.handhelds.board_pins import pin_name as _pin_name
from host_sim.handhelds.held_pin import HeldPin as _HeldPin


class AnalogIn(_HeldPin):
    """One reading of a pin, 0-65535 of ``reference_voltage``. Raises ValueError if the pin is in use or has no ADC."""

    def __init__(self, pin):
        if not 1 <= pin._gpio <= 20:
            raise ValueError("Invalid pin")
        super().__init__(pin)

    @property
    def value(self):
        self._check()
        device = self._device
        name = _pin_name(device.board_id, self._gpio)
        if name == "BATTERY":  # through a divider by two
            return max(0, min(65535, int(device.battery_volts / 2 / self.reference_voltage * 65535)))
        if name == "LIGHT":
            return int(device.light * 65535)
        return 0

    @property
    def reference_voltage(self):
        self._check()
        return 3.3


class AnalogOut:
    """There is none on this chip."""

    def __init__(self, pin):
        raise NotImplementedError("No DAC on chip")

    def deinit(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()

    @property
    def value(self):
        return 0

    @value.setter
    def value(self, value):
        pass
