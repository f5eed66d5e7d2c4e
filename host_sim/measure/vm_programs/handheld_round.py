"""One whole handheld in a round, for a device VM: the firmware's own parts, link, screens and pictures.

Hardware modules and displayio are shapes without content. The other player is a bare link of ``link_game``.
"""

import link_game
from measured import Clock, Wire

from firmware.rules.acts import LOCK, PUT_DOWN


class Round(link_game.Game):
    """Two handhelds; the first one is to be measured. With ``is_whole`` it is a ``Handheld`` with everything, otherwise
    a link alone. ``never_ends``: nobody locks or calls."""

    def __init__(self, seed, is_whole, never_ends=False):
        link_game.Game.__init__(self, 2, seed)
        self.never_ends = never_ends
        self.handheld = None
        seat = self.seats[0]
        wire = Wire(seat.link.radio)
        if is_whole:
            self.handheld = make_handheld(wire, self.ticks())
            seat.link = self.handheld.link
            seat.link.random32 = seat.random32
        else:
            seat.link = link_game.Link(wire, "P0", seat.random32)

    def step_link(self, seat, ticks):
        if self.handheld is None or seat is not self.seats[0]:
            return seat.link.step(ticks)
        self.handheld.parts.clock.now_is(ticks)
        return self.handheld.step()

    def wish(self, link, computer, kind, ticks):
        if self.never_ends and kind >= LOCK:
            kind = PUT_DOWN
        link_game.Game.wish(self, link, computer, kind, ticks)

    def cut(self):
        """The measured link or handheld alone, without anything that leads to the game."""
        measured = self.handheld or self.seats[0].link
        link = self.seats[0].link
        link.radio.radio = None
        link.random32 = None
        return measured


def make_handheld(wire, ticks):
    """A ``Handheld`` as code.py makes it, whose link has the radio ``wire``. It speaks German: of the six languages its
    words take the most memory, up to 600 bytes more than English ones."""
    from firmware.board.parts import Parts
    from firmware.handheld import Handheld

    parts = Parts(getenv={"LANGUAGE": "de"}.get)
    radio = parts.radio
    parts.radio = wire
    parts.clock = Clock(ticks)
    handheld = Handheld(parts)
    parts.radio = radio
    return handheld
