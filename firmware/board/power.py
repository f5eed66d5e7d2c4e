"""The backlight dims and the handheld sleeps when nobody plays."""

import time

from .clock import ticks_diff, ticks_ms

DIM_AFTER_MS = 60_000
SLEEP_AFTER_MS = 300_000
_DIM_PERCENT = 15
_NAP_S = 4  # shorter than the watchdog's patience, which can't be stopped on every chip


class Power:
    """``awake_at`` is when a key was last touched. ``dimmed`` is True while the backlight is low."""

    def __init__(self, display, keys, radio, watch, brightness):
        """``brightness`` in percent, 10 to 100; change it with ``set_brightness``."""
        self._display = display
        self._keys = keys
        self._radio = radio
        self._watch = watch
        self._percent = brightness
        self.awake_at = ticks_ms()
        self.dimmed = False
        self._can_sleep = True
        self._shine(brightness)

    def set_brightness(self, percent):
        """Backlight in percent, 10 to 100."""
        self._percent = percent
        self._shine(percent)

    def touch(self, now):
        """A key was pressed at ``now`` (ticks, ms). True if it only woke the backlight and should do nothing else."""
        self.awake_at = now
        if not self.dimmed:
            return False
        self.dimmed = False
        self._shine(self._percent)
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
            self._shine(_DIM_PERCENT)
        if idle >= SLEEP_AFTER_MS and self._can_sleep:
            return self._sleep()
        return False

    def _shine(self, percent):
        try:
            self._display.brightness = percent / 100
        except Exception:  # no display, or a backlight that is always on
            pass

    def _sleep(self):
        """Light sleep until a key: the program goes on afterwards where it was. The key that wakes does nothing else:
        the scanner, made anew while it is held, gives no press for it."""
        try:
            import alarm

            asleep = alarm.light_sleep_until_alarms
            pin_alarm = alarm.pin.PinAlarm
            time_alarm = alarm.time.TimeAlarm
        except (ImportError, AttributeError):
            self._can_sleep = False
            return False
        self._shine(0)
        self._radio.close()
        self._keys.close()  # an alarm needs the pin for itself
        try:
            while True:
                self._watch.feed()
                alarms: list = [pin_alarm(pin=pin, value=False, pull=True) for pin in self._keys.pins]
                alarms.append(time_alarm(monotonic_time=time.monotonic() + _NAP_S))
                woken_by = asleep(*alarms)
                if not isinstance(woken_by, time_alarm):
                    break
        except Exception as error:
            # A chip or a pin that can't: it just stays dark until a key, and doesn't try again.
            print("no sleep:", error)
            self._can_sleep = False
        self._keys.open()
        self._radio.retry()
        if self._can_sleep:
            self.touch(ticks_ms())
        return self._can_sleep
