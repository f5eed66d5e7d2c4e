"""Draws a ``Page``: one picture for all menus, lists and results."""

from displayio import Bitmap, Group

from . import palettes
from .page import PLAIN, ROWS
from .paper import CENTRE, RIGHT, Picture, Strip, move, set_hidden, set_palette, set_tile
from .sheets import cloth, load_sheet, tiles
from .signs import EMPTY

ROW_TOP = 37
ROW_STEP = 20
ARROW_STEP = 36
_CODE_X = 48  # the cards on which the code is entered
_CODE_Y = 84
_CODE_STEP = 46
_NOTE = 172  # pixels for a row's note
_ROW = 288


class PagePicture(Picture):
    """The picture of whatever page is up, of a ``Paper``."""

    def __init__(self, paper):
        Picture.__init__(self)
        group = self.group
        cloth(group, paper)
        self._bar = tiles(group, Bitmap(16, ROW_STEP, 2), palettes.SELECTED, 16, ROW_STEP, 8, 0, 0, 19)
        self._bar.hidden = True
        self._headline = Strip(group, paper.title, 8, 2, 304, palettes.GOLD, CENTRE)
        self._rows = []
        self._notes = []
        self._minis = []
        for _ in range(ROWS):
            self._rows.append(Strip(group, paper.text, 16, 0, _ROW))
            self._notes.append(Strip(group, paper.text, 304 - _NOTE, 0, _NOTE, palettes.WHITE, RIGHT))
            signs = tiles(group, paper.signs, palettes.SIGNS[0], 12, 14, 36, 0, 0, 6)
            signs.hidden = True
            self._minis.append(signs)
        arrows = load_sheet("arrows")
        self._arrows = []
        self._arrow_cards = []
        for at in range(5):
            card = tiles(group, paper.bodies, palettes.CARD, 40, 60, _CODE_X + at * _CODE_STEP, _CODE_Y)
            card.hidden = True
            self._arrow_cards.append(card)
            arrow = tiles(group, arrows, palettes.ARROWS, 32, 32)
            arrow.hidden = True
            self._arrows.append(arrow)
        self._message = Strip(group, paper.text, 8, 203, 304, palettes.GOLD, CENTRE)
        self._footer = Strip(group, paper.text, 4, 223, 312, palettes.WHITE, CENTRE)
        self._cards = Group(x=78, y=140)
        for suit in range(4):
            self._fan(paper, suit)
        self._cards.hidden = True
        group.append(self._cards)

    def _fan(self, paper, suit):
        """One of the four cards that decorate the title: James Bond's four of a kind."""
        card = Group(x=suit * 42)
        ink = palettes.RED_INK if suit in (1, 2) else palettes.BLACK_INK
        tiles(card, paper.bodies, palettes.CARD, 40, 60)
        tiles(card, paper.ranks, ink, 36, 34, 2, 5, 6)
        tiles(card, paper.suits, ink, 14, 14, 13, 41, suit)
        self._cards.append(card)

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
                move(self._bar, 8, y - 2)
        set_hidden(self._bar, page.selected < 0)
        for at in range(5):
            arrow = self._arrows[at]
            if at < page.arrow_places:
                x = 120 + at * ARROW_STEP if beside else _CODE_X + 4 + at * _CODE_STEP
                y = 36 if beside else _CODE_Y + 14
                move(arrow, x, y)
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
        move(strip.layer, 16, y)
        move(note.layer, 304 - _NOTE, y)
        set_palette(strip.layer, palettes.ROWS[colour])
        set_palette(note.layer, palettes.ROWS[max(colour, PLAIN)])
        strip.set(page.rows[row] if shown else "")
        note.set(page.notes[row] if shown else "")
        signs = self._minis[row]
        minis = page.minis[row] if shown else b""
        if minis:
            move(signs, 36, y)
            set_palette(signs, palettes.SIGNS[page.mini_colours[row]])
            for at in range(6):
                set_tile(signs, minis[at] if at < len(minis) else EMPTY, at)
        set_hidden(signs, not minis)
