"""Short tones. Nothing here ever waits, and ``play`` and ``look`` allocate nothing."""

from adafruit_ticks import ticks_diff

# Of each tone (screens/tones.py): Hz and ms of its first and its second note; 0 Hz is none.
TONES = (
    (0, 0, 0, 0),
    (200, 180, 0, 0),
    (700, 90, 1000, 180),
    (1000, 90, 1400, 250),
    (1000, 200, 0, 0),
)


class Sound:
    """A board without sound: nothing is ever heard. Those that have some are made of this (sound_piezo.py,
    sound_i2s.py), each with what it takes to start and to end a note."""

    works = False  # True if there is something that can be heard

    def __init__(self):
        self._tone = 0
        self._note = 0  # 0 or 2: where in the tone
        self._since = 0

    def set_volume(self, percent):
        """0 (silent) to 100. Ends a tone that is heard."""

    def play(self, tone, now):
        """Start a tone, 1 to the last of ``TONES``, at ``now`` (ticks, ms); it takes the place of one that is still
        heard."""
        if self.works:
            self._tone = tone
            self._begin(0, now)

    def look(self, now):
        """Go on to the second note, or end the tone, when its time is over. Call it often."""
        tone = self._tone
        if tone:
            note = self._note
            if ticks_diff(now, self._since) >= TONES[tone][note + 1]:
                if not note and TONES[tone][2]:
                    self._begin(2, now)
                else:
                    self.close()

    def close(self):
        """Be silent."""
        self._tone = 0
        self._sound(0)

    def _begin(self, note, now):
        self._note = note
        self._since = now
        self._sound(TONES[self._tone][note])

    def _sound(self, hz):
        # A pin that is taken away, or a driver without memory: the game goes on without sound.
        if self.works:
            try:
                self._drive(hz)
            except Exception:
                self.works = False

    def _drive(self, hz):
        """Sound a note from now on; 0 Hz is silence."""
