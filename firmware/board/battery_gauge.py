"""Measures the battery by a gauge on the I2C bus: the MAX17048 of newer Feathers."""

_ADDRESS = 0x36
_VOLTS = b"\x02"  # the register


class Cell:
    """On ``bus``, a ``busio.I2C``."""

    def __init__(self, bus):
        self._bus = bus
        self._answer = bytearray(2)

    def read(self):
        """Its voltage in millivolts; the last one while the bus is in use. Raises OSError if there is no gauge."""
        bus = self._bus
        if bus.try_lock():
            try:
                bus.writeto_then_readfrom(_ADDRESS, _VOLTS, self._answer)
            finally:
                bus.unlock()
        # 78.125 µV a step.
        return (self._answer[0] << 8 | self._answer[1]) * 5 // 64
