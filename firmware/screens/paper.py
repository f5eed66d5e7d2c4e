"""What all pictures are made of: the shipped sheets and fonts, strips of text, and the cloth behind everything.

Everything large is made once (field case F17). A strip of text is drawn by copying letters into a bitmap that stays,
so that a new text leaves no garbage behind (field case F15). Labels would not do for texts that change in play:
adafruit_display_text takes about 12.4 KB of heap as .mpy, and a Label about 6 KB of garbage with each change, which a
collection has to clear away in the middle of a round. The fault screen (ending.py), drawn once, uses labels.
"""

import bitmaptools
from displayio import Bitmap, TileGrid

from . import palettes
from .font import Font
from .page import DIM, GOLD, PLAIN

WIDTH = 320
HEIGHT = 240
LEFT = 0
CENTRE = 1
RIGHT = 2

_FOLDER = __file__.replace("\\", "/").rsplit("/", 2)[0]
_ELLIPSIS = "…"
# Columns of a font's sheet for letters that the language doesn't have: names in the one, headlines in the other.
_TEXT_SPARE = 160
_TITLE_SPARE = 480


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


class Strip:
    """One line of text at a fixed place. ``set`` draws only if the text is another one, and only as far as the old
    or the new text reaches; a strip that ``stays`` isn't hidden when empty either, which would send all of it."""

    def __init__(self, group, font, x, y, width, palette=palettes.WHITE, align=LEFT, stays=False):
        self._font = font
        self._bitmap = Bitmap(width, font.height, 2)
        self._grid = TileGrid(self._bitmap, pixel_shader=palette, x=x, y=y)
        self._grid.hidden = not stays
        self._palette = palette
        self._align = align
        self._width = width
        self._room = width
        self._stays = stays
        self._from = self._to = 0  # columns that aren't blank
        self.text = ""
        group.append(self._grid)

    def set(self, text):
        """Show ``text``; what doesn't fit is cut, with an ellipsis."""
        if text == self.text:
            return
        self.text = text
        bitmap = self._bitmap
        if self._to > self._from:
            bitmaptools.fill_region(bitmap, self._from, 0, self._to, self._font.height, 0)
            self._from = self._to = 0
        set_hidden(self._grid, not text and not self._stays)
        if not text:
            return
        font = self._font
        width = font.width(text)
        room = self._room
        cut = width > room
        if cut:
            room -= font.width(_ELLIPSIS)
        x = 0
        if not cut and self._align:
            x = (room - width) // 2 if self._align == CENTRE else room - width
        # A letter may reach a little to both sides of where the pen stands.
        self._from = max(0, x - 4)
        self._to = self._width if cut else min(self._width, x + width + 4)
        for letter in text:
            glyph = font.glyph(letter)
            if cut and x + font.step(glyph) > room:
                font.draw(font.glyph(_ELLIPSIS), bitmap, x)
                return
            x = font.draw(glyph, bitmap, x)

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
        self.text = Font(_FOLDER + "/fonts/text.fnt", _letters_of(words), _TEXT_SPARE)
        self.title = Font(_FOLDER + "/fonts/title.fnt", _title_letters(words), _TITLE_SPARE)

    def speak(self, words):
        """Read the letters of a language ahead, so that no round has to."""
        self.text.keep(_letters_of(words))
        self.title.keep(_title_letters(words))

    def cloth(self):
        """A new background: felt with a black band above and below."""
        grid = TileGrid(self.felt, pixel_shader=palettes.CLOTH, width=20, height=15, tile_width=16, tile_height=16)
        for column in range(20):
            grid[column, 0] = 1
            grid[column, 1] = 2
            grid[column, 14] = 3
        return grid

    def cut(self, colours, width, height, x=0, y=0):
        """A piece of felt, ``width`` by ``height`` tiles of 16 pixels, with its first and last row hemmed."""
        grid = TileGrid(
            self.felt, pixel_shader=colours, width=width, height=height, tile_width=16, tile_height=16, x=x, y=y
        )
        for column in range(width):
            for row in range(height):
                grid[column, row] = 3 if row == 0 else 2 if row == height - 1 else 1
        return grid


class Picture:
    """What draws a page: it remembers which one, and how far it has changed."""

    def __init__(self):
        self._page = None
        self._version = -1

    def forget(self):
        """Let go of the page that was drawn: no longer up, it shall take no memory."""
        self._page = None

    def shows(self, page):
        """True if nothing has changed since this page was last asked about here."""
        if page is self._page and page.version == self._version:
            return True
        self._page = page
        self._version = page.version
        return False


def row_palette(colour):
    """The palette of a page's row, by its colour there (page.py)."""
    if colour < PLAIN:
        return palettes.SEATS[colour]
    if colour == DIM:
        return palettes.DIM
    return palettes.GOLD if colour == GOLD else palettes.WHITE


def _letters_of(words):
    return {letter for text in words.values() for letter in text if letter != "\n"} | {_ELLIPSIS}


def _title_letters(words):
    return words["hold_z"] + _ELLIPSIS


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
