"""Messages over a pair of pipes between the hub and a handheld's process: a length, then a marshalled value.

``marshal`` and not ``pickle``: messages are tuples of numbers and bytes, there are some hundred thousand in a match,
and both ends are the same Python.
"""

import marshal
import os
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
    """One end. Takes the ownership of the two file descriptors."""

    def __init__(self, reading, writing):
        self.reading = reading
        self._writing = writing

    def send(self, value):
        """Send a value of plain types. Raises BrokenPipeError if the other end is gone."""
        body = marshal.dumps(value)
        data = _LENGTH.pack(len(body)) + body
        done = os.write(self._writing, data)
        while done < len(data):
            data = data[done:]
            done = os.write(self._writing, data)

    def receive(self):
        """Wait for the next value. Raises EOFError if the other end is gone."""
        # Each end speaks only when it is asked, so a read never takes in a part of the next message.
        data = os.read(self.reading, _CHUNK)
        while len(data) < 4 or len(data) < 4 + _LENGTH.unpack_from(data)[0]:
            more = os.read(self.reading, _CHUNK)
            if not more:
                raise EOFError
            data += more
        return marshal.loads(data[4:])

    def close(self):
        """Close both pipes."""
        for descriptor in (self.reading, self._writing):
            if descriptor is not None:
                os.close(descriptor)
        self.reading = self._writing = None
