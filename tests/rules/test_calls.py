"""rules.md, "The standard game", 6 to 8: calling, checking, calls at the same moment (F3)."""

import itertools

import pytest

from firmware.rules.table import (
    BY_CALL,
    BY_FALSE_CALL,
    FALSE_CALL,
    NO_PILE,
    NOBODY,
    PLAYING,
    ROUND_OVER,
    RUNNING,
)
from firmware.rules.verdicts import ACCEPTED, NOT_RUNNING
from tests.rules.tables import all_fours, lock_all, running


def places(table):
    return [table.place(seat) for seat in range(4)]


@pytest.mark.parametrize("caller", [0, 1])
def test_all_piles_locked_and_each_four_of_a_kind_wins(caller):
    table = all_fours(running())
    lock_all(table, caller)
    assert table.call(caller, 3000) == ACCEPTED
    assert table.phase == ROUND_OVER
    assert table.winner == caller
    assert table.how == BY_CALL
    assert table.place(caller) == 1
    assert table.place(1 - caller) == 2
    assert table.since == 3000
    assert list(table.wins) == [1 - caller, caller, 0, 0]


def test_one_unlocked_pile_makes_the_call_false():
    table = all_fours(running())
    lock_all(table, 0, but=1)
    table.call(0, 3000)
    assert table.standing(0) == FALSE_CALL
    assert (table.winner, table.how) == (1, BY_FALSE_CALL)
    assert places(table)[:2] == [2, 1]


def test_a_four_in_hand_is_not_locked():
    table = all_fours(running())
    lock_all(table, 0, but=1)
    table.pick_up(0, 5)
    table.call(0, 3000)
    assert table.standing(0) == FALSE_CALL


def test_a_pile_wrongly_locked_makes_the_call_false():
    table = all_fours(running(lock_check=False))
    table.pick_up(0, 0)
    table.swap(0, 0, 0, 0, table.places[0], table.places[48])
    table.lock(0, 0, 2000)
    for pile in range(1, 6):
        table.pick_up(0, pile)
        table.lock(0, pile, 2000)
    table.call(0, 3000)
    assert table.standing(0) == FALSE_CALL
    assert table.winner == 1


def test_the_call_may_be_made_at_any_moment_with_a_pile_in_hand_too():
    table = running(3)
    table.pick_up(2, 8)
    assert table.call(2, 1000) == ACCEPTED
    assert table.standing(2) == FALSE_CALL
    assert table.in_hand[2] == NO_PILE


def test_after_a_false_call_of_three_the_rest_play_on_for_the_next_place():
    table = all_fours(running(3))
    table.call(1, 1500)
    assert table.phase == RUNNING
    assert places(table) == [0, 3, 0, 0]
    assert table.standing(0) == table.standing(2) == PLAYING
    lock_all(table, 2)
    table.call(2, 4000)
    assert table.winner == 2
    assert places(table) == [2, 3, 1, 0]


def test_two_false_calls_of_three_one_after_the_other():
    table = running(3)
    table.call(1, 1500)
    table.call(0, 1600)
    assert (table.winner, table.how) == (2, BY_FALSE_CALL)
    assert places(table) == [2, 3, 1, 0]


def test_the_earlier_valid_slap_wins_and_the_later_changes_nothing():
    table = all_fours(running())
    lock_all(table, 0)
    lock_all(table, 1)
    table.call(1, 3000)
    before = bytes(table.state)
    assert table.call(0, 3001) == NOT_RUNNING
    assert bytes(table.state) == before
    assert table.winner == 1


def test_valid_calls_that_cannot_be_told_apart_are_a_draw_between_them():
    table = all_fours(running(3))
    for seat in range(3):
        lock_all(table, seat, but=1 if seat == 1 else 0)
    table.call_together(0b101, 3000)
    assert table.phase == ROUND_OVER
    assert table.winners == 0b101
    assert table.winner == NOBODY
    assert list(table.wins) == [0] * 4, "a drawn round counts for nobody"
    assert places(table) == [1, 3, 1, 0]


@pytest.mark.parametrize("valid", [0, 1, 2])
def test_of_calls_at_the_same_moment_each_is_checked(valid):
    table = all_fours(running(3))
    lock_all(table, valid)
    table.call_together(0b111, 3000)
    assert table.winner == valid
    for seat in range(3):
        assert table.standing(seat) == (PLAYING if seat == valid else FALSE_CALL)
        assert table.place(seat) == (1 if seat == valid else 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_call_falsely_at_the_same_moment_and_nobody_wins(seats):
    table = running(seats)
    table.call_together((1 << seats) - 1, 3000)
    assert table.phase == ROUND_OVER
    assert table.how == BY_FALSE_CALL
    assert table.winners == 0
    assert table.winner == NOBODY
    assert list(table.wins) == [0] * 4
    assert places(table)[:seats] == [2] * seats, "nobody comes first by losing"


def test_two_of_three_call_falsely_at_the_same_moment():
    table = running(3)
    table.call_together(0b011, 3000)
    assert (table.winner, table.how) == (2, BY_FALSE_CALL)
    assert places(table) == [2, 2, 1, 0]


def test_two_finish_in_the_same_instant_every_grouping_and_order_ends_the_round():
    """F3: together or one after the other in any order, there is one result and the round is over."""
    for order in itertools.permutations(range(2)):
        table = all_fours(running())
        lock_all(table, 0)
        lock_all(table, 1)
        for seat in order:
            table.call(seat, 3000)
        assert table.phase == ROUND_OVER
        assert table.winner == order[0]
    table = all_fours(running())
    lock_all(table, 0)
    lock_all(table, 1)
    table.call_together(0b11, 3000)
    assert table.phase == ROUND_OVER
    assert table.winners == 0b11


def test_who_has_no_piles_has_not_won():
    table = running()
    table.sit(2)
    assert not table.has_won(2)
    table.call(2, 3000)
    assert table.winners == 0
