"""Reads letters of a font from its file, for ``Font``.

The file (written by host_sim's make_font.py) begins with b"JF", the width and height of a cell, the ascent, 0, and the
number of letters (2 bytes, low byte first). An entry of 5 bytes for each letter follows, in the order of their codes:
code (2 bytes), width in pixels, how far the pen goes on, and 8 + how far right of the pen the letter begins. Then come
the cells in the same order, pixels packed from the low bits on, each row filled up to a byte, as
``bitmaptools.readinto`` reads them.
"""

from array import array

import bitmaptools
from displayio import Bitmap

from .font import SHIFT, STEP, WIDTH

_HEAD = 8
_ENTRY = 5
_UNKNOWN = "?"  # for a letter that isn't in the font: a name may come from anywhere (F16)


def keep(font, letters):
    """Start the font anew with these letters. Raises OSError if its file is missing, ValueError if it is another."""
    with open(font.path, "rb") as file:
        head = _head(file, font.path)
        font.height = head[3]
        font.ascent = head[4]
        found = _entries(file, head, letters + _UNKNOWN)
        columns = font.spare
        for _, _, entry in found:
            columns += entry >> WIDTH & 31
        if font.sheet is None or columns > font.sheet.width:
            font.sheet = Bitmap(columns, font.height, 2)
        else:
            font.sheet.fill(0)
        font.letters = ""
        font.glyphs = array("I")
        font.kept = font.next = font.first = 0
        _copy(font, file, head, found)
    font.kept = len(font.glyphs)
    font.first = font.next


def read(font, text):
    """Read the letters of a text that aren't in the sheet yet. If there isn't room for all, the last ones are there."""
    missing = {letter for letter in text if font.letters.find(letter) < 0}
    with open(font.path, "rb") as file:
        head = _head(file, font.path)
        found = _entries(file, head, missing)
        _copy(font, file, head, found)
    for _, code, _ in found:
        missing.discard(chr(code))
    for letter in missing:
        font.letters += letter
        font.glyphs.append(font.glyphs[font.letters.find(_UNKNOWN)])


def _head(file, path):
    head = file.read(_HEAD)
    if len(head) != _HEAD or head[0] != 0x4A or head[1] != 0x46:
        raise ValueError(path + " is no font")
    return head


def _entries(file, head, letters):
    """Which of the letters the font has, each as its number in the file, its code and its glyph without a place."""
    codes = {ord(letter) for letter in letters}
    found = []
    count = _count(head)
    table = file.read(count * _ENTRY)
    for number in range(count):
        at = number * _ENTRY
        code = table[at] | table[at + 1] << 8
        if code in codes:
            found.append((number, code, table[at + 2] << WIDTH | table[at + 3] << STEP | table[at + 4] << SHIFT))
    return found


def _count(head):
    return head[6] | head[7] << 8


def _copy(font, file, head, found):
    """Put letters into the sheet."""
    cell = Bitmap(head[2], head[3], 2)
    size = (head[2] + 7) // 8 * head[3]
    for number, code, entry in found:
        width = entry >> WIDTH & 31
        if font.next + width > font.sheet.width:
            # Whatever was drawn of the others has been copied: they aren't missed.
            font.letters = font.letters[0 : font.kept]
            font.glyphs = font.glyphs[0 : font.kept]
            font.next = font.first
        file.seek(_HEAD + _count(head) * _ENTRY + number * size)
        bitmaptools.readinto(cell, file, 1)
        bitmaptools.blit(font.sheet, cell, font.next, 0, x1=0, y1=0, x2=width, y2=head[3])
        font.letters += chr(code)
        font.glyphs.append(entry | font.next)
        font.next += width
