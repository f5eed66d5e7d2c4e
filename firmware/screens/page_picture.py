"""Draws a ``Page``: one picture for all menus, lists and results."""

from displayio import Bitmap, Group, TileGrid

from . import palettes
from .page import DIM, GOLD, ROWS
from .paper import CENTRE, RIGHT, Paper, Picture, Strip, row_palette, set_hidden, set_palette, set_tile

ROW_TOP = 37
ROW_STEP = 20
ARROW_STEP = 36
_CODE_X = 48  # the cards on which the code is entered
_CODE_Y = 84
_CODE_STEP = 46
_NOTE = 172  # pixels for a row's note
_ROW = 288


class PagePicture(Picture):
    """The picture of whatever page is up. ``group`` is its root."""

    def __init__(self, paper: Paper):
        Picture.__init__(self)
        self.group = group = Group()
        group.append(paper.cloth())
        bar = Bitmap(16, ROW_STEP, 2)
        self._bar = TileGrid(bar, pixel_shader=palettes.SELECTED, width=19, x=8, y=0)
        self._bar.hidden = True
        group.append(self._bar)
        self._headline = Strip(group, paper.title, 8, 2, 304, palettes.GOLD, CENTRE)
        self._rows = []
        self._notes = []
        self._minis = []
        for _ in range(ROWS):
            self._rows.append(Strip(group, paper.text, 16, 0, _ROW))
            self._notes.append(Strip(group, paper.text, 304 - _NOTE, 0, _NOTE, palettes.WHITE, RIGHT))
            signs = TileGrid(paper.signs, pixel_shader=palettes.SIGNS[0], width=6, tile_width=12, tile_height=14, x=36)
            signs.hidden = True
            group.append(signs)
            self._minis.append(signs)
        self._arrows = []
        self._arrow_cards = []
        for at in range(5):
            card = TileGrid(
                paper.bodies,
                pixel_shader=palettes.CARD,
                tile_width=40,
                tile_height=60,
                x=_CODE_X + at * _CODE_STEP,
                y=_CODE_Y,
            )
            card.hidden = True
            group.append(card)
            self._arrow_cards.append(card)
            arrow = TileGrid(paper.arrows, pixel_shader=palettes.ARROWS, tile_width=32, tile_height=32)
            arrow.hidden = True
            group.append(arrow)
            self._arrows.append(arrow)
        self._message = Strip(group, paper.text, 8, 203, 304, palettes.GOLD, CENTRE)
        self._footer = Strip(group, paper.text, 4, 223, 312, palettes.WHITE, CENTRE)
        self._cards = self._fan(paper)
        group.append(self._cards)

    def _fan(self, paper):
        """The four cards that decorate the title: James Bond's four of a kind."""
        fan = Group(x=78, y=140)
        for suit in range(4):
            card = Group(x=suit * 42)
            card.append(TileGrid(paper.bodies, pixel_shader=palettes.CARD, tile_width=40, tile_height=60))
            ink = palettes.RED_INK if suit in (1, 2) else palettes.BLACK_INK
            rank = TileGrid(paper.ranks, pixel_shader=ink, tile_width=36, tile_height=34, default_tile=6, x=2, y=5)
            mark = TileGrid(paper.suits, pixel_shader=ink, tile_width=14, tile_height=14, default_tile=suit, x=13, y=41)
            card.append(rank)
            card.append(mark)
            fan.append(card)
        fan.hidden = True
        return fan

    def draw(self, page):
        """Bring the picture to what the page says; True if something changed."""
        if self.shows(page):
            return False
        self._headline.set(page.headline)
        self._footer.set(page.footer)
        self._message.set(page.message)
        set_hidden(self._cards, not page.decorated)
        beside = page.arrow_places and page.arrows_beside
        for row in range(ROWS):
            y = ROW_TOP + row * ROW_STEP + (18 if beside and row else 8 if beside else 0)
            shown = row < page.row_count
            self._row(page, row, y, shown)
            if row == page.selected:
                if self._bar.y != y - 2:
                    self._bar.y = y - 2
        set_hidden(self._bar, page.selected < 0)
        for at in range(5):
            arrow = self._arrows[at]
            if at < page.arrow_places:
                x = 120 + at * ARROW_STEP if beside else _CODE_X + 4 + at * _CODE_STEP
                y = 36 if beside else _CODE_Y + 14
                if arrow.x != x:
                    arrow.x = x
                if arrow.y != y:
                    arrow.y = y
                entered = at < page.arrow_count
                set_tile(arrow, page.arrows[at] if entered else 4)
                set_palette(
                    arrow, palettes.ARROWS if beside else palettes.RED_ARROW if entered else palettes.ARROWS_EMPTY
                )
                set_tile(self._arrow_cards[at], 0 if entered else 1)
            set_hidden(arrow, at >= page.arrow_places)
            set_hidden(self._arrow_cards[at], at >= page.arrow_places or not page.arrows_on_cards)
        return True

    def _row(self, page, row, y, shown):
        colour = page.colours[row]
        strip = self._rows[row]
        note = self._notes[row]
        strip.move(y)
        note.move(y)
        strip.colour(row_palette(colour))
        note.colour(palettes.DIM if colour == DIM else palettes.GOLD if colour == GOLD else palettes.WHITE)
        strip.set(page.rows[row] if shown else "")
        note.set(page.notes[row] if shown else "")
        signs = self._minis[row]
        minis = page.minis[row] if shown else b""
        if minis:
            if signs.y != y:
                signs.y = y
            set_palette(signs, palettes.SIGNS[page.mini_colours[row]])
            for at in range(6):
                sign = minis[at] if at < len(minis) else 16
                if signs[at] != sign:
                    signs[at] = sign
        set_hidden(signs, not minis)
