"""Tones over I2S, where the board has an amplifier."""

import array

import audiobusio
import audiocore
import digitalio

from .sound import TONES

_RATE = 16000  # numbers a second
_AT_LEAST = 128  # numbers in a sample: shorter ones would be fetched too often
_LOUDEST = 12000


class Amplifier:
    """On four ``pins``: bit clock, word clock, data, gain. Raises what their drivers raise for a pin in use."""

    def __init__(self, pins):
        self._gain = digitalio.DigitalInOut(pins[3])
        self._gain.switch_to_output(value=False)  # as the board's own games do
        self._samples: dict = {}  # by Hz
        self._height = 0
        for tone in TONES:
            for hz in (tone[0], tone[2]):
                if hz and hz not in self._samples:
                    period = _RATE // hz
                    numbers = array.array("h", bytes(2 * period * (_AT_LEAST // period + 1)))
                    self._samples[hz] = (numbers, audiocore.RawSample(numbers, sample_rate=_RATE))
        self._i2s = audiobusio.I2SOut(pins[0], pins[1], pins[2])

    def set_volume(self, percent):
        """0 (silent) to 100. While it is silent: the samples are written anew."""
        height = self._height = _LOUDEST * percent // 100
        for hz in sorted(self._samples):
            numbers = self._samples[hz][0]
            period = _RATE // hz
            for at in range(len(numbers)):
                numbers[at] = height if at % period < period // 2 else -height

    def sound(self, hz):
        """Sound a note from now on; 0 Hz is silence."""
        if hz and self._height:
            self._i2s.play(self._samples[hz][1], loop=True)
        else:
            self._i2s.stop()
