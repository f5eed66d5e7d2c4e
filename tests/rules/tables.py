"""Tables ready for a test. Not a test itself."""

from firmware.rules.cards import DECK
from firmware.rules.table import CENTRE, NOBODY, PILE_CARDS, PILES, SEATS, Table


def dealt(seats=2, seed=1, lock_check=True, best_of=3):
    """A table with a countdown running until 1000."""
    table = Table()
    for seat in range(seats):
        table.sit(seat)
    table.set_house(lock_check, best_of)
    table.deal(seed, 1000)
    return table


def running(seats=2, seed=1, lock_check=True, best_of=3):
    """A table in a round that started at 1000."""
    table = dealt(seats, seed, lock_check, best_of)
    table.start(1000)
    return table


def all_fours(table):
    """Lay the deck so that pile ``p`` has four of rank ``p`` and the centre the four kings."""
    for at in range(DECK):
        table.places[at] = at % 4 * 13 + at // 4
    return table


def holder(table, pile):
    """The seat that has the pile in hand, or ``NOBODY``."""
    seats = [seat for seat in range(SEATS) if table.in_hand[seat] == pile]
    assert len(seats) <= 1
    return seats[0] if seats else NOBODY


def locked_count(table, seat):
    """Locked piles of a seat, rightly or wrongly locked."""
    return sum(table.is_locked(pile) for pile in own_piles(table, seat))


def own_piles(table, seat):
    """The seat's piles, in order."""
    return [pile for pile in range(PILES) if table.owner(pile) == seat]


def lock_all(table, seat, now=2000, but=0):
    """Lock all of a seat's piles, except the last ``but``."""
    piles = own_piles(table, seat)
    for pile in piles[: len(piles) - but]:
        assert table.pick_up(seat, pile) == 1
        assert table.lock(seat, pile, now) == 1


def swap(table, seat, pile, slot, place):
    """A swap of what really lies there. Returns the verdict."""
    return table.swap(seat, pile, slot, place, table.places[pile * PILE_CARDS + slot], table.places[CENTRE + place])


def cards(table, pile):
    """A pile's four cards."""
    return list(table.places[pile * PILE_CARDS : pile * PILE_CARDS + PILE_CARDS])


def centre(table):
    """The centre's four cards."""
    return list(table.places[CENTRE:DECK])
