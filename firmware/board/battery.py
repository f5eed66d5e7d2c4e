"""How full the battery is, where the board can tell."""

from adafruit_ticks import ticks_diff

_LOW_MV = 3450  # a lithium cell has about a tenth left
_READ_EVERY_MS = 5000


class Battery:
    """``mv``: the cell's voltage in millivolts, or 0 where it can't be measured. ``low``: True if it should be charged
    soon. Read at start, then by ``look``."""

    def __init__(self, cell, now):
        """``cell``: what measures it (battery_pin.py, battery_gauge.py), or None; ``now`` is ticks in ms."""
        self._cell = cell
        self._read(now)

    def look(self, now):
        """Measure again if the last time is 5 s ago. ``now`` is ticks in ms. Never raises."""
        if ticks_diff(now, self._read_at) >= _READ_EVERY_MS:
            self._read(now)

    def _read(self, now):
        self._read_at = now
        self.mv = 0
        if self._cell is not None:
            try:
                self.mv = self._cell.read()
            except Exception as error:
                print("battery:", error)
                self._cell = None
        self.low = 0 < self.mv < _LOW_MV
