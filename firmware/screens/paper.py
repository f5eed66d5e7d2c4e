"""What all pictures are made of: the shipped sheets and fonts, strips of text, and the cloth behind everything.

Everything large is made once (field case F17). A strip of text is drawn by copying glyphs into a bitmap that
stays, so that a new text leaves no garbage behind (field case F15).
"""

import bitmaptools
from adafruit_bitmap_font import bitmap_font
from displayio import Bitmap, TileGrid

from . import palettes

WIDTH = 320
HEIGHT = 240
LEFT = 0
CENTRE = 1
RIGHT = 2

_FOLDER = __file__.replace("\\", "/").rsplit("/", 2)[0]
_ELLIPSIS = "…"
_UNKNOWN = "?"  # for a letter that isn't in the font: a name may come from anywhere (F16)


def load_sheet(name):
    """A sheet of ``firmware/pictures`` as a bitmap. The format is in host_sim/make_cards.py.

    Raises OSError if the file is missing, ValueError if it is something else.
    """
    with open(_FOLDER + "/pictures/" + name + ".raw", "rb") as file:
        head = file.read(8)
        if len(head) != 8 or head[0] != 0x4A or head[1] != 0x42:
            raise ValueError(name + ".raw is no sheet")
        bits = head[2]
        bitmap = Bitmap(head[4] | head[5] << 8, head[6] | head[7] << 8, 1 << bits)
        bitmaptools.readinto(bitmap, file, bits)
    return bitmap


class Font:
    """A shipped font; ``height`` is that of its strips, ``load`` reads the glyphs of a text ahead."""

    def __init__(self, name):
        self._name = name
        self.forget()
        self.ascent = self.font.ascent
        self.height = self.font.ascent + self.font.descent

    def forget(self):
        """Start with no glyphs read: those of a language that is no longer spoken only take room."""
        self.font = bitmap_font.load_font(_FOLDER + "/fonts/" + self._name + ".pcf")

    def load(self, text):
        """Read what ``text`` needs from the drive, now rather than in a round."""
        self.font.load_glyphs(text)

    def glyph(self, letter):
        """The letter's glyph, or that of ``?``."""
        return self.font.get_glyph(ord(letter)) or self.font.get_glyph(ord(_UNKNOWN))

    def width(self, text):
        """Pixels that the text takes."""
        width = 0
        for letter in text:
            width += self.glyph(letter).shift_x
        return width


class Strip:
    """One line of text at a fixed place. ``set`` draws only if the text is another one."""

    def __init__(self, group, font, x, y, width, palette=palettes.WHITE, align=LEFT):
        self._font = font
        self._bitmap = Bitmap(width, font.height, 2)
        self._grid = TileGrid(self._bitmap, pixel_shader=palette, x=x, y=y)
        self._grid.hidden = True
        self._palette = palette
        self._align = align
        self._width = width
        self._room = width
        self.text = ""
        group.append(self._grid)

    def set(self, text):
        """Show ``text``; what doesn't fit is cut, with an ellipsis."""
        if text == self.text:
            return
        if bool(text) != bool(self.text):
            self._grid.hidden = not text
        self.text = text
        if not text:
            return
        bitmap = self._bitmap
        bitmap.fill(0)
        font = self._font
        width = font.width(text)
        room = self._room
        cut = width > room
        if cut:
            room -= font.width(_ELLIPSIS)
        x = 0
        if not cut and self._align:
            x = (room - width) // 2 if self._align == CENTRE else room - width
        for letter in text:
            glyph = font.glyph(letter)
            if cut and x + glyph.shift_x > room:
                self._letter(font.glyph(_ELLIPSIS), x)
                return
            self._letter(glyph, x)
            x += glyph.shift_x

    def fit(self, room):
        """Let texts take only so many pixels, at most the strip's width."""
        if room != self._room:
            self._room = room
            text, self.text = self.text, ""
            self.set(text)

    def colour(self, palette):
        """Another palette, if it is another one."""
        if palette is not self._palette:
            self._palette = palette
            self._grid.pixel_shader = palette

    def move(self, y):
        """To another height."""
        if self._grid.y != y:
            self._grid.y = y

    def _letter(self, glyph, x):
        x = max(0, x + glyph.dx)
        y = max(0, self._font.ascent - glyph.height - glyph.dy)
        width = min(glyph.width, self._width - x)
        height = min(glyph.height, self._font.height - y)
        if width > 0 and height > 0:
            bitmaptools.blit(self._bitmap, glyph.bitmap, x, y, x2=width, y2=height, skip_source_index=0)


class Paper:
    """The sheets, fonts and the plain bar, loaded once for all pictures."""

    def __init__(self, words):
        self.ranks = load_sheet("ranks")
        self.suits = load_sheet("suits")
        self.bodies = load_sheet("bodies")
        self.piles = load_sheet("piles")
        self.signs = load_sheet("signs")
        self.ring = load_sheet("ring")
        self.arrows = load_sheet("arrows")
        self.felt = load_sheet("felt")
        self.marks = load_sheet("marks")
        self.text = Font("text")
        self.title = Font("title")
        self.speak(words)

    def speak(self, words):
        """Read the letters of a language ahead, so that no round has to."""
        self.text.forget()
        self.title.forget()
        letters = {letter for text in words.values() for letter in text if letter != "\n"}
        self.text.load("".join(letters) + _ELLIPSIS + _UNKNOWN)
        self.title.load(words["hold_z"] + _ELLIPSIS + _UNKNOWN)

    def cloth(self):
        """A new background: felt with a black band above and below."""
        return made_cloth(self.felt)


def made_cloth(felt):
    """A full background of the felt sheet."""
    grid = TileGrid(felt, pixel_shader=palettes.CLOTH, width=20, height=15, tile_width=16, tile_height=16)
    for column in range(20):
        grid[column, 0] = 1
        grid[column, 1] = 2
        grid[column, 14] = 3
    return grid


def set_hidden(layer, hidden):
    """Hide or show a group or tile grid. Even the same value would have it sent again."""
    if layer.hidden != hidden:
        layer.hidden = hidden


def set_tile(grid, tile):
    """Change the only tile of a grid, if it is another one."""
    if grid[0] != tile:
        grid[0] = tile


def set_palette(grid, palette):
    """Change a grid's colours, if they are others."""
    if grid.pixel_shader is not palette:
        grid.pixel_shader = palette
