"""A shipped font: its letters lie side by side in one bitmap, and are read from the file when they are first needed.

The file (host_sim/make_font.py writes it) begins with b"JF", the width and height of a cell, the ascent, 0, and the
number of letters (2 bytes, low byte first). An entry of 5 bytes for each letter follows, in the order of their codes:
code (2 bytes), width in pixels, how far the pen goes on, and 8 + how far right of the pen the letter begins. Then come
the cells in the same order, pixels packed from the low bits on, each row filled up to a byte, as
``bitmaptools.readinto`` reads them.

Adafruit's fonts have an object and a bitmap for each letter, which take seven times as much memory.
"""

import bitmaptools
from displayio import Bitmap

_HEAD = 8
_ENTRY = 5
_UNKNOWN = ord("?")  # for a letter that isn't in the font: a name may come from anywhere (F16)

# A letter is one small number: where it begins in the sheet (12 bits), its width (5), the step to the next (5), and
# 8 + its shift (4).
_WIDTH = 12
_STEP = 17
_SHIFT = 22
_SHIFT_0 = 8


class Font:
    """``height`` and ``ascent`` in pixels; ``sheet`` is the bitmap."""

    def __init__(self, path, kept, spare):
        """``kept``: the letters that stay in the sheet; all others share ``spare`` columns of it, where new ones take
        the place of those that were read before. Raises OSError if the file is missing, ValueError if it is another."""
        self._path = path
        with open(path, "rb") as file:
            head = file.read(_HEAD)
        if len(head) != _HEAD or head[0] != 0x4A or head[1] != 0x46:
            raise ValueError(path + " is no font")
        self._cell = Bitmap(head[2], head[3], 2)
        self.height = head[3]
        self.ascent = head[4]
        self._count = head[6] | head[7] << 8
        self._spare = spare
        self.sheet = Bitmap(1, self.height, 2)
        self.keep(kept)

    def keep(self, letters):
        """Start anew, with these letters: those of a language that is no longer spoken only take room."""
        wanted = {ord(letter) for letter in letters}
        wanted.add(_UNKNOWN)
        entries = self._entries(wanted)
        columns = self._spare
        for _, _, entry in entries:
            columns += entry >> _WIDTH & 31
        if columns > self.sheet.width:
            self.sheet = Bitmap(columns, self.height, 2)
        else:
            self.sheet.fill(0)
        self._kept = {}
        self._others = {}
        self._next = 0
        self._read(entries, self._kept)
        self._first_spare = self._next

    def has(self, letter):
        """True if the font has this very letter."""
        return bool(self._entries({ord(letter)}))

    def glyph(self, letter):
        """The letter as a number for ``step`` and ``draw``; that of ``?`` if the font hasn't got it."""
        code = ord(letter)
        glyph = self._kept.get(code)
        if glyph is None:
            glyph = self._others.get(code)
        return self._fetch({code}, code) if glyph is None else glyph

    def load(self, text):
        """Read what ``text`` needs all at once, which is sooner than letter by letter."""
        missing = {ord(letter) for letter in text}
        missing = {code for code in missing if code not in self._kept and code not in self._others}
        if missing:
            self._fetch(missing, _UNKNOWN)

    def width(self, text):
        """Pixels that the text takes."""
        width = 0
        for letter in text:
            code = ord(letter)
            if code not in self._kept and code not in self._others:
                self.load(text)  # whatever else it needs, in the same reading of the file
            width += self.glyph(letter) >> _STEP & 31
        return width

    def step(self, glyph):
        """How far the pen goes on after a letter."""
        return glyph >> _STEP & 31

    def draw(self, glyph, bitmap, x):
        """Copy a letter into a bitmap as high as the font, the pen being at ``x``. Returns where the pen goes on."""
        left = max(0, x + (glyph >> _SHIFT) - _SHIFT_0)
        first = glyph & 4095
        width = min(glyph >> _WIDTH & 31, bitmap.width - left)
        if width > 0:
            bitmaptools.blit(
                bitmap, self.sheet, left, 0, x1=first, y1=0, x2=first + width, y2=self.height, skip_source_index=0
            )
        return x + (glyph >> _STEP & 31)

    # --- inside ---

    def _fetch(self, codes, asked):
        entries = self._entries(codes)
        self._read(entries, self._others)
        for code in codes:
            if code not in self._others:
                self._others[code] = self._kept[_UNKNOWN]
        return self._others.get(asked, self._kept[_UNKNOWN])

    def _entries(self, codes):
        """Which of the codes the font has, each with its number in the file and its glyph without a place."""
        found = []
        with open(self._path, "rb") as file:
            file.seek(_HEAD)
            table = file.read(self._count * _ENTRY)
        for number in range(self._count):
            at = number * _ENTRY
            code = table[at] | table[at + 1] << 8
            if code in codes:
                entry = table[at + 2] << _WIDTH | table[at + 3] << _STEP | table[at + 4] << _SHIFT
                found.append((number, code, entry))
        return found

    def _read(self, entries, into):
        """Put letters into the sheet."""
        cell = self._cell
        size = (cell.width + 7) // 8 * cell.height
        with open(self._path, "rb") as file:
            for number, code, entry in entries:
                width = entry >> _WIDTH & 31
                if self._next + width > self.sheet.width:
                    # Whatever was drawn of the others has been copied: they aren't missed.
                    self._others.clear()
                    self._next = self._first_spare
                file.seek(_HEAD + self._count * _ENTRY + number * size)
                bitmaptools.readinto(cell, file, 1)
                bitmaptools.blit(self.sheet, cell, self._next, 0, x1=0, y1=0, x2=width, y2=cell.height)
                into[code] = entry | self._next
                self._next += width
