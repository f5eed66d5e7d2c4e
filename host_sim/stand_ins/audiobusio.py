"""Stand-in for CircuitPython's ``audiobusio``: sound over I2S. Nothing is heard; the device notes what is played."""

from host_sim.handhelds import device as _device

_GONE = "Object has been deinitialized and can no longer be used. Create a new object."


class I2SOut:
    """Plays one sample at a time, in the background.

    Each ``play`` is noted in the device's ``played``: when (µs), the sample's numbers, its rate, and whether it is
    repeated; each ``stop`` of something that played as well, without numbers. Raises ValueError: pin in use, nothing
    that can be played.
    """

    def __init__(self, bit_clock, word_select, data, *, main_clock=None, left_justified=False, external_clock=False):
        self._device = _device.current()
        self._gpios = []
        for pin in (bit_clock, word_select, data, main_clock):
            if pin is not None:
                self._device.claim(pin._gpio, self)
                self._gpios.append(pin._gpio)
        self._ends_at = None  # µs; None is silence, -1 for ever
        self._left = None  # what was left to play when it was paused

    def _check(self):
        if self._gpios is None:
            raise ValueError(_GONE)

    def deinit(self):
        """Silence, and let go of the pins."""
        if self._gpios is not None:
            self.stop()
            for gpio in self._gpios:
                self._device.free(gpio)
            self._gpios = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()

    def play(self, sample, *, loop=False):
        self._check()
        rate = getattr(sample, "sample_rate", None)  # raises if it was let go of
        if rate is None:
            raise ValueError("Invalid sample")
        device = self._device
        device.played.append((device.now_us, tuple(sample._buffer), rate, loop))
        lasts_us = len(sample._buffer) // sample._channels * 1_000_000 // rate
        self._ends_at = -1 if loop else device.now_us + lasts_us
        self._left = None

    def stop(self):
        self._check()
        if self.playing:
            self._device.played.append((self._device.now_us, (), 0, False))
        self._ends_at = self._left = None

    @property
    def playing(self):
        self._check()
        if self._left is not None:
            return True
        return self._ends_at is not None and (self._ends_at < 0 or self._device.now_us < self._ends_at)

    def pause(self):
        self._check()
        if not self.playing:
            raise RuntimeError("Not playing")
        if self._left is None:
            self._left = -1 if self._ends_at < 0 else self._ends_at - self._device.now_us

    def resume(self):
        self._check()
        if self._left is not None:
            self._ends_at = -1 if self._left < 0 else self._device.now_us + self._left
            self._left = None

    @property
    def paused(self):
        self._check()
        return self._left is not None
