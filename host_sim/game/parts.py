"""The parts of one handheld of a world: the firmware's own radio, buttons, clock and store, over the stand-ins.

As ``firmware/board/parts.py`` builds them, less what has no meaning without a picture (display, backlight, battery).
Make them while the device is the one in use (``host_sim.handhelds.device.use``).
"""

from host_sim import stand_ins  # noqa: F401, I001  puts the stand-ins first on the search path

import alarm
import board
import microcontroller

from firmware.board import clock
from firmware.board.buttons import Buttons
from firmware.board.radio import Radio
from firmware.board.store import DRIVE_GAME, NvmStore, Store
from host_sim.handhelds.device import FILE_EMPTIED, FILE_HALF, FILE_WRITTEN, KEY_PINS, PowerCut


class SavedFile:
    """Stands for ``FileStore``: one file of the drive, in memory, with the same steps of a write at which the power
    can go (device.py). ``content`` None: there is no file."""

    def __init__(self, device):
        self.content = None
        self._device = device

    def read(self):
        """What ``FileStore.read`` gives."""
        return self.content or b""

    def write(self, record):
        """As a file opened with "wb" is written: emptied, then half, then whole. Raises PowerCut if the power goes."""
        device = self._device
        device.check_power()
        device.counters.file_writes += 1
        self.content = b""
        device.write_step(FILE_EMPTIED)
        self.content = bytes(record[: len(record) // 2])
        device.write_step(FILE_HALF)
        self.content = bytes(record)
        device.write_step(FILE_WRITTEN)
        return True


class Clock:
    """``firmware.board.clock`` with this device's own chance instead of the computer's."""

    ticks_add = staticmethod(clock.ticks_add)
    ticks_diff = staticmethod(clock.ticks_diff)
    ticks_ms = staticmethod(clock.ticks_ms)

    def __init__(self, device):
        self._random = device.random

    def random32(self):
        """0 to 2**32 - 1, from the device's seed."""
        return self._random.getrandbits(32)

    def wait_ms(self, ms):
        """Nothing may wait here: who runs the handheld lets the time pass."""
        raise RuntimeError("a step waited for %d ms" % ms)


class Quiet:
    """Stands for power, sound and battery: nothing is dimmed, heard or measured."""

    works = low = False
    mv = 0

    def touch(self, now):
        """No screen is dark."""
        return False

    def look(self, now, more=None):
        """There is nothing to see."""

    play = set_brightness = set_volume = look


class WorldParts:
    """What ``firmware.handheld.Handheld`` is made of. ``file``: the device's `SavedFile`, which outlives a restart."""

    display = None
    battery = power = sound = Quiet()
    watch = None
    is_watched = False
    complaints = ()
    settings = None
    problem = 0
    problem_text = ""

    def __init__(self, device, name, file):
        self.clock = Clock(device)
        self.radio = Radio()
        self.keys = Buttons(tuple(getattr(board, pin) for pin in KEY_PINS[device.board_id]))
        self.store = Store(NvmStore(microcontroller.nvm), file, alarm.sleep_memory, DRIVE_GAME)
        self.store.load()
        if not self.store.name:
            self.store.name = name


__all__ = ("PowerCut", "SavedFile", "WorldParts")
