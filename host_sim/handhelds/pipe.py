"""Messages over a pair of pipes between the hub and a handheld's process: a length, then a marshalled value.

``marshal`` and not ``pickle``: messages are tuples of numbers and bytes, there are some hundred thousand in a match,
and both ends are the same Python.
"""

import marshal
import struct

_LENGTH = struct.Struct("<I")
_CHUNK = 1 << 16

# What comes with a wake-up, each with its time: a frame of the radio, a key, or a code that the player has read off
# another handheld's screen.
AIR = 0
KEY = 1
CODE_READ = 2

# What a handheld tells about itself when it goes to sleep.
PICTURE = "picture"  # its panel shows something new
SCREEN = "screen"  # the firmware's name of the screen it shows now
CODE = "code"  # the code that the others need, on its screen
RESULT = "result"  # how the match ended, by what this handheld's table says
ENDED = "ended"  # its program ended, and why
RESET = "reset"  # it resets, and why


class Wire:
    """One end. ``channel``: as of host_sim/system.py; it belongs to this object from now on."""

    def __init__(self, channel):
        self._channel = channel

    def fileno(self):
        """To wait on until the other end has said something."""
        return self._channel.fileno()

    def send(self, value):
        """Send a value of plain types. Raises BrokenPipeError if the other end is gone."""
        body = marshal.dumps(value)
        self._channel.write(_LENGTH.pack(len(body)) + body)

    def receive(self):
        """Wait for the next value. Raises EOFError if the other end is gone."""
        # Each end speaks only when it is asked, so a read never takes in a part of the next message.
        data = self._channel.read(_CHUNK)
        while len(data) < 4 or len(data) < 4 + _LENGTH.unpack_from(data)[0]:
            more = self._channel.read(_CHUNK)
            if not more:
                raise EOFError
            data += more
        return marshal.loads(data[4:])

    def close(self):
        """The other end finds it gone."""
        self._channel.close()
