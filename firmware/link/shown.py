"""The table as this player sees it: what is confirmed, and on top what is still wished. So the screen never waits."""

from ..rules.acts import LOCK, PICK_UP, PUT_DOWN, SWAP
from .snapshot import Snapshot


class Shown:
    """``table`` is to be drawn; nobody else ever gets it."""

    def __init__(self):
        self._copy = Snapshot()
        self.table = self._copy.table

    def show(self, confirmed, wishes, seat, clock):
        """Begin with the ``confirmed`` snapshot and do what the seat's unanswered ``wishes`` would do.

        What the rules refuse by now doesn't show. Calls and proposals show only when they are confirmed: no
        screen may tell a winner whom the dealer doesn't know.
        """
        self._copy.load(confirmed.frame)
        table = self.table
        for nth in range(wishes.count):
            act = wishes.act(nth)
            pile = wishes.pile(nth)
            if act == PICK_UP:
                table.pick_up(seat, pile)
            elif act == PUT_DOWN:
                table.put_down(seat, pile)
            elif act == SWAP:
                table.swap(seat, pile, wishes.slot(nth), wishes.place(nth), wishes.give(nth), wishes.take(nth))
            elif act == LOCK:
                table.lock(seat, pile, clock.table_time(wishes.at(nth)))
