"""A watchdog that is fed only by a healthy loop."""

from ..spare import borrow


class Watch:
    """Resets the handheld when ``feed`` isn't called for 8 seconds (watch_start.py); after the reset it takes its seat
    back.

    With a computer on USB the watchdog raises instead: a reset in the middle of the computer's writing would cost
    files, and whoever has the serial console open sees where it hung.
    """

    def __init__(self):
        self.dog = None  # the chip's watchdog while it watches

    def start(self):
        """Start watching. Does nothing on a board without a watchdog."""
        self.dog = borrow("firmware.board.watch_start").start()

    def feed(self):
        """Call at the end of a step that did everything a step does."""
        if self.dog is not None:
            self.dog.feed()

    def stop(self):
        """Stop watching, for a wait on purpose. Where the chip can't stop it, ``feed`` goes on being needed."""
        self.dog = borrow("firmware.board.watch_start").stop(self.dog)
