"""Draws an overlay: a black panel over the screen below."""

from displayio import Bitmap, Group, TileGrid

from . import palettes
from .paper import CENTRE, Picture, Strip, row_palette, set_hidden

_LEFT = 32
_TOP = 48
_ROWS = 4
_STEP = 20


class PanelPicture(Picture):
    """``group`` is laid over a picture while there is an overlay."""

    def __init__(self, paper):
        Picture.__init__(self)
        self.group = group = Group(x=_LEFT, y=_TOP)
        group.append(paper.cut(palettes.CLOTH, 16, 10))
        self._bar = TileGrid(Bitmap(16, _STEP, 2), pixel_shader=palettes.SELECTED, width=15, x=8, y=0)
        self._bar.hidden = True
        group.append(self._bar)
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
            self._rows[row].colour(row_palette(page.colours[row]))
            self._rows[row].set(page.rows[row] if row < page.row_count else "")
        y = 38 + page.selected * _STEP
        if page.selected >= 0 and self._bar.y != y:
            self._bar.y = y
        set_hidden(self._bar, page.selected < 0)
        return True
