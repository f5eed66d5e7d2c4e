"""Pin names and GPIO numbers of our boards, as in circuitpython-stubs' ``board_definitions`` (a test compares)."""

_UGAME = {
    "P1": 43, "P2": 44, "P3": 3, "P4": 4, "P5": 5, "P6": 6, "P7": 7,
    "BUTTON_LEFT": 1, "BUTTON_UP": 2, "BUTTON_RIGHT": 42, "BUTTON_DOWN": 41,
    "BUTTON_X": 0, "BUTTON_O": 48, "BUTTON_Z": 47,
    "LIGHT": 14, "BATTERY": 8,
    "AUDIO_BCLK": 15, "AUDIO_LRCLK": 16, "AUDIO_DATA": 17, "AUDIO_GAIN": 18,
    "TFT_RESET": 13, "TFT_CS": 10, "TFT_DC": 9, "TFT_BACKLIGHT": 21, "TFT_SCK": 12, "TFT_MOSI": 11,
}  # fmt: skip

_FEATHER = {
    "BUTTON": 0, "BOOT0": 0, "D0": 0, "SDA": 3, "D3": 3, "SCL": 4, "D4": 4, "D5": 5, "D6": 6,
    "I2C_POWER": 7, "D7": 7, "A5": 8, "D8": 8, "D9": 9, "D10": 10, "D11": 11, "D12": 12,
    "LED": 13, "D13": 13, "L": 13, "A4": 14, "D14": 14, "A3": 15, "D15": 15, "A2": 16, "D16": 16,
    "A1": 17, "D17": 17, "A0": 18, "D18": 18, "NEOPIXEL_POWER": 21, "NEOPIXEL": 33,
    "MOSI": 35, "D35": 35, "SCK": 36, "D36": 36, "MISO": 37, "D37": 37,
    "RX": 38, "D38": 38, "TX": 39, "D39": 39,
}  # fmt: skip

PINS = {
    "deshipu_ugame_s3": _UGAME,
    "adafruit_feather_esp32s3_4mbflash_2mbpsram": _FEATHER,
    "adafruit_feather_esp32s3_nopsram": _FEATHER,
}


def pin_name(board_id, gpio):
    """What this board calls a GPIO: its first name, or IOn if it isn't led out."""
    for name, number in PINS[board_id].items():
        if number == gpio:
            return name
    return "IO%d" % gpio
