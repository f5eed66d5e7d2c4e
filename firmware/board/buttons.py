"""The seven buttons, by ``keypad.Keys``: scanned in the background, one reused event."""

import keypad

from .clock import ticks_ms

SCAN_S = 0.005  # five of the scanner's 1/1024 s ticks
_SCANS = 2  # a contact must look the same in two scans: no bounce passes, and the press is told within 10 ms
_QUEUE = 64


class Buttons:
    """Presses and releases, in the order they happened.

    ``next()`` fetches one event into ``key`` (0 to 6), ``pressed`` and ``at`` (``ticks_ms`` time). ``down`` has a bit
    for each key that is down. Allocates nothing after ``__init__``.

    Two traps of device-facts.md, "keypad": when the queue overflowed, a release may be lost, so every key that was
    down is told as released and the rest of the queue, stale by then, is thrown away (field case F13); a key held
    since before the start gives a lone release, which is dropped (F14). ``overflows`` counts the first kind.
    """

    def __init__(self, pins):
        """``pins``: the seven pins in the table's order. Raises what ``keypad.Keys`` raises for a pin in use."""
        self.pins = pins
        self.key = 0
        self.pressed = False
        self.at = 0
        self.down = 0
        self.overflows = 0
        self._releasing = 0
        self._event = keypad.Event()
        self._keys = None
        self._events = None
        self.open()

    def open(self):
        """Start scanning (again, after ``close``)."""
        if self._keys is None:
            self._keys = keypad.Keys(
                self.pins,
                value_when_pressed=False,
                pull=True,
                interval=SCAN_S,
                max_events=_QUEUE,
                debounce_threshold=_SCANS,
            )
            self._events = self._keys.events

    def close(self):
        """Stop scanning and set the pins free; keys that are down are told as released by ``next``."""
        if self._keys is not None:
            self._keys.deinit()
            self._keys = None
            self._events = None
        self._releasing = self.down

    def next(self):
        """True if there was an event; it is in ``key``, ``pressed`` and ``at`` then."""
        events = self._events
        if events is not None and events.overflowed:
            events.clear()
            self.overflows += 1
            self._releasing = self.down
        if self._releasing:
            return self._release_one()
        if events is None:
            return False
        event = self._event
        while events.get_into(event):
            key = event.key_number
            bit = 1 << key
            if event.pressed:
                self.down |= bit
            elif self.down & bit:
                self.down &= ~bit
            else:
                continue
            self.key = key
            self.pressed = event.pressed
            self.at = event.timestamp
            return True
        return False

    def _release_one(self):
        key = 0
        while not self._releasing & (1 << key):
            key += 1
        self._releasing &= ~(1 << key)
        self.down &= ~(1 << key)
        self.key = key
        self.pressed = False
        self.at = ticks_ms()
        return True
