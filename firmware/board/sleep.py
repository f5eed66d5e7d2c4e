"""Sleeping until a key is pressed."""

import time

from .clock import ticks_ms

_NAP_S = 4  # shorter than the watchdog's patience, which can't be stopped on every chip


def sleep(power):
    """Light sleep until a key: the program goes on afterwards where it was. The key that wakes does nothing else:
    the scanner, made anew while it is held, gives no press for it. ``power`` is a ``Power``; returns True if it slept,
    with the radio open again. Never raises."""
    try:
        import alarm

        asleep = alarm.light_sleep_until_alarms
        pin_alarm = alarm.pin.PinAlarm
        time_alarm = alarm.time.TimeAlarm
    except (ImportError, AttributeError):
        power.can_sleep = False
        return False
    keys = power.keys
    power.shine(0)
    power.radio.close()
    keys.close()  # an alarm needs the pin for itself
    try:
        while True:
            power.watch.feed()
            alarms: list = [pin_alarm(pin=pin, value=False, pull=True) for pin in keys.pins]
            alarms.append(time_alarm(monotonic_time=time.monotonic() + _NAP_S))
            woken_by = asleep(*alarms)
            if not isinstance(woken_by, time_alarm):
                break
    except Exception as error:
        # A chip or a pin that can't: it just stays dark until a key, and doesn't try again.
        print("no sleep:", error)
        power.can_sleep = False
    keys.open()
    power.radio.retry()
    if power.can_sleep:
        power.touch(ticks_ms())
    return power.can_sleep
