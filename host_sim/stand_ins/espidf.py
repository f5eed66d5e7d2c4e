"""Stand-in for CircuitPython's ``espidf``: the errors of Espressif's libraries."""

import builtins

from host_sim.handhelds import device as _device

_PSRAM = {
    "deshipu_ugame_s3": 8 * 1024 * 1024,
    "adafruit_feather_esp32s3_4mbflash_2mbpsram": 2 * 1024 * 1024,
    "adafruit_feather_esp32s3_nopsram": 0,
}
_INTERNAL = 327_680


class IDFError(builtins.OSError):
    """An Espressif function returned an error code."""


class MemoryError(builtins.MemoryError):
    """An Espressif memory allocation failed."""


def heap_caps_get_total_size() -> int:
    """Internal RAM plus PSRAM; the figures are round ones, nothing here is measured."""
    return _INTERNAL + get_total_psram()


def heap_caps_get_free_size() -> int:
    return heap_caps_get_total_size() // 2


def heap_caps_get_largest_free_block() -> int:
    return heap_caps_get_total_size() // 4


def erase_nvs() -> None:
    """Erases nvm as well."""
    device = _device.current()
    device.nvm[:] = bytes(len(device.nvm))


def get_total_psram() -> int:
    return _PSRAM[_device.current().board_id]
