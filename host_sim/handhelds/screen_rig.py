"""One real displayio display on the virtual panel, for tests and the bench: Blinka allows one display a process."""

import time

from host_sim import stand_ins  # noqa: F401 - puts the stand-ins before Blinka's modules

# isort: split
import displayio
from adafruit_ili9341 import ILI9341
from fourwire import FourWire

from host_sim.handhelds.panel import Panel

_the_rig = None


class _Wire(FourWire):
    """Blinka's bus with the panel at its other end."""

    def __init__(self, panel):
        self._panel = panel
        self._locked = False

    def reset(self):
        self._panel.reset()

    def _send(self, data_type, chip_select, data):
        self._panel.write(data, data_type == 1)

    def _free(self):
        return not self._locked

    def _begin_transaction(self):
        # The driver's start-up loops until a lock fails (device-facts.md, "displayio").
        if self._locked:
            return False
        self._locked = True
        return True

    def _end_transaction(self):
        self._locked = False


class Rig:
    def __init__(self):
        displayio.release_displays()
        self.panel = Panel()
        sleep, time.sleep = time.sleep, lambda seconds: None
        try:
            self.display = ILI9341(_Wire(self.panel), width=320, height=240, auto_refresh=False)
        finally:
            time.sleep = sleep

    def bytes_of(self, act):
        """SPI bytes that ``act()`` sends."""
        before = self.panel.spi_bytes
        act()
        return self.panel.spi_bytes - before


def rig():
    """The rig of this process."""
    global _the_rig
    if _the_rig is None:
        _the_rig = Rig()
    return _the_rig
