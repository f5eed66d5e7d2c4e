"""What pictures are built with: the shipped sheets, and layers cut from them. In memory only while they are needed."""

import bitmaptools
from displayio import Bitmap, TileGrid

from . import palettes

_FOLDER = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/pictures/"


def load_sheet(name):
    """A sheet of ``firmware/pictures`` as a bitmap. The format is in host_sim/making/make_cards.py.

    Raises OSError if the file is missing, ValueError if it is something else.
    """
    with open(_FOLDER + name + ".raw", "rb") as file:
        head = file.read(8)
        if len(head) != 8 or head[0] != 0x4A or head[1] != 0x42:
            raise ValueError(name + ".raw is no sheet")
        bits = head[2]
        bitmap = Bitmap(head[4] | head[5] << 8, head[6] | head[7] << 8, 1 << bits)
        bitmaptools.readinto(bitmap, file, bits)
    return bitmap


def tiles(group, sheet, colours, width, height, x=0, y=0, tile=0, columns=1, rows=1):
    """Lay tiles of a sheet, ``width`` by ``height`` pixels each, on a group: ``columns`` by ``rows`` of them."""
    grid = TileGrid(
        sheet,
        pixel_shader=colours,
        width=columns,
        height=rows,
        tile_width=width,
        tile_height=height,
        default_tile=tile,
        x=x,
        y=y,
    )
    group.append(grid)
    return grid


def cloth(group, paper):
    """Lay the background on a group: felt with a black band above and below."""
    grid = tiles(group, paper.felt, palettes.CLOTH, 16, 16, 0, 0, 0, 20, 15)
    for column in range(20):
        grid[column, 0] = 1
        grid[column, 1] = 2
        grid[column, 14] = 3


def cut(group, paper, colours, width, height, x=0, y=0):
    """Lay a piece of felt on a group, ``width`` by ``height`` tiles of 16 pixels, its first and last row hemmed."""
    grid = tiles(group, paper.felt, colours, 16, 16, x, y, 1, width, height)
    for column in range(width):
        grid[column, 0] = 3
        grid[column, height - 1] = 2
