"""Stand-in for CircuitPython's ``keypad``: scanning in the background, in whole 1/1024 s ticks, whatever Python does.

After shared-module/keypad. Nothing runs in the background here; the queue works out what the scans so far must have
seen whenever somebody looks at it or a key changes, which gives the same events with the same times.
"""

from host_sim.handhelds import device as _device

_OPEN = 8  # bits from this one on belong to no key
_GONE = "Object has been deinitialized and can no longer be used. Create a new object."


class Event:
    """A key went down or up. Equal if key and direction are equal, whatever their times."""

    def __init__(self, key_number=0, pressed=True, timestamp=None):
        if key_number < 0:
            raise ValueError("key_number must be >= 0")
        self._key_number = key_number
        self._pressed = bool(pressed)
        self._timestamp = _device.current().ticks_ms if timestamp is None else int(timestamp)

    @property
    def key_number(self):
        return self._key_number

    @property
    def pressed(self):
        return self._pressed

    @property
    def released(self):
        return not self._pressed

    @property
    def timestamp(self):
        return self._timestamp

    def __eq__(self, other):
        return isinstance(other, Event) and self._key_number == other._key_number and self._pressed == other._pressed

    def __hash__(self):
        return (self._pressed << 15) + self._key_number

    def __repr__(self):
        return "<Event: key_number %d %s>" % (self._key_number, "pressed" if self._pressed else "released")


class EventQueue:
    """Events of one scanner, oldest first. A full queue drops the new event and sets ``overflowed``."""

    def __init__(self):
        raise TypeError("cannot create 'EventQueue' instances")

    @classmethod
    def _of(cls, scanner, max_events):
        self = object.__new__(cls)
        self._scanner = scanner
        self._max = max_events
        self._events = []
        self._overflowed = False
        return self

    def _record(self, key, pressed, timestamp):
        if len(self._events) >= self._max:
            self._overflowed = True
        else:
            self._events.append((key, pressed, timestamp))

    def get(self):
        """The next event, or None."""
        event = Event.__new__(Event)
        return event if self.get_into(event) else None

    def get_into(self, event):
        """Fill ``event`` with the next event and return True; False, and the event untouched, if there is none."""
        scanner = self._scanner
        if not scanner._still:
            scanner._update()
        if not self._events:
            scanner._device.ask()
            return False
        event._key_number, event._pressed, event._timestamp = self._events.pop(0)
        return True

    def clear(self):
        """Empties the queue and takes the overflow flag back."""
        self._scanner._update()
        self._events.clear()
        self._overflowed = False

    def __bool__(self):
        return len(self) > 0

    def __len__(self):
        self._scanner._update()
        if not self._events:
            self._scanner._device.ask()
        return len(self._events)

    @property
    def overflowed(self):
        if not self._scanner._still:
            self._scanner._update()
        return self._overflowed


class Keys:
    """Independent keys, one a pin. Pressed reads ``value_when_pressed``.

    Raises ValueError: a pin in use or given twice, interval < 0, max_events < 1, debounce_threshold not 1-127.
    """

    def __init__(self, pins, *, value_when_pressed, pull=True, interval=0.020, max_events=64, debounce_threshold=1):
        device = _device.current()
        gpios = [pin._gpio for pin in pins]
        if len(set(gpios)) != len(gpios):
            raise ValueError("row_pins contains duplicate pins")
        if interval < 0:
            raise ValueError("interval must be >= 0")
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        if not 1 <= debounce_threshold <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        taken = []
        try:
            for gpio in gpios:
                device.claim(gpio, self)
                taken.append(gpio)
        except ValueError:
            for gpio in taken:
                device.free(gpio)
            raise
        self._device = device
        self._gpios = gpios
        # For each pin the bit of ``device.keys_down`` that is its key's. Without a pull an open pin floats; here it
        # reads as an unpressed key: a bit that is never set.
        keys = [device.key_of_gpio.get(gpio) for gpio in gpios]
        wired = sum(1 << key for key in keys if key is not None)
        self._bits = tuple(1 << (_OPEN + nth if key is None else key) for nth, key in enumerate(keys))
        # A pressed key pulls its pin low: with ``value_when_pressed`` True the keys that are up count as pressed.
        self._flip = wired if value_when_pressed else 0
        self._pressed = 0  # those bits at the last scan
        self._unsettled = -1  # bits of the pins whose counters another scan of the same would still move
        self._interval = int(interval * 1024)
        self._threshold = debounce_threshold
        self._counters = [0] * len(gpios)
        self._events = EventQueue._of(self, max_events)
        # True while every further scan would see what the last one saw: nothing needs to be worked out then.
        self._still = False
        device.scanners.append(self)
        self._scan(_tick(device.now_us), device.now_us)

    # --- scanning ---

    def _update(self):
        if self._events is not None:
            self._catch_up(self._device.now_us)

    def _catch_up(self, now_us):
        """Do all scans that were due up to now; keys haven't moved since the last call."""
        now = now_us * 1024 // 1_000_000
        while self._next <= now:
            if self._still:
                step = self._interval or 1
                self._next += (now - self._next) // step * step + step
            else:
                self._scan(self._next, -(-self._next * 1_000_000 // 1024))

    def _before_change(self, now_us):
        """A key is about to move."""
        self._catch_up(now_us)
        self._still = False

    def _scan(self, tick, at_us):
        self._next = tick + (self._interval or 1)
        device = self._device
        timestamp = (at_us // 1000 + device.ticks_start_ms) & 0x1FFFFFFF
        threshold = self._threshold
        counters = self._counters
        pressed = device.keys_down ^ self._flip
        # Most scans follow a change of one key: the other six needn't be counted again.
        doubtful = pressed ^ self._pressed | self._unsettled
        unsettled = 0
        for key, bit in enumerate(self._bits):
            if not doubtful & bit:
                continue
            counter = counters[key]
            if pressed & bit:
                if counter < threshold:
                    counter += 1
                    if counter == 0:
                        counter = threshold
                        self._events._record(key, True, timestamp)
                    counters[key] = counter
                    if counter < threshold:
                        unsettled |= bit
            elif counter > -threshold:
                counter -= 1
                if counter == 0:
                    counter = -threshold
                    self._events._record(key, False, timestamp)
                counters[key] = counter
                if counter > -threshold:
                    unsettled |= bit
        self._pressed = pressed
        self._unsettled = unsettled
        self._still = not unsettled

    # --- the rest ---

    def _check(self):
        if self._events is None:
            raise ValueError(_GONE)

    def deinit(self):
        """Stop scanning and let go of the pins."""
        if self._events is None:
            return
        self._update()
        if self in self._device.scanners:
            self._device.scanners.remove(self)
        for gpio in self._gpios:
            self._device.free(gpio)
        self._events = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()

    def reset(self):
        """Take all keys for released: those held give a press at once. Queue and overflow flag stay."""
        self._check()
        self._update()
        self._counters = [-self._threshold] * len(self._gpios)
        self._unsettled = -1
        self._scan(_tick(self._device.now_us), self._device.now_us)

    @property
    def key_count(self):
        self._check()
        return len(self._gpios)

    @property
    def events(self):
        self._check()
        return self._events


def _tick(now_us):
    return now_us * 1024 // 1_000_000
