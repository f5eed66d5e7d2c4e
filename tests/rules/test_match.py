"""rules.md, "The standard game", 9, and the decisions: stuck rounds, leaving, house rules."""

import pytest

from firmware.rules.table import (
    ABSENT,
    BY_LEAVING,
    BY_STUCK,
    COUNTDOWN,
    LEFT,
    LOBBY,
    MATCH_OVER,
    NO_PILE,
    NOBODY,
    PLAYING,
    ROUND_OVER,
    RUNNING,
    STUCK_MS,
    Table,
)
from firmware.rules.verdicts import ACCEPTED, NOT_YOURS, OUT, TOO_EARLY
from tests.rules.tables import all_fours, dealt, lock_all, own_piles, running


def win_round(table, seat):
    """The next round, won by this seat because the others call falsely one after the other."""
    table.deal(table.round, 0)
    table.start(0)
    for other in range(4):
        if other != seat and table.phase == RUNNING and table.standing(other) == PLAYING:
            table.call(other, 10)


# 9. Match


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3), (7, 4), (9, 5)])
def test_first_with_the_agreed_number_wins_the_match(best_of, needed):
    table = Table()
    table.sit(0)
    table.sit(1)
    table.set_house(True, best_of)
    assert table.best_of == best_of
    for rounds in range(needed - 1):
        win_round(table, 1)
        assert table.phase == ROUND_OVER
        win_round(table, 0)
        assert table.phase == ROUND_OVER
        assert list(table.wins[:2]) == [rounds + 1, rounds + 1]
        assert table.match_winner == NOBODY
    win_round(table, 1)
    assert table.phase == MATCH_OVER
    assert table.match_winner == 1
    assert table.wins[1] == needed


@pytest.mark.parametrize("best_of", [0, 2, 4, 11, -1])
def test_best_of_is_one_of_five_numbers(best_of):
    with pytest.raises(ValueError, match="best of"):
        Table().set_house(True, best_of)


def test_a_drawn_round_counts_for_nobody_and_is_dealt_again():
    table = running(best_of=1)
    table.call_together(0b11, 2000)
    assert table.phase == ROUND_OVER
    table.deal(2, 3000)
    assert table.phase == COUNTDOWN
    assert list(table.wins) == [0] * 4
    assert table.playing() == 2


def test_house_rules_are_kept_in_the_next_match():
    table = running(lock_check=False, best_of=7)
    table.call(0, 2000)
    table.open_match()
    assert (table.lock_check, table.best_of) == (False, 7)
    assert table.phase == LOBBY
    assert table.round == 0
    assert list(table.wins) == [0] * 4
    assert table.standing(0) == table.standing(1) == PLAYING


def test_lock_check_is_on_and_best_of_is_three_by_default():
    table = Table()
    assert table.lock_check
    assert table.best_of == 3


# Stuck rounds


def test_when_nobody_has_locked_for_60_s_any_player_may_propose():
    table = running(3)
    assert not table.is_stuck(1000 + STUCK_MS - 1)
    assert table.propose(1, 1000 + STUCK_MS - 1) == TOO_EARLY
    assert table.is_stuck(1000 + STUCK_MS)
    assert table.propose(1, 1000 + STUCK_MS) == ACCEPTED
    assert table.proposes(1)
    assert not table.proposes(0)
    assert table.phase == RUNNING, "the game never forces an end"


def test_a_clock_a_little_behind_the_last_lock_is_not_stuck():
    table = running()
    assert not table.is_stuck(999)
    assert table.propose(0, 990) == TOO_EARLY


def test_60_s_across_the_wrap_of_table_time():
    wrap = 1 << 29
    table = dealt()
    table.start(wrap - 10)
    assert not table.is_stuck(STUCK_MS - 11)
    assert table.is_stuck(STUCK_MS - 10)


def test_a_pause_of_the_table_does_not_count_as_waiting():
    table = running()
    table.postpone(5000)
    assert not table.is_stuck(1000 + STUCK_MS + 4999)
    assert table.is_stuck(1000 + STUCK_MS + 5000)
    waiting = dealt()
    waiting.postpone(5000)
    assert waiting.since == 6000


def test_all_agree_and_the_most_locked_fours_win():
    table = all_fours(running(3))
    lock_all(table, 1, but=2)
    lock_all(table, 2, but=3)
    for seat in (2, 0):
        table.propose(seat, 2000 + STUCK_MS)
        assert table.phase == RUNNING
    table.propose(1, 2000 + STUCK_MS)
    assert table.phase == ROUND_OVER
    assert (table.winner, table.how) == (1, BY_STUCK)
    assert table.wins[1] == 1


def test_equal_counts_are_a_draw():
    table = all_fours(running(3))
    lock_all(table, 0, but=3)
    lock_all(table, 2, but=3)
    for seat in range(3):
        table.propose(seat, 2000 + STUCK_MS)
    assert table.winners == 0b101
    assert table.winner == NOBODY
    assert list(table.wins) == [0] * 4


def test_wrong_locks_do_not_count_in_a_stuck_round():
    table = running(lock_check=False)
    for pile in (0, 1, 2):
        table.pick_up(0, pile)
        table.lock(0, pile, 2000)
    for at in range(4):
        table.places[24 + at] = at * 13
    table.pick_up(1, 6)
    table.lock(1, 6, 2000)
    for seat in (0, 1):
        table.propose(seat, 2000 + STUCK_MS)
    assert (table.winner, table.how) == (1, BY_STUCK)


def test_a_lock_takes_the_proposals_back():
    table = all_fours(running())
    table.propose(0, 1000 + STUCK_MS)
    table.pick_up(1, 6)
    table.lock(1, 6, 1001 + STUCK_MS)
    assert not table.proposes(0)
    assert not table.is_stuck(1002 + STUCK_MS)
    assert table.propose(1, 1002 + STUCK_MS) == TOO_EARLY


@pytest.mark.parametrize("goes", ["calls falsely", "leaves"])
def test_all_still_in_the_round_agree_once_the_last_who_did_not_is_out(goes):
    table = running(3)
    table.propose(0, 1000 + STUCK_MS)
    table.propose(1, 1000 + STUCK_MS)
    if goes == "leaves":
        table.leave(2, 1001 + STUCK_MS)
    else:
        table.call(2, 1001 + STUCK_MS)
    assert table.phase == ROUND_OVER
    assert table.how == BY_STUCK


def test_who_is_out_is_not_asked():
    table = running(3)
    table.call(2, 1500)
    table.propose(0, 1000 + STUCK_MS)
    table.propose(1, 1000 + STUCK_MS)
    assert table.how == BY_STUCK


# Leaving


def test_leaving_the_lobby_frees_the_seat():
    table = Table()
    table.sit(0)
    table.sit(1)
    assert table.leave(1, 0) == ACCEPTED
    assert table.standing(1) == ABSENT
    assert table.seated() == 1
    assert table.leave(1, 0) == OUT


@pytest.mark.parametrize("phase", [COUNTDOWN, RUNNING])
def test_of_two_who_leaves_loses_and_the_match_is_over(phase):
    table = dealt() if phase == COUNTDOWN else running()
    table.leave(0, 1500)
    assert table.phase == MATCH_OVER
    assert (table.how, table.winner, table.match_winner) == (BY_LEAVING, 1, 1)
    assert [table.place(0), table.place(1)] == [2, 1]


def test_of_three_who_leaves_is_out_like_a_false_caller_and_the_rest_play_on():
    table = all_fours(running(3))
    table.pick_up(1, 4)
    table.leave(1, 1500)
    assert table.standing(1) == LEFT
    assert table.place(1) == 3
    assert table.in_hand[1] == NO_PILE
    assert table.phase == RUNNING
    assert table.pick_up(0, 4) == NOT_YOURS, "nobody touches the leaver's piles"
    lock_all(table, 0)
    table.call(0, 3000)
    assert table.winner == 0
    assert table.phase == ROUND_OVER, "two are left: the match goes on"


def test_who_left_gets_no_piles_in_the_next_round():
    table = running(3)
    table.leave(0, 1500)
    table.call(1, 1600)
    assert table.winner == 2
    table.deal(9, 5000)
    assert [len(own_piles(table, seat)) for seat in range(3)] == [0, 6, 6]
    assert table.place(0) == 0
    assert table.standing(0) == LEFT


def test_a_false_caller_who_leaves_keeps_the_place_and_the_rest_play_on():
    table = running(3)
    table.call(1, 1500)
    table.leave(1, 1600)
    assert table.standing(1) == LEFT
    assert table.place(1) == 3
    assert table.phase == RUNNING
    table.leave(0, 1700)
    assert table.match_winner == 2
    assert table.phase == MATCH_OVER


def test_when_one_is_left_after_a_false_call_the_caller_plays_in_the_next_round():
    table = running(3)
    table.call(1, 1500)
    table.leave(0, 1600)
    assert (table.winner, table.how) == (2, BY_LEAVING)
    assert table.phase == ROUND_OVER
    table.deal(1, 3000)
    assert table.playing() == 2


def test_between_rounds_the_last_one_left_wins_the_match():
    table = running(3, best_of=5)
    table.call(0, 1500)
    table.call(1, 1600)
    table.leave(2, 1700)
    assert table.phase == ROUND_OVER
    assert table.winner == 2, "what was won stays won"
    table.leave(0, 1800)
    assert table.phase == MATCH_OVER
    assert table.match_winner == 1


def test_leaving_after_the_match_does_not_change_who_won():
    table = running(best_of=1)
    table.call(0, 1500)
    assert table.match_winner == 1
    table.leave(1, 1600)
    assert table.match_winner == 1
    table.leave(0, 1700)
    assert table.match_winner == 1


def test_in_the_next_match_the_seats_of_those_who_left_are_free():
    table = running(3, best_of=1)
    table.leave(1, 1500)
    table.call(0, 1600)
    table.open_match()
    assert [table.standing(seat) for seat in range(4)] == [PLAYING, ABSENT, PLAYING, ABSENT]


def test_a_table_in_a_snapshots_memory_is_the_table_that_lies_there():
    table = running(3)
    table.call(1, 1500)
    copy = Table(bytearray(table.state))
    assert copy.phase == RUNNING
    assert copy.place(1) == 3
    assert own_piles(copy, 2) == own_piles(table, 2)
