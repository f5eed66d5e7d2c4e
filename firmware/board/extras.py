"""What a board may have or not: a way to measure its battery, and something to be heard with. Only for the start."""

from .battery import Battery
from .clock import ticks_ms
from .sound import Sound


def open_battery(wiring, pins):
    """The ``Battery`` of a board. ``wiring`` says how it measures; ``pins`` is the ``board`` module. Never raises."""
    cell = None
    try:
        if wiring.battery:
            from .battery_pin import Cell

            cell = Cell(getattr(pins, wiring.battery))
        elif wiring.gauge:
            from .battery_gauge import Cell  # type: ignore[assignment]

            cell = Cell(pins.I2C())
    except Exception as error:  # no pull-ups, no gauge, pin in use: unknown
        print("battery: can't be measured:", error)
    return Battery(cell, ticks_ms())


def open_sound(wiring, pins, volume):
    """The ``Sound`` of a board by its ``piezo`` or ``i2s`` pins of ``pins``, the ``board`` module; ``volume`` in
    percent, 0 is silent. Everything large is made here. Never raises: where there is none, or where its pins can't be
    had, nothing is ever heard."""
    voice: object = None
    try:
        if wiring.piezo:
            from .sound_piezo import Piezo

            voice = Piezo(getattr(pins, wiring.piezo))
        elif wiring.i2s:
            from .sound_i2s import Amplifier

            voice = Amplifier([getattr(pins, name) for name in wiring.i2s])
    except Exception as error:
        print("no sound:", error)
    sound = Sound(voice)
    sound.set_volume(volume)
    return sound
