"""The screen: 320 x 240, drawn only when asked (device-facts.md, "displayio")."""

from .boards import BUILT_IN

WIDTH = 320
HEIGHT = 240


def open_display(wiring, pins, trouble):
    """The display of this handheld with automatic refresh off, or None with what is to be said about it
    (sentences.py) in ``trouble``.

    ``wiring`` says which, ``pins`` is the ``board`` module. Never raises: a handheld without a screen still says on
    serial what is wrong.
    """
    try:
        if wiring.display == BUILT_IN:
            display = _built_in(pins)
        else:
            display = _ili9341(wiring, pins)
    except Exception as error:
        trouble.append(("display_broken", error))
        return None
    if display is None:
        trouble.append(("display_missing",))
    elif display.width != WIDTH or display.height != HEIGHT:
        trouble.append(("display_size", display.width, display.height))
    return display


def _built_in(pins):
    # No release_displays() here: it would take the board's own display away for good.
    display = getattr(pins, "DISPLAY", None)
    if display is not None:
        display.auto_refresh = False
    return display


def _ili9341(wiring, pins):
    import adafruit_ili9341
    import busio
    import displayio
    import fourwire

    # After a reload the old display still has the bus.
    displayio.release_displays()
    spi = busio.SPI(clock=getattr(pins, wiring.sck), MOSI=getattr(pins, wiring.mosi))
    bus = fourwire.FourWire(
        spi,
        command=getattr(pins, wiring.dc),
        chip_select=getattr(pins, wiring.cs),
        reset=getattr(pins, wiring.reset) if wiring.reset else None,
        baudrate=wiring.mhz * 1_000_000,
    )
    more = {}
    if wiring.backlight:
        more["backlight_pin"] = getattr(pins, wiring.backlight)
    return adafruit_ili9341.ILI9341(bus, width=WIDTH, height=HEIGHT, auto_refresh=False, **more)
