"""What a handheld's process and the hub share by memory: the panel's picture, nvm, sleep memory and the counters.

It is a file in the handheld's own folder, mapped by both. So pictures need no copying, and what a real handheld keeps
without its program (nvm always, sleep memory while there is power) is kept when the process is killed.
"""

import mmap
import struct
from typing import NamedTuple

from host_sim.handhelds.device import NVM_SIZE, SLEEP_MEMORY_SIZE
from host_sim.handhelds.panel import MEMORY_SIZE

_COUNTERS = struct.Struct("<QIIIIB?B?x")
_NVM = MEMORY_SIZE
_SLEEP = _NVM + NVM_SIZE
_TAIL = _SLEEP + SLEEP_MEMORY_SIZE
SIZE = _TAIL + _COUNTERS.size


class Counters(NamedTuple):
    """What a process has counted since it was started, and how its panel shows its memory."""

    spi_bytes: int = 0
    swaps: int = 0
    refused: int = 0
    frames_dropped: int = 0
    changes: int = 0  # of the picture
    madctl: int = 0
    is_lit: bool = False
    brightness: int = 0  # percent
    is_inverted: bool = False


class SharedPage:
    """One handheld's page. ``picture``, ``nvm`` and ``sleep_memory`` are writable views of it."""

    def __init__(self, path):
        """Map the page at ``path``; a file that is missing or too short becomes one full of zeros."""
        path.touch()
        with open(path, "r+b") as file:
            if path.stat().st_size < SIZE:
                file.truncate(SIZE)
            self._map = mmap.mmap(file.fileno(), SIZE)
        whole = memoryview(self._map)
        self.picture = whole[:MEMORY_SIZE]
        self.nvm = whole[_NVM:_SLEEP]
        self.sleep_memory = whole[_SLEEP:_TAIL]
        self._whole = whole

    def write_counters(self, device, swaps, refused):
        """From the handheld's process: how its hardware and its player stand."""
        panel = device.panel
        _COUNTERS.pack_into(
            self._map,
            _TAIL,
            panel.spi_bytes,
            swaps,
            refused,
            device.counters.frames_dropped,
            panel.changes,
            panel.madctl,
            panel.is_lit(),
            int(panel.backlight * 100),
            panel.is_inverted,
        )

    def counters(self):
        """The newest ``Counters``."""
        return Counters(*_COUNTERS.unpack_from(self._map, _TAIL))

    def clear_counters(self):
        """A new process counts from zero, with a dark panel."""
        _COUNTERS.pack_into(self._map, _TAIL, *Counters())

    def close(self):
        """Give the memory back."""
        for view in (self.picture, self.nvm, self.sleep_memory, self._whole):
            view.release()
        self._map.close()
