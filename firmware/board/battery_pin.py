"""Measures the battery on a pin, as on the µGame S3."""

import analogio

# The µGame S3 measures over two equal resistors (inferred: a full cell's 4.2 V would be too much for the pin).
_DIVIDER = 2


class Cell:
    """On ``pin``. Raises what ``analogio.AnalogIn`` raises for a pin in use."""

    def __init__(self, pin):
        self._pin = analogio.AnalogIn(pin)

    def read(self):
        """Its voltage in millivolts."""
        return self._pin.value * 3300 // 65535 * _DIVIDER
