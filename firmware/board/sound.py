"""Short tones: by a piezo on a pin, or over I2S where the board has an amplifier. Nothing here ever waits."""

from .clock import ticks_diff

# Of each tone (screens/tones.py): Hz and ms of its first and its second note; 0 Hz is none.
_TONES = (
    (0, 0, 0, 0),
    (200, 180, 0, 0),
    (700, 90, 1000, 180),
    (1000, 90, 1400, 250),
    (1000, 200, 0, 0),
)
TONES = 5
_RATE = 16000  # numbers a second over I2S
_AT_LEAST = 128  # numbers in a sample: shorter ones would be fetched too often
_LOUDEST = 12000


class Sound:
    """``works`` is False on a board without sound, or where its pins can't be had; then nothing is ever heard."""

    def __init__(self, wiring, pins, volume):
        """``wiring``: its ``piezo`` or ``i2s`` pins are used, of ``pins``, the ``board`` module; ``volume`` in percent,
        0 is silent. Everything large is made here; ``play`` and ``look`` allocate nothing. Never raises."""
        self._pwm = None
        self._i2s = None
        self._gain = None
        self._samples: dict = {}  # by Hz
        self._tone = 0
        self._second = False
        self._since = 0
        self._duty = 0
        try:
            if wiring.piezo:
                import pwmio

                self._pwm = pwmio.PWMOut(getattr(pins, wiring.piezo), variable_frequency=True)
            elif wiring.i2s:
                self._open_i2s([getattr(pins, name) for name in wiring.i2s])
        except Exception as error:
            print("no sound:", error)
            self._pwm = self._i2s = None
        self.set_volume(volume)

    @property
    def works(self):
        """True if there is something that can be heard."""
        return self._pwm is not None or self._i2s is not None

    def set_volume(self, percent):
        """0 (silent) to 100. Not while a tone is heard: the samples are written anew."""
        self._stop()
        self._duty = 32768 * percent // 100  # half the time on is the loudest
        height = _LOUDEST * percent // 100
        for hz, (numbers, _) in self._samples.items():
            period = _RATE // hz
            for at in range(len(numbers)):
                numbers[at] = height if at % period < period // 2 else -height

    def play(self, tone, now):
        """Start a tone, 1 to ``TONES`` - 1, at ``now`` (ticks, ms); it takes the place of one that is still heard."""
        if self.works and self._duty:
            self._tone = tone
            self._second = False
            self._since = now
            self._start(_TONES[tone][0])

    def look(self, now):
        """Go on to the second note, or end the tone, when its time is over. Call it often."""
        tone = self._tone
        if tone:
            if self._second:
                if ticks_diff(now, self._since) >= _TONES[tone][3]:
                    self._stop()
            elif ticks_diff(now, self._since) >= _TONES[tone][1]:
                self._second = True
                self._since = now
                if _TONES[tone][2]:
                    self._start(_TONES[tone][2])
                else:
                    self._stop()

    def close(self):
        """Be silent."""
        self._stop()

    def _open_i2s(self, pins):
        import array

        import audiobusio
        import audiocore
        import digitalio

        self._gain = digitalio.DigitalInOut(pins[3])
        self._gain.switch_to_output(value=False)  # as the board's own games do
        for tone in _TONES:
            for hz in (tone[0], tone[2]):
                if hz and hz not in self._samples:
                    period = _RATE // hz
                    numbers = array.array("h", bytes(2 * period * (_AT_LEAST // period + 1)))
                    self._samples[hz] = (numbers, audiocore.RawSample(numbers, sample_rate=_RATE))
        self._i2s = audiobusio.I2SOut(pins[0], pins[1], pins[2])

    def _start(self, hz):
        # A pin that is taken away, or a driver without memory: the game goes on without sound.
        try:
            if self._pwm is not None:
                self._pwm.frequency = hz
                self._pwm.duty_cycle = self._duty
            elif self._i2s is not None:
                self._i2s.play(self._samples[hz][1], loop=True)
        except Exception:
            self._pwm = self._i2s = None

    def _stop(self):
        self._tone = 0
        try:
            if self._pwm is not None:
                self._pwm.duty_cycle = 0
            elif self._i2s is not None:
                self._i2s.stop()
        except Exception:
            self._pwm = self._i2s = None
