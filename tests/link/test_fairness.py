"""Races: the dealer has no advantage, and what is pressed first comes first, whatever the air does."""

import pytest

from firmware.rules.acts import PICK_UP, SWAP
from firmware.rules.layout import RUNNING
from firmware.rules.verdicts import ACCEPTED, GONE
from tests.link.air import Room, own_piles


def ready_to_swap(room, numbers):
    """Everybody has a pile in hand, and the window has seen enough of the air."""
    for number in numbers:
        assert room[number].wish(PICK_UP, own_piles(room[number])[0])
    assert room.until(lambda: all(room[0].link.table.in_hand[number] != 255 for number in numbers), 2000)
    room.run(400)
    for number in numbers:
        room[number].answers.clear()


def race(room, numbers, apart=0.0, place=0):
    """All reach for one centre place, ``apart`` ms after each other in the order of ``numbers``. Returns who got it."""
    start = room.now + 20 + room.random.random() * 10
    when = {number: start + nth * apart for nth, number in enumerate(numbers)}
    for number in sorted(numbers, key=lambda n: when[n]):
        # The key is scanned every 5 ms; the handheld looks at it at once.
        room.run(max(0.0, when[number] - room.now))
        assert room[number].wish(SWAP, room[number].link.shown.in_hand[number], 0, place)
    assert room.until(lambda: all(room[number].answers for number in numbers), 3000)
    winners = [number for number in numbers if room[number].answers[0][-1] == ACCEPTED]
    losers = [number for number in numbers if room[number].answers[0][-1] == GONE]
    assert len(winners) == 1
    assert len(losers) == len(numbers) - 1
    for number in numbers:
        room[number].answers.clear()
    assert sorted(room[0].link.table.places) == list(range(52))
    return winners[0]


@pytest.mark.parametrize("loss, delay", ((0.0, 0), (0.2, 0), (0.0, 15)))
def test_equal_races_are_won_equally(loss, delay):
    """A coarse look at the share of the dealer; ``bench`` measures it with thousands of races."""
    room = Room(2, seed=3, loss=loss).round()
    room.air.extra_delay[1] = delay
    ready_to_swap(room, (0, 1))
    for _ in range(30):
        race(room, (0, 1))
    wins = sum(race(room, (0, 1), place=nth % 4) == 0 for nth in range(600))
    assert 0.44 < wins / 600 < 0.56, wins


@pytest.mark.parametrize("order", ((0, 1), (1, 0), (2, 1), (1, 2)))
def test_the_first_press_wins_at_20_percent_loss(order):
    room = Room(3, seed=4, loss=0.2).round()
    ready_to_swap(room, (0, 1, 2))
    for _ in range(20):
        race(room, order, 12.0)
    right = sum(race(room, order, 12.0, nth % 4) == order[0] for nth in range(200))
    assert right >= 198


def test_a_slow_link_is_no_disadvantage_within_the_window():
    room = Room(2, seed=5).round()
    room.air.extra_delay[1] = 40
    ready_to_swap(room, (0, 1))
    for _ in range(20):
        race(room, (1, 0), 15.0)
    assert all(race(room, (1, 0), 15.0, nth % 4) == 1 for nth in range(100))
    assert 50 <= room[0].link.dealer.gate.window <= 80
    assert room[0].link.table.phase == RUNNING
