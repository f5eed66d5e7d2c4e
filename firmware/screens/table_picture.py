"""Draws the table in play. One tile grid a card place, so that a change sends little.

A swap sends the ranks and suits of two cards and the mark: the papers below stay (design.md, "Budgets").
"""

from displayio import Bitmap, Group, TileGrid

from ..rules.cards import NO_CARD, rank_of, suit_of
from ..rules.layout import (
    ABSENT,
    CENTRE,
    CENTRE_CARDS,
    NO_PILE,
    NOBODY,
    PILE_CARDS,
    PILES,
    PLAYING,
    SEATS,
)
from . import palettes
from .paper import CENTRE as MIDDLE
from .paper import Picture, Strip, set_hidden, set_palette, set_tile
from .signs import BACK, DIGIT, EMPTY, LINK, MIXED, PIP, RAISED
from .table import (
    HINT_ASKED,
    HINT_ASKED_HAND,
    HINT_CALL,
    HINT_FOUR,
    HINT_HAND,
    HINT_LOOK,
    HINT_OUT,
    HINT_PROPOSED,
    HINT_STUCK,
    HINTS,
)
from .verdict_words import VERDICT_WORDS

_DIAMOND = ((52, 40), (98, 77), (52, 114), (6, 77))  # up, right, down, left
_HAND_X = 148
_HAND_Y = 80
_HAND_STEP = 43
_PILE_Y = 186
_PILE_STEP = 50
_PENDING = 4  # of the suits' sheet: the tile of a card that waits for its verdict


class _Card:
    """One card place: paper, rank and suit. ``show`` changes only what is another."""

    def __init__(self, paper, group, x, y):
        self._body = TileGrid(paper.bodies, pixel_shader=palettes.CARD, tile_width=40, tile_height=60, x=x, y=y)
        self._rank = TileGrid(
            paper.ranks, pixel_shader=palettes.BLACK_INK, tile_width=36, tile_height=34, x=x + 2, y=y + 4
        )
        self._suit = TileGrid(
            paper.suits, pixel_shader=palettes.BLACK_INK, tile_width=14, tile_height=14, x=x + 13, y=y + 41
        )
        group.append(self._body)
        group.append(self._rank)
        group.append(self._suit)

    def show(self, card, is_pending):
        """``card`` 0 to 51, or ``NO_CARD`` for an empty place."""
        empty = card == NO_CARD
        set_tile(self._body, 1 if empty else 0)
        set_hidden(self._rank, empty)
        set_hidden(self._suit, empty)
        if empty:
            return
        suit = suit_of(card)
        ink = palettes.RED_INK if suit == 1 or suit == 2 else palettes.BLACK_INK
        set_tile(self._rank, rank_of(card))
        set_palette(self._rank, ink)
        set_tile(self._suit, _PENDING if is_pending else suit)
        set_palette(self._suit, palettes.PENDING_INK if is_pending else ink)


class _HandCard(_Card):
    """A card of the pile in hand. In an empty hand its paper stays as a frame: the rank turns as dark as the tray and
    a lid covers the suit. Paper, rank and suit, changed together, would each be sent by itself: twice as much."""

    def __init__(self, paper, group, x, y, lid):
        _Card.__init__(self, paper, group, x, y)
        self._lid = TileGrid(lid, pixel_shader=palettes.LID, x=x + 2, y=y + 38)
        group.append(self._lid)

    def show(self, card, is_pending):
        empty = card == NO_CARD
        set_hidden(self._lid, not empty)
        if empty:
            set_palette(self._rank, palettes.LID)
        else:
            _Card.show(self, card, is_pending)


class _Opponent:
    """Name, piles (face down, in hand, locked with their rank) and rounds won of another seat."""

    def __init__(self, paper, group):
        self._group = Group()
        self._name = Strip(self._group, paper.text, 0, 0, 138)
        self._piles = TileGrid(
            paper.signs,
            pixel_shader=palettes.SIGNS[0],
            width=6,
            tile_width=12,
            tile_height=14,
            y=16,
            default_tile=EMPTY,
        )
        self._wins = TileGrid(
            paper.signs, pixel_shader=palettes.SIGNS[0], width=2, tile_width=12, tile_height=14, x=73, y=16
        )
        self._wins[0] = PIP
        self._wins[1] = DIGIT
        self._group.append(self._piles)
        self._group.append(self._wins)
        self._group.hidden = True
        group.append(self._group)

    def place(self, x, room):
        if self._group.x != x:
            self._group.x = x
        self._name.fit(room)

    def show(self, table, seat, name):
        set_hidden(self._group, seat == NOBODY)
        if seat == NOBODY:
            return
        is_in = table.standing(seat) == PLAYING
        self._name.set(name)
        self._name.colour(palettes.SEATS[seat] if is_in else palettes.DIM)
        colours = palettes.SIGNS[seat] if is_in else palettes.SIGNS_OUT
        set_palette(self._piles, colours)
        set_palette(self._wins, palettes.SIGNS[seat])
        at = 0
        for pile in range(PILES):
            if table.owner(pile) == seat and at < 6:
                _set_sign(self._piles, at, _sign(table, seat, pile))
                at += 1
        x = at * 12 + 6
        if self._wins.x != x:
            self._wins.x = x
        while at < 6:
            _set_sign(self._piles, at, EMPTY)
            at += 1
        _set_sign(self._wins, 1, DIGIT + min(table.wins[seat], 9))


def _sign(table, seat, pile):
    if table.is_locked(pile):
        return rank_of(table.places[pile * PILE_CARDS]) if table.is_four(pile) else MIXED
    return RAISED if table.in_hand[seat] == pile else BACK


def _set_sign(grid, at, sign):
    if grid[at] != sign:
        grid[at] = sign


class _OwnPile:
    """One of the own piles in the bottom row."""

    def __init__(self, paper, group):
        self._pile = TileGrid(paper.piles, pixel_shader=palettes.PILE, tile_width=44, tile_height=34, y=_PILE_Y)
        self._rank = TileGrid(paper.ranks, pixel_shader=palettes.BLACK_INK, tile_width=36, tile_height=34, y=_PILE_Y)
        # A pile that was locked wrongly lies open too: its four ranks, small.
        self._ranks = TileGrid(
            paper.signs,
            pixel_shader=palettes.SIGNS[0],
            width=2,
            height=2,
            tile_width=12,
            tile_height=14,
            y=_PILE_Y + 3,
        )
        self._rank.hidden = True
        self._ranks.hidden = True
        self._pile.hidden = True
        group.append(self._pile)
        group.append(self._rank)
        group.append(self._ranks)

    def place(self, x):
        if self._pile.x != x:
            self._pile.x = x
            self._rank.x = x + 4
            self._ranks.x = x + 10

    def hide(self):
        set_hidden(self._pile, True)
        set_hidden(self._rank, True)
        set_hidden(self._ranks, True)

    def show(self, table, pile, in_hand, has_cursor, is_pending):
        set_hidden(self._pile, False)
        locked = table.is_locked(pile)
        set_tile(self._pile, 2 if locked else 1 if in_hand else 0)
        colours = palettes.PILE
        if locked:
            colours = palettes.PILE_LOCKED
        elif is_pending and not in_hand:
            colours = palettes.PILE_PENDING
        elif has_cursor:
            colours = palettes.PILE_CURSOR
        set_palette(self._pile, colours)
        y = _PILE_Y - 4 if has_cursor and not locked and not in_hand else _PILE_Y
        if self._pile.y != y:
            self._pile.y = y
        four = locked and table.is_four(pile)
        set_hidden(self._rank, not four)
        set_hidden(self._ranks, four or not locked)
        if four:
            set_tile(self._rank, rank_of(table.places[pile * PILE_CARDS]))
        elif locked:
            for slot in range(PILE_CARDS):
                _set_sign(self._ranks, slot, rank_of(table.places[pile * PILE_CARDS + slot]))


class TablePicture(Picture):
    """``group`` is its root. Everything is made here, once."""

    def __init__(self, paper, words):
        Picture.__init__(self)
        self.group = group = Group()
        group.append(paper.cloth())
        self._opponents = [_Opponent(paper, group) for _ in range(SEATS - 1)]
        self._link = TileGrid(
            paper.signs, pixel_shader=palettes.LINK_GOOD, tile_width=12, tile_height=14, x=302, y=1, default_tile=LINK
        )
        group.append(self._link)
        self._wins = TileGrid(
            paper.signs, pixel_shader=palettes.SIGNS[0], width=2, tile_width=12, tile_height=14, x=292, y=16
        )
        self._wins[0] = PIP
        self._wins[1] = DIGIT
        group.append(self._wins)
        self._centre = []
        self._above = []
        self._below = []
        for x, y in _DIAMOND:
            self._centre.append(_Card(paper, group, x, y))
            for bars, shift in ((self._above, -7), (self._below, 61)):
                bar = TileGrid(
                    paper.marks,
                    pixel_shader=palettes.SEATS[0],
                    tile_width=40,
                    tile_height=6,
                    x=x,
                    y=y + shift,
                    default_tile=1,
                )
                bar.hidden = True
                bars.append(bar)
                group.append(bar)
        # What the pile in hand lies on, so that it isn't taken for a part of the centre.
        group.append(paper.cut(palettes.TRAY, 11, 6, 144, 65))
        self._hand = Group()
        lid = Bitmap(36, 19, 2)
        self._cards = [
            _HandCard(paper, self._hand, _HAND_X + slot * _HAND_STEP, _HAND_Y, lid) for slot in range(PILE_CARDS)
        ]
        self._mark = TileGrid(
            paper.marks, pixel_shader=palettes.MARK, tile_width=40, tile_height=6, x=_HAND_X, y=_HAND_Y + 62
        )
        self._hand.append(self._mark)
        self._hand.hidden = True
        group.append(self._hand)
        self._piles = [_OwnPile(paper, group) for _ in range(6)]
        self._line = Strip(group, paper.text, _HAND_X, 44, 170, palettes.WHITE, MIDDLE, True)
        self._second = Strip(group, paper.text, _HAND_X, 80, 170, palettes.WHITE, MIDDLE)
        self._big = Strip(group, paper.title, _HAND_X, 72, 170, palettes.SLAP, MIDDLE)
        self._toast = Strip(group, paper.text, _HAND_X, 163, 170, palettes.REFUSED, MIDDLE)
        self._hint = Strip(group, paper.text, 4, 223, 312, palettes.WHITE, MIDDLE)
        ring = Group(scale=2, x=209, y=104)
        self._ring = TileGrid(paper.ring, pixel_shader=palettes.RING, tile_width=24, tile_height=24)
        self._ring.hidden = True
        ring.append(self._ring)
        group.append(ring)
        self._hints = [""] * HINTS
        self._lines = [""] * HINTS
        self._seconds = [""] * HINTS
        self._toasts = [""] * len(VERDICT_WORDS)
        self._hold_z = ""
        self.speak(words)

    def speak(self, words):
        """Another language: look all words up now."""
        hints = self._hints
        hints[HINT_LOOK] = hints[HINT_STUCK] = hints[HINT_ASKED] = hints[HINT_PROPOSED] = words["hint_look"]
        hints[HINT_HAND] = hints[HINT_FOUR] = hints[HINT_ASKED_HAND] = words["hint_hand"]
        hints[HINT_CALL] = words["hint_call"]
        hints[HINT_OUT] = words["hint_out"]
        self._lines[HINT_HAND] = words["pile_in_hand"]
        self._lines[HINT_FOUR] = words["four"]
        self._lines[HINT_CALL] = words["all_locked"]
        self._lines[HINT_OUT] = words["out"]
        self._lines[HINT_STUCK] = words["stuck"]
        self._lines[HINT_ASKED] = self._lines[HINT_ASKED_HAND] = self._lines[HINT_PROPOSED] = words["stuck_asked"]
        self._seconds[HINT_OUT] = words["wait_end"]
        self._seconds[HINT_STUCK] = self._seconds[HINT_ASKED] = words["stuck_how"]
        self._seconds[HINT_PROPOSED] = words["stuck_yes"]
        for verdict in range(2, len(VERDICT_WORDS)):
            self._toasts[verdict] = words[VERDICT_WORDS[verdict]]
        self._hold_z = words["hold_z"]
        self._version = -1

    def forget(self):
        """The table's screen stays in memory: nothing to let go."""

    def draw(self, screen):
        """Bring the picture to what the screen says; True if something changed."""
        if self.shows(screen):
            return False
        link = screen.face.link
        table = link.shown
        seat = link.seat
        if seat == NOBODY:
            return False
        self._draw_others(link, table, seat)
        for place in range(CENTRE_CARDS):
            self._centre[place].show(table.places[CENTRE + place], bool(screen.pending_places & 1 << place))
            self._draw_bars(screen, place)
        self._draw_hand(screen, table)
        self._draw_piles(screen, table, seat)
        hint = screen.hint
        self._hint.set(self._hints[hint])
        self._line.set(self._lines[hint])
        asks = hint == HINT_ASKED or hint == HINT_ASKED_HAND
        self._line.colour(palettes.MARK if asks or hint == HINT_FOUR or hint == HINT_CALL else palettes.WHITE)
        self._second.set(self._seconds[hint])
        self._big.set(self._hold_z if hint == HINT_CALL else "")
        self._toast.set(self._toasts[screen.toast])
        set_hidden(self._ring, screen.ring == 0)
        set_tile(self._ring, screen.ring)
        set_tile(self._link, LINK + screen.quality)
        set_palette(self._link, palettes.LINK_GOOD if screen.quality > 1 else palettes.LINK_BAD)
        return True

    def _draw_others(self, link, table, seat):
        others = 0
        for other in range(SEATS):
            if other != seat and table.standing(other) != ABSENT:
                others += 1
        at = 0
        for other in range(SEATS):
            if other != seat and table.standing(other) != ABSENT:
                self._opponents[at].place(4 + at * (282 // others), 138 if others < 3 else 92)
                self._opponents[at].show(table, other, link.names[other])
                at += 1
        while at < SEATS - 1:
            self._opponents[at].show(table, NOBODY, "")
            at += 1
        set_palette(self._wins, palettes.SIGNS[seat])
        _set_sign(self._wins, 1, DIGIT + min(table.wins[seat], 9))

    def _draw_bars(self, screen, place):
        toucher = screen.flash_seat[place]
        refused = screen.refused_place == place
        shown = refused or toucher != NOBODY
        above = self._above[place]
        below = self._below[place]
        if shown:
            colours = palettes.REFUSED_BAR if refused else palettes.SEATS[toucher]
            set_palette(above, colours)
            set_palette(below, colours)
        set_hidden(above, not shown)
        set_hidden(below, not shown)

    def _draw_hand(self, screen, table):
        pile = screen.in_hand
        # With nothing in hand four empty places show where it will be, unless a hint or the ring is there.
        set_hidden(self._hand, pile == NO_PILE and (screen.hint != HINT_LOOK or screen.ring != 0))
        set_hidden(self._mark, pile == NO_PILE)
        if pile == NO_PILE:
            if not self._hand.hidden:
                for slot in range(PILE_CARDS):
                    self._cards[slot].show(NO_CARD, False)
            return
        pending = bool(screen.pending_piles & 1 << pile)
        for slot in range(PILE_CARDS):
            self._cards[slot].show(
                table.places[pile * PILE_CARDS + slot], pending and bool(screen.pending_slots & 1 << slot)
            )
        x = _HAND_X + screen.marked * _HAND_STEP
        if self._mark.x != x:
            self._mark.x = x

    def _draw_piles(self, screen, table, seat):
        count = 0
        for pile in range(PILES):
            if table.owner(pile) == seat:
                count += 1
        is_in = screen.is_in
        left = (320 - count * _PILE_STEP + _PILE_STEP - 44) // 2
        at = 0
        for pile in range(PILES):
            if table.owner(pile) == seat and at < 6:
                own = self._piles[at]
                own.place(left + at * _PILE_STEP)
                own.show(
                    table,
                    pile,
                    pile == screen.in_hand,
                    is_in and pile == screen.cursor,
                    bool(screen.pending_piles & 1 << pile),
                )
                at += 1
        while at < 6:
            self._piles[at].hide()
            at += 1
