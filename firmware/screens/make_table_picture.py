"""Builds the table's picture. One tile grid a card place, so that a change sends little."""

import bitmaptools
from displayio import Bitmap, Group

from ..rules.layout import CENTRE_CARDS, PILE_CARDS
from ..spare import forget
from . import palettes
from .paper import CENTRE, Strip
from .sheets import cloth, cut, load_sheet, tiles
from .signs import DIGIT, EMPTY, LINK, PIP
from .table_picture import HAND_STEP, HAND_X, MARK_Y, PILE_Y, SIGNS_OF_PILES, TablePicture

_DIAMOND = ((52, 40), (98, 77), (52, 114), (6, 77))  # up, right, down, left
_HAND_Y = 80


def make(paper):
    """The table's picture, of a ``Paper``; other seats and own piles come with ``grow``. Nothing is made in a round."""
    picture = TablePicture(paper)
    group = picture.group
    cloth(group, paper)
    picture.other_group = Group()
    group.append(picture.other_group)
    picture.link = tiles(group, paper.signs, palettes.LINK_GOOD, 12, 14, 302, 1, LINK)
    picture.wins = _wins(group, paper, 292)
    marks = load_sheet("marks")
    for place in range(CENTRE_CARDS):
        x, y = _DIAMOND[place]
        picture.bodies.append(_body(group, paper, x, y))
        _inks(picture, group, paper, x, y)
        for shift in (-7, 61):
            bar = tiles(group, marks, palettes.SEATS[0], 40, 6, x, y + shift, 1)
            bar.hidden = True
            picture.bars.append(bar)
    # What the pile in hand lies on, so that it isn't taken for a part of the centre.
    cut(group, paper, palettes.TRAY, 11, 6, 144, 65)
    picture.hand = hand = Group()
    for slot in range(PILE_CARDS):
        x = HAND_X + slot * HAND_STEP
        _body(hand, paper, x, _HAND_Y)
        _inks(picture, hand, paper, x, _HAND_Y)
    # As wide as from card to card, with a gap that shows what is below.
    lid = Bitmap(HAND_STEP, 19, 2)
    bitmaptools.fill_region(lid, 0, 0, 36, 19, 1)
    dark = palettes.palette(None, palettes.TRAY_COLOUR)
    picture.lid = tiles(hand, lid, dark, HAND_STEP, 19, HAND_X + 2, _HAND_Y + 38, 0, PILE_CARDS)
    picture.mark = tiles(hand, marks, palettes.MARK, 40, 6, HAND_X, MARK_Y)
    hand.hidden = True
    group.append(hand)
    picture.own_group = Group()
    group.append(picture.own_group)
    picture.line = Strip(group, paper.text, HAND_X, 44, 170, palettes.WHITE, CENTRE, True)
    picture.second = Strip(group, paper.text, HAND_X, 80, 170, palettes.WHITE, CENTRE)
    picture.big = Strip(group, paper.title, HAND_X, 72, 170, palettes.SLAP, CENTRE)
    picture.toast = Strip(group, paper.text, HAND_X, 163, 170, palettes.REFUSED, CENTRE)
    picture.hint = Strip(group, paper.text, 4, 223, 312, palettes.WHITE, CENTRE)
    large = Group(scale=2, x=209, y=104)
    picture.ring = tiles(large, load_sheet("ring"), palettes.RING, 24, 24)
    picture.ring.hidden = True
    group.append(large)
    return picture


def grow(picture, others, own):
    """Have layers for so many other seats and own piles."""
    while len(picture.others) < others:
        _other(picture, picture.paper)
    piles = load_sheet("piles")
    while len(picture.own) < own:
        _own_pile(picture, picture.paper, piles)
    forget("firmware.screens.sheets")


def _body(group, paper, x, y):
    return tiles(group, paper.bodies, palettes.CARD, 40, 60, x, y)


def _inks(picture, group, paper, x, y):
    """Rank and suit of a card whose paper lies there."""
    picture.ranks.append(tiles(group, paper.ranks, palettes.BLACK_INK, 36, 34, x + 2, y + 4))
    picture.suits.append(tiles(group, paper.suits, palettes.BLACK_INK, 14, 14, x + 13, y + 41))


def _wins(group, paper, x):
    """A pip and the number of rounds won."""
    grid = tiles(group, paper.signs, palettes.SIGNS[0], 12, 14, x, 16, PIP, 2)
    grid[1] = DIGIT
    return grid


def _other(picture, paper):
    """Name, piles (face down, in hand, locked with their rank) and rounds won of another seat."""
    group = Group()
    name = Strip(group, paper.text, 0, 0, 138)
    piles = tiles(group, paper.signs, palettes.SIGNS[0], 12, 14, 0, 16, EMPTY, SIGNS_OF_PILES)
    wins = _wins(group, paper, 73)
    group.hidden = True
    picture.other_group.append(group)
    picture.others.append((group, name, piles, wins))


def _own_pile(picture, paper, piles):
    group = picture.own_group
    layers = (
        tiles(group, piles, palettes.PILE, 44, 34, 0, PILE_Y),
        tiles(group, paper.ranks, palettes.BLACK_INK, 36, 34, 0, PILE_Y),
        # A pile that was locked wrongly lies open too: its four ranks, small.
        tiles(group, paper.signs, palettes.SIGNS[0], 12, 14, 0, PILE_Y + 3, 0, 2, 2),
    )
    for layer in layers:
        layer.hidden = True
    picture.own.append(layers)
