"""A shipped font: its letters lie side by side in one bitmap, and are read from the file when they are first needed.

Reading is the work of font_file.py, which is in memory only while it reads. Adafruit's fonts have an object and a
bitmap for each letter, which take seven times as much memory.
"""

import bitmaptools

from ..spare import borrow

# A letter's glyph is one small number: where it begins in the sheet (12 bits), its width (5), the step to the next (5),
# and 8 + its shift (4).
WIDTH = 12
STEP = 17
SHIFT = 22
SHIFT_0 = 8


class Font:
    """``height`` and ``ascent`` in pixels; ``sheet`` is the bitmap. The others are for font_file.py: ``letters`` are
    those in the sheet, ``glyphs`` theirs, in the same order; the first ``kept`` of them stay."""

    def __init__(self, path, kept, spare):
        """``kept``: the letters that stay in the sheet; all others share ``spare`` columns of it, where new ones take
        the place of those that were read before. Raises OSError if the file is missing, ValueError if it is another."""
        self.path = path
        self.spare = spare
        self.sheet = None
        self.keep(kept)

    def keep(self, letters):
        """Start anew, with these letters: those of a language that is no longer spoken only take room."""
        _file().keep(self, letters)

    def glyph(self, letter):
        """The letter as a number for ``step`` and ``draw``; that of ``?`` if the font hasn't got it."""
        at = self.letters.find(letter)
        if at < 0:
            _file().read(self, letter)
            at = self.letters.find(letter)
        return self.glyphs[at]

    def width(self, text):
        """Pixels that the text takes."""
        width = 0
        for letter in text:
            if self.letters.find(letter) < 0:
                _file().read(self, text)  # whatever else it needs, in the same reading of the file
            width += self.step(self.glyph(letter))
        return width

    def step(self, glyph):
        """How far the pen goes on after a letter."""
        return glyph >> STEP & 31

    def draw(self, glyph, bitmap, x):
        """Copy a letter into a bitmap as high as the font, the pen being at ``x``. Returns where the pen goes on."""
        left = max(0, x + (glyph >> SHIFT) - SHIFT_0)
        first = glyph & 4095
        width = min(glyph >> WIDTH & 31, bitmap.width - left)
        if width > 0:
            bitmaptools.blit(
                bitmap, self.sheet, left, 0, x1=first, y1=0, x2=first + width, y2=self.height, skip_source_index=0
            )
        return x + self.step(glyph)


def _file():
    return borrow("firmware.screens.font_file")
