"""The screen's test picture. Colours that are swapped have another's name, a mirrored picture has mirrored letters,
and of a shifted one a part of the white line round the edge is missing."""

from displayio import Bitmap, Group, TileGrid

from . import palettes
from .paper import CENTRE, Strip

_BARS = (("R", 0xFF0000), ("G", 0x00FF00), ("B", 0x0000FF), ("C", 0x00FFFF), ("M", 0xFF00FF), ("Y", 0xFFFF00))


class PatternPicture:
    """``group`` is its root."""

    def __init__(self, paper):
        self.group = group = Group()
        dot = Bitmap(16, 16, 2)
        line = palettes.palette(0xFFFFFF, 0xFFFFFF)
        black = palettes.palette(0, 0)
        group.append(TileGrid(dot, pixel_shader=line, width=20, height=15))
        inner = Group(x=1, y=1)
        # 318 x 238 of black in tiles of 16: the last column and row overlap others.
        for x, y, width, height in ((0, 0, 19, 14), (302, 0, 1, 14), (0, 222, 19, 1), (302, 222, 1, 1)):
            inner.append(TileGrid(dot, pixel_shader=black, width=width, height=height, x=x, y=y))
        group.append(inner)
        for at in range(6):
            letter, colour = _BARS[at]
            x = 16 + at * 48
            shade = palettes.palette(colour, colour)
            group.append(TileGrid(dot, pixel_shader=shade, width=3, height=8, x=x, y=56))
            Strip(group, paper.title, x, 20, 48, palettes.WHITE, CENTRE).set(letter)
        for at in range(9):
            grey = at * 0x1F1F1F
            shade = palettes.palette(grey, grey)
            group.append(TileGrid(dot, pixel_shader=shade, width=2, height=2, x=16 + at * 32, y=192))

    def draw(self, page):
        """It never changes."""
        return False


make = PatternPicture  # what pictures.py calls
