"""rules.md, "The standard game", 1 to 5, and a verdict for everything that is refused."""

import pytest

from firmware.rules import verdicts
from firmware.rules.table import CENTRE, COUNTDOWN, NO_PILE, NOBODY, RUNNING
from firmware.rules.verdicts import (
    ACCEPTED,
    CHANGED,
    GONE,
    HANDS_EMPTY,
    HANDS_FULL,
    LOCKED,
    NO_SUCH,
    NOT_FOUR,
    NOT_RUNNING,
    NOT_YOURS,
    OUT,
    TOO_EARLY,
)
from tests.rules.tables import all_fours, cards, centre, dealt, holder, lock_all, locked_count, running, swap


def every_act(table, seat=0):
    """Each act, as good as it can be in this table."""
    return [
        table.pick_up(seat, 0),
        table.put_down(seat, 0),
        swap(table, seat, 0, 0, 0),
        table.lock(seat, 0, 0),
        table.propose(seat, 0),
        table.call(seat, 0),
    ]


# 1. Before the start


def test_input_before_the_start_signal_does_nothing():
    table = dealt()
    before = bytes(table.state)
    assert every_act(table) == [NOT_RUNNING] * 6
    assert bytes(table.state) == before
    assert table.phase == COUNTDOWN
    table.start(1000)
    assert table.phase == RUNNING
    assert table.pick_up(0, 0) == ACCEPTED


def test_the_start_signal_counts_only_in_a_countdown():
    table = running()
    table.call(0, 1500)
    table.start(1600)
    assert table.phase != RUNNING


def test_input_after_the_round_does_nothing():
    table = running()
    table.call(1, 1500)
    before = bytes(table.state)
    assert every_act(table) == [NOT_RUNNING] * 6
    table.call_together(0b11, 1600)
    assert bytes(table.state) == before


# 2. Looking


def test_one_pile_in_hand_at_a_time():
    table = running()
    assert table.pick_up(0, 3) == ACCEPTED
    assert table.in_hand[0] == 3
    assert holder(table, 3) == 0
    assert table.pick_up(0, 4) == HANDS_FULL
    assert table.pick_up(0, 3) == HANDS_FULL
    assert table.put_down(0, 4) == HANDS_EMPTY
    assert table.put_down(0, 3) == ACCEPTED
    assert table.in_hand[0] == NO_PILE
    assert holder(table, 3) == NOBODY
    assert table.put_down(0, 3) == HANDS_EMPTY


def test_nobody_may_look_into_another_players_pile():
    table = running()
    assert table.pick_up(0, 6) == NOT_YOURS
    assert table.pick_up(1, 0) == NOT_YOURS
    assert table.pick_up(1, 6) == ACCEPTED


def test_two_players_hold_a_pile_each():
    table = running()
    assert table.pick_up(0, 0) == ACCEPTED
    assert table.pick_up(1, 11) == ACCEPTED
    assert list(table.in_hand) == [0, 11, NO_PILE, NO_PILE]


# 3. Swapping


def test_a_swap_exchanges_exactly_one_card_and_the_piles_card_lies_in_the_same_place():
    table = running()
    table.pick_up(1, 7)
    mine, middle = cards(table, 7), centre(table)
    others = bytes(table.places[:28]) + bytes(table.places[32:48])
    assert swap(table, 1, 7, 2, 3) == ACCEPTED
    assert cards(table, 7) == [mine[0], mine[1], middle[3], mine[3]]
    assert centre(table) == [middle[0], middle[1], middle[2], mine[2]]
    assert bytes(table.places[:28]) + bytes(table.places[32:48]) == others
    assert table.last_touch(3) == 1


def test_no_swap_without_the_pile_in_hand():
    table = running()
    assert swap(table, 0, 0, 0, 0) == HANDS_EMPTY
    table.pick_up(0, 1)
    assert swap(table, 0, 0, 0, 0) == HANDS_EMPTY
    assert swap(table, 1, 1, 0, 0) == HANDS_EMPTY
    assert swap(table, 0, 6, 0, 0) == HANDS_EMPTY


def test_a_swap_that_names_another_card_to_give_moves_nothing():
    table = running()
    table.pick_up(0, 0)
    before = bytes(table.state)
    give = table.places[1]
    assert table.swap(0, 0, 0, 0, give, table.places[CENTRE]) == CHANGED
    assert bytes(table.state) == before


# 4. Racing for a card (F1)


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("place", range(4))
def test_two_reach_for_one_card_one_gets_it_and_the_other_is_told_that_it_is_gone(first, place):
    table = running()
    second = 1 - first
    table.pick_up(0, 0)
    table.pick_up(1, 6)
    wanted = table.places[CENTRE + place]
    pile_of = (0, 6)
    held = [cards(table, 0), cards(table, 6)]
    wish = [(seat, pile_of[seat], 1, place, table.places[pile_of[seat] * 4 + 1], wanted) for seat in (0, 1)]
    assert table.swap(*wish[first]) == ACCEPTED
    assert table.swap(*wish[second]) == GONE
    assert wanted in cards(table, pile_of[first])
    assert cards(table, pile_of[second]) == held[second], "who came second has lost nothing"
    assert table.in_hand[second] == pile_of[second]
    assert len(set(table.places)) == 52


def test_three_wishes_for_one_card_in_every_order():
    import itertools

    for order in itertools.permutations(range(3)):
        table = running(3)
        piles = (0, 4, 8)
        for seat in range(3):
            table.pick_up(seat, piles[seat])
        wanted = table.places[CENTRE]
        verdicts_given = [table.swap(seat, piles[seat], 0, 0, table.places[piles[seat] * 4], wanted) for seat in order]
        assert verdicts_given == [ACCEPTED, GONE, GONE]
        assert len(set(table.places)) == 52


def test_reaching_for_different_cards_both_get_theirs():
    table = running()
    table.pick_up(0, 0)
    table.pick_up(1, 6)
    assert swap(table, 0, 0, 0, 0) == ACCEPTED
    assert swap(table, 1, 6, 0, 1) == ACCEPTED


# 5. Locking


def test_lock_check_on_refuses_what_is_not_four_of_a_kind():
    table = running(lock_check=True)
    table.pick_up(0, 0)
    assert not table.is_four(0)
    assert table.lock(0, 0, 1500) == NOT_FOUR
    assert table.in_hand[0] == 0
    assert not table.is_locked(0)


def test_lock_check_off_locks_any_pile_and_for_good():
    table = running(lock_check=False)
    table.pick_up(0, 0)
    assert table.lock(0, 0, 1500) == ACCEPTED
    assert table.is_locked(0)
    assert table.pick_up(0, 0) == LOCKED
    assert table.fours_count(0) == 0
    assert locked_count(table, 0) == 1


def test_a_locked_pile_can_never_be_touched_again():
    table = all_fours(running())
    table.pick_up(0, 2)
    assert table.lock(0, 2, 1500) == ACCEPTED
    assert table.in_hand[0] == NO_PILE
    assert table.is_locked(2)
    assert table.pick_up(0, 2) == LOCKED
    assert table.put_down(0, 2) == HANDS_EMPTY
    assert table.lock(0, 2, 1600) == HANDS_EMPTY
    assert swap(table, 0, 2, 0, 0) == HANDS_EMPTY
    assert table.since == 1500, "the time of the last lock"


def test_only_the_pile_in_hand_is_locked():
    table = all_fours(running())
    assert table.lock(0, 0, 0) == HANDS_EMPTY
    table.pick_up(0, 1)
    assert table.lock(0, 0, 0) == HANDS_EMPTY
    assert table.lock(0, 6, 0) == HANDS_EMPTY
    assert table.lock(1, 1, 0) == HANDS_EMPTY


# Every refused act says why


def test_who_is_out_of_the_round_is_told_so():
    table = running(3)
    table.call(0, 1500)
    assert every_act(table) == [OUT] * 6
    assert every_act(table, seat=3) == [OUT] * 6, "an empty seat"
    assert table.leave(3, 1500) == OUT


@pytest.mark.parametrize("number", [12, 13, 254, NO_PILE, -1, 1 << 20])
def test_numbers_that_do_not_exist_are_refused_and_change_nothing(number):
    """A stranger may wish for anything; 255 is also what an empty hand holds."""
    for lock_check in (True, False):
        table = running(lock_check=lock_check)
        for hand in (NO_PILE, 0):
            if hand != NO_PILE:
                table.pick_up(0, hand)
            before = bytes(table.state)
            assert table.pick_up(0, number) == NO_SUCH
            assert table.put_down(0, number) == NO_SUCH
            assert table.swap(0, number, 0, 0, 0, 0) == NO_SUCH
            assert table.swap(0, 0, number, 0, 0, 0) == NO_SUCH
            assert table.swap(0, 0, 0, number, 0, 0) == NO_SUCH
            assert table.lock(0, number, 0) == NO_SUCH
            assert table.pick_up(number, 0) == OUT
            assert table.call(number, 0) == OUT
            assert table.leave(number, 0) == OUT
            assert bytes(table.state) == before


def test_a_proposal_comes_too_early():
    assert running().propose(0, 1000 + 59_999) == TOO_EARLY


def test_verdict_codes_differ_and_fit_four_bits():
    codes = [value for name, value in vars(verdicts).items() if name.isupper()]
    assert len(codes) == len(set(codes))
    assert all(0 <= code <= 15 for code in codes)


def test_lock_all_helper_leaves_nothing_in_hand():
    table = all_fours(running())
    lock_all(table, 1)
    assert locked_count(table, 1) == 6
    assert locked_count(table, 0) == 0
