"""The board without PSRAM, for a device VM: every pin is a shape."""

from shapes import Shape

board_id = "adafruit_feather_esp32s3_nopsram"


def __getattr__(name):
    return Shape
