"""What pictures are built with: the shipped sheets and fonts, and the layers cut from them. In memory only while one is
built."""

import bitmaptools
from displayio import Bitmap, TileGrid

from . import palettes
from .font import Font
from .paper import ELLIPSIS
from .table_texts import texts_of

_FOLDER = __file__.replace("\\", "/").rsplit("/", 2)[0]
# Columns of a font's sheet for letters that the language doesn't have: names in the one, headlines in the other.
_TEXT_SPARE = 160
_TITLE_SPARE = 480


class Paper:
    """What pictures share, made once at start (F17): the fonts ``text`` and ``title``, the sheets ``ranks``, ``suits``,
    ``bodies``, ``signs`` and ``felt``; and ``texts``, the table's (table_texts.py)."""


def make_paper(words):
    """The paper, in a language. Raises OSError if a file is missing, ValueError if it is something else."""
    paper = Paper()
    paper.ranks = load_sheet("ranks")
    paper.suits = load_sheet("suits")
    paper.bodies = load_sheet("bodies")
    paper.signs = load_sheet("signs")
    paper.felt = load_sheet("felt")
    paper.text = Font(_FOLDER + "/fonts/text.fnt", _letters_of(words), _TEXT_SPARE)
    paper.title = Font(_FOLDER + "/fonts/title.fnt", _title_letters(words), _TITLE_SPARE)
    paper.texts = texts_of(words)
    return paper


def speak(paper, words):
    """Another language. Its letters are read ahead, so that no round has to."""
    paper.text.keep(_letters_of(words))
    paper.title.keep(_title_letters(words))
    paper.texts = texts_of(words)


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


def _letters_of(words):
    return "".join({letter for text in words.values() for letter in text if letter != "\n"}) + ELLIPSIS


def _title_letters(words):
    return words["hold_z"] + ELLIPSIS
