"""What all pictures are made of while they are up: strips of text, and changes that are sent only if they are some.

A strip of text is drawn by copying letters into a bitmap that stays, so that a new text leaves no garbage behind (field
case F15). Labels would not do for texts that change in play: adafruit_display_text takes about 12.4 KB of heap as .mpy,
and a Label about 6 KB of garbage with each change, which a collection has to clear away in the middle of a round. The
fault screen (ending.py), drawn once, uses labels.
"""

import bitmaptools
from displayio import Bitmap, Group, TileGrid

from . import palettes

LEFT = 0
CENTRE = 1
RIGHT = 2

ELLIPSIS = "…"


class Strip:
    """One line of text at a fixed place, ``layer``. ``set`` draws only if the text is another one, and only as far as
    the old or the new text reaches; a strip that ``stays`` isn't hidden when empty either, which would send all of
    it."""

    def __init__(self, group, font, x, y, width, palette=palettes.WHITE, align=LEFT, stays=False):
        self._font = font
        self.layer = TileGrid(Bitmap(width, font.height, 2), pixel_shader=palette, x=x, y=y)
        self.layer.hidden = not stays
        self._align = align
        self._room = width
        self._stays = stays
        self._from = self._to = 0  # columns that aren't blank
        self.text = ""
        group.append(self.layer)

    def set(self, text):
        """Show ``text``; what doesn't fit is cut, with an ellipsis."""
        if text == self.text:
            return
        self.text = text
        bitmap = self.layer.bitmap
        font = self._font
        if self._to > self._from:
            bitmaptools.fill_region(bitmap, self._from, 0, self._to, font.height, 0)
            self._from = self._to = 0
        set_hidden(self.layer, not text and not self._stays)
        if not text:
            return
        width = font.width(text)
        room = self._room
        cut = width > room
        if cut:
            room -= font.width(ELLIPSIS)
        x = 0
        if not cut and self._align:
            x = (room - width) // 2 if self._align == CENTRE else room - width
        # A letter may reach a little to both sides of where the pen stands.
        self._from = max(0, x - 4)
        self._to = bitmap.width if cut else min(bitmap.width, x + width + 4)
        for letter in text:
            glyph = font.glyph(letter)
            if cut and x + font.step(glyph) > room:
                font.draw(font.glyph(ELLIPSIS), bitmap, x)
                return
            x = font.draw(glyph, bitmap, x)

    def fit(self, room):
        """Let texts take only so many pixels, at most the strip's width."""
        if room != self._room:
            self._room = room
            text, self.text = self.text, ""
            self.set(text)


class Picture:
    """What draws a page: ``group`` is its root. It remembers which page, and how far that has changed."""

    def __init__(self):
        self.group = Group()
        self._page = None
        self._version = -1

    def shows(self, page):
        """True if nothing has changed since this page was last asked about here."""
        if page is self._page and page.version == self._version:
            return True
        self._page = page
        self._version = page.version
        return False


def set_hidden(layer, hidden):
    """Hide or show a group or tile grid. Even the same value would have it sent again."""
    if layer.hidden != hidden:
        layer.hidden = hidden


def set_tile(grid, tile, at=0):
    """Change a tile of a grid, if it is another one."""
    if grid[at] != tile:
        grid[at] = tile


def set_palette(grid, palette):
    """Change a grid's colours, if they are others."""
    if grid.pixel_shader is not palette:
        grid.pixel_shader = palette


def move(layer, x, y):
    """Bring a group or tile grid to a place, if it is another one."""
    if layer.x != x:
        layer.x = x
    if layer.y != y:
        layer.y = y
