"""Fits Adafruit's displayio for PCs into a simulated device: drawing on virtual time, pins held as on the device.

displayio itself stays Adafruit's. Three things of it can't work here as they are: its background thread refreshes on
the computer's clock (so a run would differ each time), ``release_displays`` doesn't give the pins of a FourWire back,
and a display from before a reload isn't known to a new process.
"""

from host_sim.handhelds import device as _device

_done = False


def fit_displayio():
    """Import displayio over the stand-ins and make it follow the current device. Harmless if done before."""
    global _done
    if _done:
        return
    _done = True
    import displayio
    import fourwire

    displayio._stop_background()
    real_release = displayio.release_displays
    real_init = fourwire.FourWire.__init__

    def release_displays():
        real_release()
        device = _device.current()
        for gpio in device.display_pins:
            device.free(gpio)
        device.display_pins.clear()

    def init(self, spi_bus, *, command, chip_select=None, reset=None, **options):
        real_init(self, spi_bus, command=command, chip_select=chip_select, reset=reset, **options)
        device = _device.current()
        device.display_pins.update(spi_bus._gpios)
        device.display_pins.update(pin._gpio for pin in (command, chip_select, reset) if pin is not None)

    release_displays.__doc__ = real_release.__doc__
    init.__doc__ = real_init.__doc__
    displayio.release_displays = release_displays
    fourwire.FourWire.__init__ = init


def refresh_displays(device):
    """What the board does in the background: displays with auto_refresh are refreshed up to 60 times a second."""
    import displayio

    for display in list(displayio.displays):
        if getattr(display, "_auto_refresh", False) and hasattr(display, "_refresh_thread"):  # fully made
            display._background()


def built_in_display(device):
    """The display that a board brings along, made before boot.py on the real board: no time passes."""
    import board
    import busio
    import fourwire
    from adafruit_ili9341 import ILI9341

    fit_displayio()
    hook, device.on_sleep = device.on_sleep, lambda device, us: None
    background, device.on_background = device.on_background, None
    try:
        bus = fourwire.FourWire(
            busio.SPI(board.TFT_SCK, MOSI=board.TFT_MOSI),
            command=board.TFT_DC,
            chip_select=board.TFT_CS,
            reset=board.TFT_RESET,
            baudrate=48_000_000,
        )
        return ILI9341(bus, width=320, height=240, backlight_pin=board.TFT_BACKLIGHT)
    finally:
        device.on_sleep, device.on_background = hook, background
