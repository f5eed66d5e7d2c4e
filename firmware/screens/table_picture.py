"""Draws the table in play. What it draws on is made before, by make_table_picture.py.

A swap sends the ranks and suits of two cards and the mark: the papers below stay (design.md, "Budgets").
"""

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
from ..spare import borrow
from . import palettes
from .paper import Picture, move, set_hidden, set_palette, set_tile
from .signs import BACK, DIGIT, EMPTY, LINK, MIXED, RAISED
from .table import HINT_ASKED, HINT_ASKED_HAND, HINT_CALL, HINT_FOUR, HINT_LOOK

HAND_X = 148
HAND_STEP = 43
MARK_Y = 142
PILE_Y = 186
SIGNS_OF_PILES = 6  # of another seat: the most piles that one has
_PILE_STEP = 50
_PENDING = 4  # of the suits' sheet: the tile of a card that waits for its verdict


class TablePicture(Picture):
    """Its layers, from make_table_picture.py:

    ``bodies``, the papers of the four centre places; ``ranks`` and ``suits`` of these and then of the four cards in
    hand, all on the group ``hand`` with ``mark`` and the ``lid`` over the four suits; ``bars`` above and below each
    centre place; of each own pile (pile, rank, four small ranks) in ``own``, on ``own_group``; of each other seat
    (group, name, piles, rounds won) in ``others``, on ``other_group``; ``link``, ``wins``, ``ring``; and the strips
    ``line``, ``second``, ``big``, ``toast`` and ``hint``. ``paper`` is what they are made from.
    """

    def __init__(self, paper):
        Picture.__init__(self)
        self.paper = paper
        self.bodies = []
        self.ranks = []
        self.suits = []
        self.bars = []
        self.own = []
        self.others = []

    def grow(self, table, seat):
        """Make layers for the other seats and the own piles of this round, where there aren't as many yet. In the
        countdown; later only for a handheld that slept through it."""
        others = own = 0
        for other in range(SEATS):
            if _is_there(table, other, seat):
                others += 1
        for pile in range(PILES):
            if table.owner(pile) == seat:
                own += 1
        if others > len(self.others) or own > len(self.own):
            borrow("firmware.screens.make_table_picture").grow(self, others, own)

    def draw(self, screen):
        """Bring the picture to what the screen says; True if something changed."""
        if self.shows(screen):
            return False
        link = screen.face.link
        table = link.shown
        seat = link.seat
        if seat == NOBODY:
            return False
        self.grow(table, seat)
        self._draw_others(link, table, seat, screen)
        for place in range(CENTRE_CARDS):
            card = table.places[CENTRE + place]
            empty = card == NO_CARD
            set_tile(self.bodies[place], 1 if empty else 0)
            set_hidden(self.ranks[place], empty)
            set_hidden(self.suits[place], empty)
            if not empty:
                self._draw_card(place, card, bool(screen.pending_places & 1 << place))
            self._draw_bars(screen, place)
        self._draw_hand(screen, table)
        self._draw_piles(screen, table, seat)
        hints, lines, seconds, toasts, hold_z = self.paper.texts
        hint = screen.hint
        self.hint.set(hints[hint])
        self.line.set(lines[hint])
        asks = hint == HINT_ASKED or hint == HINT_ASKED_HAND
        set_palette(
            self.line.layer, palettes.MARK if asks or hint == HINT_FOUR or hint == HINT_CALL else palettes.WHITE
        )
        self.second.set(seconds[hint])
        self.big.set(hold_z if hint == HINT_CALL else "")
        self.toast.set(toasts[screen.toast])
        set_hidden(self.ring, screen.ring == 0)
        set_tile(self.ring, screen.ring)
        set_tile(self.link, LINK + screen.quality)
        set_palette(self.link, palettes.LINK_GOOD if screen.quality > 1 else palettes.LINK_BAD)
        return True

    def _draw_card(self, at, card, is_pending):
        """Rank and suit of a card, 0 to 51: in the centre (``at`` 0 to 3) or in hand (4 to 7)."""
        rank = self.ranks[at]
        suit = self.suits[at]
        number = suit_of(card)
        ink = palettes.RED_INK if number == 1 or number == 2 else palettes.BLACK_INK
        set_tile(rank, rank_of(card))
        set_palette(rank, ink)
        set_tile(suit, _PENDING if is_pending else number)
        set_palette(suit, palettes.PENDING_INK if is_pending else ink)

    def _draw_others(self, link, table, seat, screen):
        count = 0
        for other in range(SEATS):
            if _is_there(table, other, seat):
                count += 1
        at = 0
        for other in range(SEATS):
            if _is_there(table, other, seat):
                group, name, piles, wins = self.others[at]
                move(group, 4 + at * (282 // count), 0)
                name.fit(138 if count < 3 else 92)
                set_hidden(group, False)
                is_in = table.standing(other) == PLAYING
                name.set(link.names[other])
                set_palette(name.layer, palettes.SEATS[other] if is_in else palettes.DIM)
                set_palette(piles, palettes.SIGNS[other] if is_in else palettes.SIGNS_OUT)
                move(wins, _draw_signs(piles, table, other, screen.peek) * 12 + 6, 16)
                _draw_wins(wins, table, other)
                at += 1
        while at < len(self.others):
            set_hidden(self.others[at][0], True)
            at += 1
        _draw_wins(self.wins, table, seat)

    def _draw_bars(self, screen, place):
        toucher = screen.flash_seat[place]
        refused = screen.refused_place == place
        shown = refused or toucher != NOBODY
        for at in range(2 * place, 2 * place + 2):
            bar = self.bars[at]
            if shown:
                set_palette(bar, palettes.REFUSED_BAR if refused else palettes.SEATS[toucher])
            set_hidden(bar, not shown)

    def _draw_hand(self, screen, table):
        pile = screen.in_hand
        empty = pile == NO_PILE
        # With nothing in hand four empty places show where it will be, unless a hint or the ring is there.
        is_out_of_sight = empty and (screen.hint != HINT_LOOK or screen.ring != 0)
        set_hidden(self.hand, is_out_of_sight)
        set_hidden(self.mark, empty)
        if is_out_of_sight:
            return
        # In an empty hand a card's paper stays as a frame: the rank turns as dark as the tray and the lid covers the
        # suits. Paper, rank and suit, changed together, would each be sent by itself: twice as much.
        set_hidden(self.lid, not empty)
        pending = 0 if empty or not screen.pending_piles & 1 << pile else screen.pending_slots
        for slot in range(PILE_CARDS):
            at = CENTRE_CARDS + slot
            if empty:
                set_palette(self.ranks[at], palettes.HIDDEN_INK)
            else:
                self._draw_card(at, table.places[pile * PILE_CARDS + slot], bool(pending & 1 << slot))
        if not empty:
            move(self.mark, HAND_X + screen.marked * HAND_STEP, MARK_Y)

    def _draw_piles(self, screen, table, seat):
        count = 0
        for pile in range(PILES):
            if table.owner(pile) == seat:
                count += 1
        x = (320 - count * _PILE_STEP + _PILE_STEP - 44) // 2
        at = 0
        for pile in range(PILES):
            if table.owner(pile) == seat:
                self._draw_pile(screen, table, pile, self.own[at], x)
                x += _PILE_STEP
                at += 1
        while at < len(self.own):
            for layer in self.own[at]:
                set_hidden(layer, True)
            at += 1

    def _draw_pile(self, screen, table, pile, own, x):
        body, rank, ranks = own
        in_hand = pile == screen.in_hand
        has_cursor = screen.is_in and pile == screen.cursor
        locked = table.is_locked(pile)
        four = locked and table.is_four(pile)
        colours = palettes.PILE
        y = PILE_Y
        if locked:
            colours = palettes.PILE_LOCKED
        elif screen.pending_piles & 1 << pile and not in_hand:
            colours = palettes.PILE_PENDING
        elif has_cursor:
            colours = palettes.PILE_CURSOR
        if has_cursor and not locked and not in_hand:
            y -= 4
        move(body, x, y)
        move(rank, x + 4, PILE_Y)
        move(ranks, x + 10, PILE_Y + 3)
        set_hidden(body, False)
        set_tile(body, 2 if locked else 1 if in_hand else 0)
        set_palette(body, colours)
        set_hidden(rank, not four)
        set_hidden(ranks, four or not locked)
        first = pile * PILE_CARDS
        if four:
            set_tile(rank, rank_of(table.places[first]))
        elif locked:
            for slot in range(PILE_CARDS):
                set_tile(ranks, rank_of(table.places[first + slot]), slot)


def _is_there(table, other, seat):
    """True if a seat is another's who takes part."""
    return other != seat and table.standing(other) != ABSENT


def _draw_signs(grid, table, seat, peek):
    """The piles of another seat as small signs. Returns how many."""
    count = 0
    for pile in range(PILES):
        if table.owner(pile) == seat and count < SIGNS_OF_PILES:
            sign = RAISED if table.in_hand[seat] == pile else BACK
            if table.is_locked(pile):
                # A pile locked wrongly lies open too: its ranks show one after the other.
                slot = 0 if table.is_four(pile) else peek - 1
                sign = MIXED if slot < 0 else rank_of(table.places[pile * PILE_CARDS + slot])
            set_tile(grid, sign, count)
            count += 1
    for at in range(count, SIGNS_OF_PILES):
        set_tile(grid, EMPTY, at)
    return count


def _draw_wins(grid, table, seat):
    set_palette(grid, palettes.SIGNS[seat])
    set_tile(grid, DIGIT + min(table.wins[seat], 9), 1)
