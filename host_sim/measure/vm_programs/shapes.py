"""Stands for every hardware module on a device VM: whatever it is asked for is a class that can be made with anything,
and whose objects do nothing and hold nothing."""

import sys

# What firmware/board and the pictures import; on a board these are in the chip's flash and take no heap.
HARDWARE = (
    "__future__",
    "alarm",
    "analogio",
    "audiobusio",
    "audiocore",
    "bitmaptools",
    "busdisplay",
    "busio",
    "digitalio",
    "displayio",
    "espnow",
    "fontio",
    "fourwire",
    "keypad",
    "microcontroller",
    "pwmio",
    "storage",
    "traceback",
    "watchdog",
    "wifi",
)
_KNOWN = {
    "mac_address": b"\x02\0\0\0\0\1",
    "width": 320,
    "height": 240,
    "overflowed": 0,
    "connected": 0,
    "ap_active": 0,
    "readonly": 1,
}


class Shape:
    def __init__(self, *words, **more):
        pass

    def __setattr__(self, name, value):
        pass

    def __getattr__(self, name):
        return _KNOWN.get(name, self)

    def __call__(self, *words, **more):
        return self

    def __setitem__(self, at, value):
        pass

    def __getitem__(self, at):
        return 0

    def get_into(self, event):
        return False

    def open(self, path, mode):
        raise OSError(2)


class Bitmap(Shape):
    def __getattr__(self, name):
        return 4095 if name == "width" else Shape.__getattr__(self, name)


def __getattr__(name):
    return Shape if "A" <= name[0:1] <= "Z" else Shape()


def stand_in():
    """Have shapes for all hardware modules. Before the firmware is imported."""
    for name in HARDWARE:
        sys.modules[name] = sys.modules["shapes"]
