"""The gate: presses are applied in the order of their times, and lag can't be farmed."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.link.gate import ALLOWANCE, SAME_MS, WAITING, WINDOW_MAX, WINDOW_MIN, WINDOW_START, Gate
from firmware.rules.acts import CALL, LOCK, PICK_UP
from firmware.rules.layout import TICKS_MASK

APART = SAME_MS + 1


def add(gate, seat, now, press, act=PICK_UP, number=1, is_remote=True):
    wish = bytes((0xEE, number, act << 4, 0, 0, 0))
    return gate.add(seat, now & TICKS_MASK, press & TICKS_MASK, wish, 1, is_remote)


def applied(gate, now):
    """Seats in the order in which what waits is applied."""
    order = []
    while True:
        seat = gate.due(now & TICKS_MASK)
        if seat < 0:
            return order
        order.append((seat, gate.wishes[gate.head(seat)]))
        gate.drop(seat)


@pytest.mark.parametrize("start", (0, TICKS_MASK - 10))
def test_every_interleaving_is_applied_in_the_order_of_the_presses(start):
    """Field case F5: late or reordered frames, dealer's own wishes among them."""
    presses = [(0, 0), (1, APART), (2, 2 * APART), (0, 3 * APART), (1, 4 * APART)]
    for arrival in itertools.permutations(range(5)):
        gate = Gate()
        order = [presses[i] for i in arrival]
        # A seat's own wishes come in their order.
        if order.index((0, 0)) > order.index((0, 3 * APART)) or order.index((1, APART)) > order.index((1, 4 * APART)):
            continue
        for seat, at in order:
            add(gate, seat, start + 45, start + at, number=at, is_remote=seat != 0)
        assert applied(gate, start + 200) == presses


def test_nothing_is_applied_before_its_window_and_all_of_it_then():
    gate = Gate()
    add(gate, 0, 100, 100, is_remote=False)
    for now in range(100, 100 + gate.window):
        assert gate.due(now) == -1
        assert gate.left == 100 + gate.window - now
    assert gate.due(100 + gate.window) == 0
    gate.drop(0)
    assert gate.due(100 + gate.window) == -1
    add(gate, 1, 200, 190)
    add(gate, 2, 200, 180)
    assert (gate.due(200), gate.left) == (-1, gate.window - 20), "the first press counts"


def test_the_dealers_own_wish_waits_as_long_as_all_others():
    gate = Gate()
    add(gate, 0, 100, 100, is_remote=False)
    add(gate, 1, 118, 100 - APART)
    assert gate.due(100 + gate.window - APART - 1) == -1
    assert applied(gate, 100 + gate.window)[0] == (1, 1), "pressed before, and it came within the window"


def test_a_press_in_the_future_counts_as_now():
    gate = Gate()
    add(gate, 1, 1000, 1500)
    assert gate.press_of(1) == 1000


def test_a_press_before_the_seats_last_one_counts_as_together_with_it():
    gate = Gate()
    add(gate, 1, 1010, 1000, number=1)
    add(gate, 1, 1012, 950, number=2)
    assert gate.press_of(1) == 1000
    gate.drop(1)
    assert (gate.press_of(1), gate.wishes[gate.head(1)]) == (1000, 2)
    gate = Gate()
    add(gate, 1, 1010, 1000, number=1)
    add(gate, 1, 1012, 950, number=2)
    assert applied(gate, 2000) == [(1, 1), (1, 2)]


def test_lag_cannot_be_farmed():
    """Who claims to have pressed long ago gets no more than the link explains, and an allowance."""
    gate = Gate()
    for now in range(1000, 9000, 100):
        add(gate, 1, now, now - 4)
        applied(gate, now + 90)
    add(gate, 1, 10_000, 7_000)
    assert gate.press_of(1) == 10_000 - 4 - ALLOWANCE


@given(st.integers(0, TICKS_MASK), st.integers(0, TICKS_MASK))
def test_no_claimed_press_raises_or_leaves_the_bounds(now, press):
    gate = Gate()
    add(gate, 2, now, press)
    claimed = (now - gate.press_of(2)) & TICKS_MASK
    assert 0 <= claimed <= WINDOW_MAX + ALLOWANCE


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_a_coin_decides_between_presses_that_cannot_be_told_apart(seats):
    first = [0] * seats
    gate = Gate()
    for seed in range(6000):
        gate.coin.seed(seed * 2654435761)
        for seat in range(seats):
            add(gate, seat, 1000, 1000 - seat * SAME_MS // seats)
        order = applied(gate, 2000)
        assert sorted(seat for seat, _ in order) == list(range(seats))
        first[order[0][0]] += 1
    assert all(abs(count / 6000 - 1 / seats) < 0.025 for count in first), first


def test_the_coin_of_one_deal_favours_no_seat_in_a_row_of_ties():
    gate = Gate()
    gate.coin.seed(77)
    wins = 0
    for _ in range(10_000):
        add(gate, 0, 1000, 1000)
        add(gate, 1, 1000, 1000)
        wins += applied(gate, 2000)[0][0]
    assert 0.48 < wins / 10_000 < 0.52


def test_presses_that_are_told_apart_need_no_coin():
    gate = Gate()
    for _ in range(500):
        add(gate, 1, 1000, 1000 - APART)
        add(gate, 0, 1000, 1000)
        assert [seat for seat, _ in applied(gate, 2000)] == [1, 0]


def test_calls_of_one_moment_come_together():
    gate = Gate()
    add(gate, 0, 1020, 1000, CALL)
    add(gate, 2, 1020, 1000 - SAME_MS, CALL)
    add(gate, 3, 1020, 1000 + 2 * SAME_MS, CALL)
    add(gate, 1, 1020, 1000, PICK_UP)
    assert gate.calls_with(0) == 0b0101
    assert gate.calls_with(2) == 0b0101


def test_a_call_waits_for_a_lock_of_the_same_moment():
    """Seat 1 locked and called, late: its call is checked together with seat 0's, whatever the coin says."""
    for seed in range(50):
        gate = Gate()
        gate.coin.seed(seed)
        add(gate, 1, 1000, 1000, LOCK, number=1)
        add(gate, 1, 1000, 1000, CALL, number=2)
        add(gate, 0, 1000, 998, CALL)
        assert gate.due(2000) == 1
        gate.drop(1)
        assert gate.calls_with(gate.due(2000)) == 0b0011


def test_four_wishes_a_seat_wait_and_others_still_find_room():
    gate = Gate()
    for number in range(WAITING):
        assert add(gate, 3, 1000, 1000 + number, number=number)
    assert not add(gate, 3, 1000, 1000 + WAITING, number=WAITING)
    assert add(gate, 2, 1000, 1000)
    assert gate.waiting == WAITING + 1
    gate.clear(3)
    assert gate.waiting == 1
    gate.drop(2)
    assert gate.waiting == 0


def settle(delays, count=3000):
    gate = Gate()
    rand = random.Random(5)
    now = 1000
    for _ in range(count):
        now += 50
        delay = delays(rand)
        add(gate, 1, now + delay, now)
        applied(gate, now + delay + 500)
    return gate


@pytest.mark.parametrize(
    "delays, low, high",
    (
        (lambda r: 3, WINDOW_MIN, WINDOW_MIN),
        (lambda r: r.randrange(20, 31), 38, 44),
        (lambda r: 60 if r.random() < 0.3 else 5, 70, 74),
        (lambda r: 60 if r.random() < 0.002 else 5, WINDOW_MIN, WINDOW_MIN),
        (lambda r: r.randrange(150, 160), WINDOW_MAX, WINDOW_MAX),
        (lambda r: 100_000, WINDOW_START, WINDOW_START),
    ),
)
def test_the_window_follows_the_95th_percentile_between_20_and_80(delays, low, high):
    assert low <= settle(delays).window <= high


def test_the_window_follows_for_as_long_as_the_table_runs():
    gate = settle(lambda r: 30, 20_000)
    assert gate.window == 42
    for now in range(100):
        add(gate, 1, 10_000_000 + now * 50 + 5, 10_000_000 + now * 50)
        applied(gate, 10_000_000 + now * 50 + 500)
    assert gate.window == WINDOW_MIN
