"""The table as this player sees it: what is confirmed, and on top what is still wished. So the screen never waits."""

from ..rules.acts import LOCK
from .wishes import GIVE, PILE, TAKE, WHAT, entry


def show(copy, confirmed, wishes, seat, clock):
    """Have the snapshot ``copy``, which nobody else ever gets, show the ``confirmed`` one, and on top what the seat's
    unanswered ``wishes`` would do.

    What the rules refuse by now doesn't show. Calls and proposals show only when they are confirmed: no
    screen may tell a winner whom the dealer doesn't know.
    """
    copy.load(confirmed.frame)
    frame = wishes.frame
    for nth in range(wishes.count):
        at = entry(nth)
        what = frame[at + WHAT]
        if what >> 4 <= LOCK:
            press = clock.table_time(wishes.pressed[nth])
            copy.table.act(seat, what, frame[at + PILE], frame[at + GIVE], frame[at + TAKE], press)
