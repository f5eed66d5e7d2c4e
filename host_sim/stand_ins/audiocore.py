"""Stand-in for CircuitPython's ``audiocore``: samples in memory."""

_GONE = "Object has been deinitialized and can no longer be used. Create a new object."


class RawSample:
    """``buffer``: bytes, or an array of type b, B, h or H. ``sample_rate`` in Hz may be changed before ``play``.

    Raises ValueError: an array of another type, or a channel count that isn't 1 or 2.
    """

    def __init__(self, buffer, *, channel_count=1, sample_rate=8000, single_buffer=True):
        view = memoryview(buffer)
        if view.format not in ("b", "B", "h", "H"):
            raise ValueError("sample_source buffer must be a bytearray or array of type 'h', 'H', 'b', or 'B'")
        if channel_count not in (1, 2):
            raise ValueError("channel_count must be 1-2")
        if not single_buffer and len(view) % (2 * channel_count):
            raise ValueError("Length of buffer must be an even multiple of channel_count * type_size")
        self._buffer = buffer
        self._rate = sample_rate
        self._channels = channel_count

    def _check(self):
        if self._buffer is None:
            raise ValueError(_GONE)

    def deinit(self):
        """Let go of the buffer."""
        self._buffer = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()

    @property
    def sample_rate(self):
        self._check()
        return self._rate

    @sample_rate.setter
    def sample_rate(self, value):
        self._check()
        self._rate = value
