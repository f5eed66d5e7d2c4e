"""Which pin does what, one table a board. Two similar boards never share a table by accident (field case F20).

Pin names are those of CircuitPython's ``board`` module for that board. Imports no hardware: the wiring diagram,
the bundle and the tests read the same tables on a PC.

Names stand several in one text: a board keeps each short text of its own for good.
"""

# The order of the keys everywhere: key number n is bit 1 << n.
BUTTON_NAMES = tuple("UP RIGHT DOWN LEFT O X Z".split())

# Held at power-on, this one gives the drive to the computer. Not X: on the µGame S3 that is GPIO0, which starts the
# chip's own loader when it is held.
DRIVE_BUTTON = 6

BUILT_IN = "built-in"
ILI9341 = "ili9341"


class Wiring:
    """What is connected where on one kind of board.

    ``buttons``: seven pin names in the order of ``BUTTON_NAMES``, each pulled up and closed to ground when pressed.
    ``display``: ``BUILT_IN`` (``board.DISPLAY``) or ``ILI9341`` (made here from the display pins).
    ``cs`` ``dc`` ``reset`` ``backlight`` ``sck`` ``mosi`` ``battery`` ``piezo``: a pin name, or "" for none.
    ``i2s``: the pins of a sound amplifier (bit clock, word clock, data, gain), or none.
    ``mhz``: clock asked for on the display's SPI bus.
    ``drive_bytes``: room for files on CIRCUITPY, counted low.
    """

    def __init__(self, board_id, title, buttons):
        self.board_id = board_id
        self.title = title
        self.buttons = buttons
        self.display = ILI9341
        self.cs = self.dc = self.reset = self.backlight = ""
        self.sck = "SCK"
        self.mosi = "MOSI"
        self.mhz = 40
        self.battery = ""
        self.gauge = False  # a battery gauge on the I2C bus
        self.piezo = ""
        self.i2s: tuple = ()
        self.psram = True
        self.drive_bytes = 960 * 1024

    def copy(self):
        """A copy whose pins may be changed without touching the table."""
        twin = Wiring(self.board_id, self.title, list(self.buttons))
        for name in "display cs dc reset backlight sck mosi mhz battery gauge piezo i2s psram drive_bytes".split():
            setattr(twin, name, getattr(self, name))
        return twin


def _ugame():
    wiring = Wiring(
        "deshipu_ugame_s3",
        "µGame S3",
        "BUTTON_UP BUTTON_RIGHT BUTTON_DOWN BUTTON_LEFT BUTTON_O BUTTON_X BUTTON_Z".split(),
    )
    wiring.display = BUILT_IN
    wiring.cs, wiring.dc, wiring.reset, wiring.backlight = "TFT_CS TFT_DC TFT_RESET TFT_BACKLIGHT".split()
    wiring.sck, wiring.mosi, wiring.battery = "TFT_SCK TFT_MOSI BATTERY".split()
    wiring.mhz = 48
    wiring.i2s = tuple("AUDIO_BCLK AUDIO_LRCLK AUDIO_DATA AUDIO_GAIN".split())
    # Its flash chip's size is nowhere in the facts we have: counted as the smallest that has 8 MB of PSRAM beside it.
    wiring.drive_bytes = 4032 * 1024
    return wiring


def _feather(board_id, title):
    # Not D13: its lamp pulls a pulled-up pin to about 1.7 V, too low to be read as released.
    # Not D5 and D6: the wing's card slot and touch chip listen there.
    wiring = Wiring(board_id, title, "D11 D12 A0 A1 A2 A3 A4".split())
    wiring.cs, wiring.dc, wiring.piezo = "D9 D10 A5".split()
    wiring.gauge = True
    return wiring


def _feather_psram():
    return _feather("adafruit_feather_esp32s3_4mbflash_2mbpsram", "Feather ESP32-S3, 4 MB flash, 2 MB PSRAM")


def _feather_plain():
    wiring = _feather("adafruit_feather_esp32s3_nopsram", "Feather ESP32-S3, 8 MB flash, no PSRAM")
    wiring.psram = False
    wiring.drive_bytes = 4032 * 1024
    return wiring


_MAKERS = {
    "deshipu_ugame_s3": _ugame,
    "adafruit_feather_esp32s3_4mbflash_2mbpsram": _feather_psram,
    "adafruit_feather_esp32s3_nopsram": _feather_plain,
}

BOARD_IDS = (
    "deshipu_ugame_s3",
    "adafruit_feather_esp32s3_4mbflash_2mbpsram",
    "adafruit_feather_esp32s3_nopsram",
)

# What settings.toml has as DISPLAY_CS and so on is the attribute "cs" of Wiring.
_DISPLAY_KEYS = tuple("CS DC RESET BACKLIGHT SCK MOSI".split())
PIN_KEYS = tuple(
    ["BUTTON_" + name for name in BUTTON_NAMES] + ["DISPLAY_" + name for name in _DISPLAY_KEYS] + ["PIEZO"]
)


def standard_wiring(board_id):
    """The table of ``board_id`` as a fresh ``Wiring``, or None for a board without one."""
    maker = _MAKERS.get(board_id)
    return maker() if maker else None


def wiring_of(board_id, pins, read, complaints):
    """The wiring of this very handheld: its board's table with the overrides of settings.toml on top.

    ``pins`` is the ``board`` module, ``read(key)`` a setting's text or None. Appends what is to be said (sentences.py)
    to the list ``complaints``, for every wrong value (which is then left out) and for whatever keeps the handheld from
    being usable. Returns a ``Wiring``; on an unknown board its missing pins are "".
    """
    wiring = standard_wiring(board_id)
    unknown = wiring is None
    if unknown:
        wiring = Wiring(board_id, board_id, [""] * len(BUTTON_NAMES))
        if hasattr(pins, "DISPLAY"):
            wiring.display = BUILT_IN
    else:
        wiring = wiring.copy()

    for number, name in enumerate(BUTTON_NAMES):
        pin = _pin_setting("BUTTON_" + name, pins, read, complaints)
        if pin:
            wiring.buttons[number] = pin
    for name in _DISPLAY_KEYS:
        pin = _pin_setting("DISPLAY_" + name, pins, read, complaints)
        if pin:
            setattr(wiring, name.lower(), pin)
            if name in ("CS", "DC"):
                wiring.display = ILI9341
    wiring.piezo = _pin_setting("PIEZO", pins, read, complaints) or wiring.piezo
    _read_mhz(wiring, read, complaints)

    if unknown:
        _name_what_is_missing(wiring, complaints)
    _name_shared_pins(wiring, complaints)
    return wiring


def _pin_setting(key, pins, read, complaints):
    name = read(key)
    if not name:
        return ""
    if not hasattr(pins, name) or name.startswith("_") or name in ("DISPLAY", "board_id"):
        complaints.append(("no_pin", key, name))
        return ""
    return name


def _read_mhz(wiring, read, complaints):
    text = read("DISPLAY_MHZ")
    if not text:
        return
    try:
        mhz = int(text)
    except ValueError:
        mhz = 0
    if 1 <= mhz <= 80:
        wiring.mhz = mhz
    else:
        complaints.append(("no_number", "DISPLAY_MHZ", text, 1, 80))


def _name_what_is_missing(wiring, complaints):
    missing = []
    for number, name in enumerate(BUTTON_NAMES):
        if not wiring.buttons[number]:
            missing.append("BUTTON_" + name)
    if wiring.display == ILI9341:
        if not wiring.cs:
            missing.append("DISPLAY_CS")
        if not wiring.dc:
            missing.append("DISPLAY_DC")
    if missing:
        complaints.append(("no_table", wiring.board_id, ", ".join(missing)))


def _name_shared_pins(wiring, complaints):
    seen: dict = {}
    for number, pin in enumerate(wiring.buttons):
        name = "BUTTON_" + BUTTON_NAMES[number]
        if pin and pin in seen:
            complaints.append(("shared_pin", seen[pin], name, pin))
        elif pin:
            seen[pin] = name
    if wiring.display == ILI9341:
        for name, pin in (("DISPLAY_CS", wiring.cs), ("DISPLAY_DC", wiring.dc)):
            if pin and pin in seen:
                complaints.append(("shared_pin", seen[pin], name, pin))
