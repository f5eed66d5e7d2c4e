"""A watchdog that is fed only by a healthy loop."""

import microcontroller
import supervisor

# A send waits up to 2 s for the driver's memory, a collection a fifth of a second, a save about one.
TIMEOUT_S = 8


class Watch:
    """Resets the handheld when ``feed`` isn't called for ``TIMEOUT_S`` seconds; after the reset it takes its seat back.

    With a computer on USB the watchdog raises instead: a reset in the middle of the computer's writing would cost
    files, and whoever has the serial console open sees where it hung.
    """

    def __init__(self):
        self._dog = None

    @property
    def on(self):
        """True while it watches."""
        return self._dog is not None

    def start(self):
        """Start watching. Does nothing on a board without a watchdog."""
        try:
            from watchdog import WatchDogMode

            dog = microcontroller.watchdog
            if dog is None:
                return
            dog.timeout = TIMEOUT_S
            dog.mode = WatchDogMode.RAISE if supervisor.runtime.usb_connected else WatchDogMode.RESET
            self._dog = dog
        except Exception as error:
            print("no watchdog:", error)

    def feed(self):
        """Call at the end of a step that did everything a step does."""
        if self._dog is not None:
            self._dog.feed()

    def stop(self):
        """Stop watching, for a wait on purpose. Where the chip can't stop it, ``feed`` goes on being needed."""
        if self._dog is not None:
            try:
                self._dog.mode = None
                self._dog = None
            except Exception as error:
                print("watchdog goes on:", error)
