"""This handheld's parts. Whatever can't be built is None or has a problem code; nothing raises."""

from .. import spare
from . import clock
from .radio import Radio

# Codes of ``problem``.
NO_PROBLEM = 0
NO_BOARD = 1  # no pin table for this board and not enough in settings.toml
NO_KEYS = 2  # a button's pin can't be used
NO_DISPLAY = 3

_FOR_THE_START = "boards display extras settings names sentences"


class Parts:
    """What ``code.py`` hands to the handheld.

    ``radio`` always, with its own ``problem``; ``display`` or None; ``keys`` or None; ``store`` (what is saved, the
    player's name and language too); ``battery``; ``power``; ``sound``; ``watch``, and ``is_watched``, False if
    settings.toml doesn't want it; ``clock``. ``problem`` one of the codes above.

    ``complaints`` about wrong values in settings.toml and ``trouble``, without which nobody can play, are lists of what
    is to be said (sentences.py), empty if all is well. They have been told on serial.
    """

    def __init__(self, with_display=True, getenv=None):
        """``with_display`` False leaves the screen out, and displayio unimported; ``getenv(key)`` stands in for
        settings.toml. Both are for many handhelds in one process of a PC."""
        self.clock = clock
        # First of all: WiFi needs the chip's inner memory in large pieces (device-facts.md, "Memory and language").
        self.radio = Radio()
        start = spare.borrow("firmware.board.start").Start(self.radio, with_display, getenv)
        self.problem = start.problem
        self.trouble = start.trouble
        self.display = start.display
        self.keys = start.keys
        self.store = start.store
        self.battery = start.battery
        self.power = start.power
        self.sound = start.sound
        self.watch = start.watch
        self.complaints = start.complaints
        self.is_watched = start.is_watched
        for file in _FOR_THE_START.split():
            spare.forget("firmware.board." + file)

    def close(self):
        """Give back what a reload would trip over, and be silent."""
        self.radio.close()
        self.sound.close()
        self.watch.stop()
