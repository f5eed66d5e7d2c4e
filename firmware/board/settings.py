"""What settings.toml says. Every key has a default; a wrong value gives a sentence and the default."""

import os

from .names import LANGUAGES, fit_name
from .sentences import english


class Settings:
    """settings.toml, read once.

    ``name`` the player's name or "" if none is given; ``language`` one of ``LANGUAGES`` or "" if none is given;
    ``brightness`` percent of the backlight, 10 to 100, or None if none is given;
    ``watchdog`` False turns the watchdog off;
    ``complaints`` what is to be said about wrong values (sentences.py), also printed. ``read(key)`` gives a value's
    text or None.
    """

    def __init__(self, getenv=None):
        """``getenv(key)``: the file's reader, ``os.getenv`` if None."""
        self._getenv = getenv or os.getenv
        self.complaints = []
        self._broken = False
        self.name = self._read_name()
        self.language = self._read_language()
        self.brightness = self._read_number("BRIGHTNESS", 10, 100, None)
        self.watchdog = self._read_yes("WATCHDOG", True)

    def read(self, key):
        """The value of ``key`` as text without spaces around it, or None. Before CircuitPython 10.2 whole numbers
        come as int (device-facts.md, "Storage and settings"), hence the ``str``. Never raises: a file that can't be
        read is one complaint."""
        try:
            value = self._getenv(key)
        except Exception as error:  # ValueError or OSError, depending on the version
            if not self._broken:
                self._broken = True
                self.complain(("not_read", error))
            return None
        return None if value is None else str(value).strip()

    def complain(self, said):
        """Keep it for the screen and print it for whoever listens on serial."""
        self.complaints.append(said)
        print(english(said))

    def _read_name(self):
        text = self.read("PLAYER_NAME") or ""
        name = fit_name(text)
        if name != text:
            self.complain(("name_odd", text, name))
        return name

    def _read_language(self):
        text = (self.read("LANGUAGE") or "").lower()
        if text and text not in LANGUAGES:
            self.complain(("no_language", text))
            return ""
        return text

    def _read_number(self, key, low, high, default):
        text = self.read(key)
        if not text:
            return default
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if low <= number <= high:
            return number
        self.complain(("no_number", key, text, low, high))
        return default

    def _read_yes(self, key, default):
        text = (self.read(key) or "").lower()
        if not text:
            return default
        if text in "yes on true 1".split():
            return True
        if text in "no off false 0".split():
            return False
        self.complain(("no_yes", key, text))
        return default
