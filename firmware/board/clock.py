"""Time and chance of this handheld.

``ticks_ms()`` is milliseconds that wrap at 2**29, first 65.5 s after power-on (device-facts.md, "Time"): compare
them only with ``ticks_diff`` and ``ticks_add``, which hold within 2**28.
"""

import os
import time

from adafruit_ticks import ticks_add, ticks_diff
from supervisor import ticks_ms

__all__ = ("ticks_add", "ticks_diff", "ticks_ms", "wait_ms", "random32")


def wait_ms(ms):
    """Do nothing for ``ms`` milliseconds; nothing at all for 0 or less."""
    if ms > 0:
        time.sleep(ms / 1000)


def random32():
    """A whole number from 0 to 2**32 - 1 from the chip's own noise."""
    return int.from_bytes(os.urandom(4), "big")
