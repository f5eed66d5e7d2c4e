"""Draws an overlay: a black panel over the screen below."""

from displayio import Bitmap

from . import palettes
from .paper import CENTRE, Picture, Strip, move, set_hidden, set_palette
from .sheets import cut, tiles

_LEFT = 32
_TOP = 48
_ROWS = 4
_STEP = 20


class PanelPicture(Picture):
    """Its ``group`` is laid over a picture while there is an overlay."""

    def __init__(self, paper):
        Picture.__init__(self)
        group = self.group
        move(group, _LEFT, _TOP)
        cut(group, paper, palettes.CLOTH, 16, 10)
        self._bar = tiles(group, Bitmap(16, _STEP, 2), palettes.SELECTED, 16, _STEP, 8, 0, 0, 15)
        self._bar.hidden = True
        self._headline = Strip(group, paper.title, 8, 6, 240, palettes.GOLD, CENTRE)
        self._rows = [
            Strip(group, paper.text, 12, 40 + row * _STEP, 232, palettes.WHITE, CENTRE) for row in range(_ROWS)
        ]
        self._footer = Strip(group, paper.text, 8, 140, 240, palettes.WHITE, CENTRE)

    def draw(self, page):
        """Bring the panel to what the overlay says; True if something changed."""
        if self.shows(page):
            return False
        self._headline.set(page.headline)
        self._footer.set(page.footer)
        for row in range(_ROWS):
            set_palette(self._rows[row].layer, palettes.ROWS[page.colours[row]])
            self._rows[row].set(page.rows[row] if row < page.row_count else "")
        if page.selected >= 0:
            move(self._bar, 8, 38 + page.selected * _STEP)
        set_hidden(self._bar, page.selected < 0)
        return True


make = PanelPicture  # what pictures.py calls
