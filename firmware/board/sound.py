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
    """``works``: True if there is something that can be heard."""

    def __init__(self, voice):
        """``voice``: what sounds (sound_piezo.py, sound_i2s.py); None on a board without, where nothing is ever
        heard."""
        self._voice = voice
        self.works = voice is not None
        self._tone = 0
        self._note = 0  # 0 or 2: where in the tone
        self._since = 0

    def set_volume(self, percent):
        """0 (silent) to 100. Ends a tone that is heard."""
        self.close()
        if self.works:
            self._voice.set_volume(percent)

    def play(self, tone, now):
        """Start a tone, 1 to the last of ``TONES``, at ``now`` (ticks, ms); it takes the place of one that is still
        heard."""
        self._tone = tone
        self._note = 0
        self._since = now
        self._sound(TONES[tone][0])

    def look(self, now):
        """Go on to the second note, or end the tone, when its time is over. Call it often."""
        if self._tone:
            tone = TONES[self._tone]
            if ticks_diff(now, self._since) >= tone[self._note + 1]:
                if self._note or not tone[2]:
                    self.close()
                else:
                    self._note = 2
                    self._since = now
                    self._sound(tone[2])

    def close(self):
        """Be silent."""
        self._tone = 0
        self._sound(0)

    def _sound(self, hz):
        # A pin that is taken away, or a driver without memory: the game goes on without sound.
        if self.works:
            try:
                self._voice.sound(hz)
            except Exception:
                self.works = False
