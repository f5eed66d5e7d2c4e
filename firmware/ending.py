"""What happens when the game can't start or breaks: it says what, where and which button restarts it.

The screen is drawn with Adafruit's labels, a bitmap for each line: that takes far less memory than the game's pictures,
and is loaded only now, after the game has been let go. If that breaks as well, CircuitPython's own console takes the
screen, which then shows the traceback; and serial has it in any case.
"""

import gc

from .board.clock import ticks_diff, ticks_ms, wait_ms
from .board.fault import Fault
from .board.program import restart, restart_when_files_change
from .spare import borrow

O_KEY = 4
_ROWS = 7  # lines for what broke
_WHITE = 0xF6F1E2
_GOLD = 0xE8B84A
ALONE_MS = 60_000  # after this nobody is there to press a button, and it restarts by itself


def end(parts, error):
    """Tell about ``error``, an exception, and start the program again when O is pressed, or after a minute. Never
    returns."""
    fault = Fault(error)
    print(fault.text)
    # Nobody feeds it here; where it can't be stopped it only restarts us sooner.
    parts.watch.stop()
    parts.radio.close()
    keys = parts.keys
    _show(parts, fault.what, fault.where, keys is not None)
    began = ticks_ms()
    while ticks_diff(ticks_ms(), began) < ALONE_MS:
        while keys is not None and keys.next():
            if keys.pressed and keys.key == O_KEY:
                restart()
        wait_ms(20)
    restart()


def end_unwired(parts):
    """Tell of ``parts.trouble``, the wiring without which nobody can play. As soon as a file on the drive
    changes, the program starts again."""
    from .telling import sentences

    restart_when_files_change(True)
    _show(parts, "\n".join(sentences(parts.trouble, parts.store.language)), "settings.toml", False)
    while True:
        wait_ms(1000)


def _show(parts, what, where, has_keys):
    display = parts.display
    if display is None:
        return
    try:
        display.root_group = None  # lets the game's pictures go
        gc.collect()
        words = _words_of(parts)
        display.root_group = fault_group(words, what, where, has_keys)
        display.refresh()
    except Exception as error:
        print("no fault screen:", error)
        _show_console(display)


def _show_console(display):
    try:
        import displayio

        display.root_group = displayio.CIRCUITPYTHON_TERMINAL
        display.auto_refresh = True
    except Exception as error:
        print("no console:", error)


def _words_of(parts):
    from .words import load

    return load(parts.store.language)


def fault_group(words, what, where, has_keys):
    """The screen: what broke in up to seven lines, then where, and which button restarts."""
    from adafruit_display_text import wrap_text_to_pixels
    from displayio import Group

    footer = words["error_restart"] if has_keys else ""
    place = words["error_where"].format(where) if where else ""
    font = Letters(words["error"] + what + place + footer)
    group = Group()
    _write(group, font, words["error"], 160, 0.5, _GOLD, 8, 2)
    y = 48
    for line in wrap_text_to_pixels(what, 304, font)[0:_ROWS]:
        _write(group, font, line, 8, 0, _WHITE, y, 1)
        y += 20
    _write(group, font, place, 8, 0, _GOLD, 192, 1)
    _write(group, font, footer, 160, 0.5, _WHITE, 221, 1)
    return group


def _write(group, font, text, x, anchor, colour, y, scale):
    from adafruit_display_text.bitmap_label import Label

    if text:
        group.append(
            Label(font, text=text, color=colour, scale=scale, anchor_point=(anchor, 0), anchored_position=(x, y))
        )


class Letters:
    """The shipped font as Adafruit's labels want it (``fontio.FontProtocol``): a bitmap for each letter."""

    def __init__(self, text):
        """``text``: all letters that will be needed."""
        folder = __file__.replace("\\", "/").rsplit("/", 1)[0]
        self._font = borrow("firmware.screens.font").Font(folder + "/fonts/text.fnt", text + "-?", 0)
        self.ascent = self._font.ascent
        self.descent = self._font.height - self.ascent
        self._glyphs: dict = {}

    def get_bounding_box(self):
        """Width and height of the largest letter."""
        return (self._font.height, self._font.height)

    def get_glyph(self, code):
        """The letter of that code, or a question mark."""
        glyph = self._glyphs.get(code)
        if glyph is None:
            from displayio import Bitmap
            from fontio import Glyph

            font = self._font
            letter = font.glyph(chr(code))
            width = font.step(letter)
            bitmap = Bitmap(width, font.height, 2)
            font.draw(letter, bitmap, 0)
            glyph = self._glyphs[code] = Glyph(bitmap, 0, width, font.height, 0, -self.descent, width, 0)
        return glyph
