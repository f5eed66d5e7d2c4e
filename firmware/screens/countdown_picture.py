"""Draws the countdown: the number on a large card."""

from displayio import Group

from . import palettes
from .paper import CENTRE, Picture, Strip, set_hidden, set_tile
from .sheets import cloth, tiles

_TILES = (13, 13, 1, 2)  # tiles of the rank sheet for 0 (hidden), 1, 2, 3


class CountdownPicture(Picture):
    """The picture of the countdown, of a ``Paper``."""

    def __init__(self, paper):
        Picture.__init__(self)
        group = self.group
        cloth(group, paper)
        self._headline = Strip(group, paper.title, 64, 2, 192, palettes.GOLD, CENTRE)
        card = Group(scale=2, x=120, y=60)
        tiles(card, paper.bodies, palettes.CARD, 40, 60)
        self._number = tiles(card, paper.ranks, palettes.RED_INK, 36, 34, 2, 13)
        self._card = card
        group.append(card)
        self._go = Group(scale=2, x=40, y=90)
        self._go_text = Strip(self._go, paper.title, 0, 0, 120, palettes.GOLD, CENTRE)
        group.append(self._go)
        self._message = Strip(group, paper.text, 48, 196, 224, palettes.WHITE, CENTRE)

    def draw(self, page):
        """Bring the picture to what the screen says; True if something changed."""
        if self.shows(page):
            return False
        self._headline.set(page.headline)
        number = page.number
        set_hidden(self._card, number == 0)
        if number:
            set_tile(self._number, _TILES[number])
        self._go_text.set("" if number else page.face.words["go"])
        self._message.set(page.message if number else "")
        return True


make = CountdownPicture  # what pictures.py calls
