"""Starts the watchdog. Only for the start."""

import microcontroller
import supervisor

# A send waits up to 2 s for the driver's memory, a collection a fifth of a second, a save about one.
TIMEOUT_S = 8


def start():
    """The chip's watchdog, running, or None on a board without one. Never raises."""
    try:
        from watchdog import WatchDogMode

        dog = microcontroller.watchdog
        if dog is not None:
            dog.timeout = TIMEOUT_S
            dog.mode = WatchDogMode.RAISE if supervisor.runtime.usb_connected else WatchDogMode.RESET
        return dog
    except Exception as error:
        print("no watchdog:", error)
        return None
