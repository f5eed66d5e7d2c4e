"""The backlight dims and the handheld sleeps when nobody plays."""

from adafruit_ticks import ticks_diff

from ..spare import borrow
from .clock import ticks_ms

DIM_AFTER_MS = 60_000
SLEEP_AFTER_MS = 300_000
_DIM_PERCENT = 15


class Power:
    """``awake_at`` is when a key was last touched. ``dimmed`` is True while the backlight is low. ``keys``, ``radio``,
    ``watch`` and ``can_sleep`` are for sleep.py."""

    def __init__(self, display, keys, radio, watch, brightness):
        """``brightness`` in percent, 10 to 100; change it with ``set_brightness``."""
        self._display = display
        self.keys = keys
        self.radio = radio
        self.watch = watch
        self._percent = brightness
        self.awake_at = ticks_ms()
        self.dimmed = False
        self.can_sleep = True
        self.shine(brightness)

    def set_brightness(self, percent):
        """Backlight in percent, 10 to 100."""
        self._percent = percent
        self.shine(percent)

    def touch(self, now):
        """A key was pressed at ``now`` (ticks, ms). True if it only woke the backlight and should do nothing else."""
        self.awake_at = now
        if not self.dimmed:
            return False
        self.dimmed = False
        self.shine(self._percent)
        return True

    def look(self, now, at_table):
        """Dim after a minute without a key, and sleep after five if not ``at_table``: then it returns True after the
        waking key, with the radio open again. At a table it neither dims nor sleeps, because others wait."""
        if at_table:
            if self.dimmed:
                self.touch(now)
            self.awake_at = now
            return False
        idle = ticks_diff(now, self.awake_at)
        if not 0 <= idle:
            self.awake_at = now
            return False
        if idle >= DIM_AFTER_MS and not self.dimmed:
            self.dimmed = True
            self.shine(_DIM_PERCENT)
        if idle >= SLEEP_AFTER_MS and self.can_sleep:
            return borrow("firmware.board.sleep").sleep(self)
        return False

    def shine(self, percent):
        """Backlight in percent for now, 0 to 100."""
        try:
            self._display.brightness = percent / 100
        except Exception:  # no display, or a backlight that is always on
            pass
