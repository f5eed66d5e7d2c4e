"""Draws a ``Page``: one picture for all menus, lists and results."""

from displayio import Bitmap, Group

from . import palettes
from .page import PLAIN, ROWS
from .paper import CENTRE, LEFT, RIGHT, Picture, Strip, move, set_hidden, set_palette, set_tile
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
_ARROWS = 5
_NO_ARROW = 4  # the tile of a place still empty


class PagePicture(Picture):
    """The picture of whatever page is up, of a ``Paper``. What not every page has is made when one has it."""

    def __init__(self, paper):
        Picture.__init__(self)
        self._paper = paper
        group = self.group
        cloth(group, paper)
        self._bar = tiles(group, Bitmap(16, ROW_STEP, 2), palettes.SELECTED, 16, ROW_STEP, 8, 0, 0, 19)
        self._bar.hidden = True
        self._headline = Strip(group, paper.title, 8, 2, 304, palettes.GOLD, CENTRE)
        self._lines = Group()
        group.append(self._lines)
        self._rows = [None] * ROWS
        self._notes = [None] * ROWS
        self._minis = [None] * ROWS
        self._code = Group()
        group.append(self._code)
        self._arrow_cards = []
        self._arrows = []
        self._message = Strip(group, paper.text, 8, 203, 304, palettes.GOLD, CENTRE)
        self._footer = Strip(group, paper.text, 4, 223, 312, palettes.WHITE, CENTRE)
        self._fan = None

    def draw(self, page):
        """Bring the picture to what the page says; True if something changed."""
        if self.shows(page):
            return False
        self._headline.set(page.headline)
        self._footer.set(page.footer)
        self._message.set(page.message)
        if page.decorated and self._fan is None:
            self._make_fan()
        if self._fan is not None:
            set_hidden(self._fan, not page.decorated)
        beside = page.arrow_places and page.arrows_beside
        for row in range(ROWS):
            y = ROW_TOP + row * ROW_STEP + (18 if beside and row else 8 if beside else 0)
            shown = row < page.row_count
            colour = page.colours[row]
            self._say(self._rows, row, page.rows[row] if shown else "", colour, 16, y, _ROW, LEFT)
            note = page.notes[row] if shown else ""
            self._say(self._notes, row, note, max(colour, PLAIN), 304 - _NOTE, y, _NOTE, RIGHT)
            self._draw_minis(page, row, y, shown and page.minis[row])
            if row == page.selected:
                move(self._bar, 8, y - 2)
        set_hidden(self._bar, page.selected < 0)
        if page.arrow_places and not self._arrows:
            self._make_arrows()
        for at in range(len(self._arrows)):
            self._draw_arrow(page, at, beside)
        return True

    def _say(self, strips, row, text, colour, x, y, width, align):
        strip = strips[row]
        if strip is None:
            if not text:
                return
            strip = strips[row] = Strip(self._lines, self._paper.text, x, y, width, palettes.WHITE, align)
        move(strip.layer, x, y)
        set_palette(strip.layer, palettes.ROWS[colour])
        strip.set(text)

    def _draw_minis(self, page, row, y, minis):
        signs = self._minis[row]
        if minis:
            if signs is None:
                signs = tiles(self._lines, self._paper.signs, palettes.SIGNS[0], 12, 14, 36, y, EMPTY, 6)
                self._minis[row] = signs
            move(signs, 36, y)
            set_palette(signs, palettes.SIGNS[page.mini_colours[row]])
            for at in range(6):
                set_tile(signs, minis[at] if at < len(minis) else EMPTY, at)
        if signs is not None:
            set_hidden(signs, not minis)

    def _draw_arrow(self, page, at, beside):
        arrow = self._arrows[at]
        card = self._arrow_cards[at]
        if at < page.arrow_places:
            x = 120 + at * ARROW_STEP if beside else _CODE_X + 4 + at * _CODE_STEP
            move(arrow, x, 36 if beside else _CODE_Y + 14)
            entered = at < page.arrow_count
            set_tile(arrow, page.arrows[at] if entered else _NO_ARROW)
            set_palette(arrow, self._golden if beside else self._red if entered else self._empty)
            set_tile(card, 0 if entered else 1)
        set_hidden(arrow, at >= page.arrow_places)
        set_hidden(card, at >= page.arrow_places or not page.arrows_on_cards)

    def _make_arrows(self):
        """The arrows of a code, and cards to enter them on."""
        # From the felt to gold, from paper to red, from the felt to white.
        self._golden = palettes.palette(None, 0x5A6A30, 0xA99A40, 0xE8B84A)
        self._red = palettes.palette(None, 0xEAAAAB, 0xD95D6C, 0xC8102E)
        self._empty = palettes.palette(None, 0x3C5A48, 0x6E8C7A, 0xF6F1E2)
        paper = self._paper
        sheet = load_sheet("arrows")
        for at in range(_ARROWS):
            card = tiles(self._code, paper.bodies, palettes.CARD, 40, 60, _CODE_X + at * _CODE_STEP, _CODE_Y)
            self._arrow_cards.append(card)
            self._arrows.append(tiles(self._code, sheet, self._golden, 32, 32))

    def _make_fan(self):
        """The four cards that decorate the title: James Bond's four of a kind."""
        paper = self._paper
        self._fan = Group(x=78, y=140)
        for suit in range(4):
            x = suit * 42
            ink = palettes.RED_INK if suit in (1, 2) else palettes.BLACK_INK
            tiles(self._fan, paper.bodies, palettes.CARD, 40, 60, x)
            tiles(self._fan, paper.ranks, ink, 36, 34, x + 2, 5, 6)
            tiles(self._fan, paper.suits, ink, 14, 14, x + 13, 41, suit)
        self.group.append(self._fan)


make = PagePicture  # what pictures.py calls
