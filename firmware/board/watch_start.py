"""Starts and stops the watchdog."""

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


def stop(dog):
    """Stop a watchdog, if it isn't None. Returns None, or ``dog`` where it can't be stopped."""
    try:
        if dog is not None:
            dog.mode = None
    except Exception as error:
        print("watchdog goes on:", error)
        return dog
    return None
