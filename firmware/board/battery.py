"""How full the battery is, where the board can tell."""

_FULL_MV = 4150
_LOW_MV = 3450  # a lithium cell has about a tenth left
_EMPTY_MV = 3300
_READ_EVERY_MS = 5000

# The µGame S3 measures over two equal resistors (inferred: a full cell's 4.2 V would be too much for the pin).
_DIVIDER = 2

_GAUGE_ADDRESS = 0x36  # MAX17048, on newer Feathers
_GAUGE_VOLTS = 0x02


class Battery:
    """``mv``: the cell's voltage in millivolts, or 0 where it can't be measured. Read at start, then by ``look``."""

    def __init__(self, wiring, pins):
        """``wiring`` says how the board measures; ``pins`` is the ``board`` module. Never raises."""
        self.mv = 0
        self._next_at = None
        self._pin = None
        self._bus = None
        self._answer = bytearray(2)
        try:
            if wiring.battery:
                import analogio

                self._pin = analogio.AnalogIn(getattr(pins, wiring.battery))
            elif wiring.gauge:
                self._bus = pins.I2C()
        except Exception as error:  # no pull-ups, no gauge, pin in use: unknown
            print("battery: can't be measured:", error)
        self._read()

    @property
    def percent(self):
        """0 to 100 by a straight line between empty and full, or -1 for unknown."""
        if not self.mv:
            return -1
        return max(0, min(100, (self.mv - _EMPTY_MV) * 100 // (_FULL_MV - _EMPTY_MV)))

    @property
    def low(self):
        """True if it should be charged soon. False where it can't be measured."""
        return 0 < self.mv < _LOW_MV

    def look(self, now, ticks_diff):
        """Measure again if the last time is 5 s ago. ``now`` is ticks in ms."""
        if self._next_at is None or ticks_diff(now, self._next_at) >= _READ_EVERY_MS:
            self._next_at = now
            self._read()

    def _read(self):
        try:
            if self._pin is not None:
                self.mv = self._pin.value * 3300 // 65535 * _DIVIDER
            elif self._bus is not None:
                self.mv = self._read_gauge()
        except Exception as error:
            print("battery:", error)
            self.mv = 0
            self._pin = self._bus = None

    def _read_gauge(self):
        bus = self._bus
        if bus is None or not bus.try_lock():
            return self.mv
        try:
            bus.writeto_then_readfrom(_GAUGE_ADDRESS, bytes((_GAUGE_VOLTS,)), self._answer)
        finally:
            bus.unlock()
        # 78.125 µV a step.
        return (self._answer[0] << 8 | self._answer[1]) * 5 // 64
