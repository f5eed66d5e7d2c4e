"""From the lobby to the rematch: ready, countdown, rounds, match end, and leaving in each phase."""

import pytest

from firmware.link import door
from firmware.link.link import IDLE, SEATED
from firmware.rules.acts import CALL, LOCK, PICK_UP, PROPOSE, READY
from firmware.rules.layout import COUNTDOWN, LEFT, LOBBY, MATCH_OVER, ROUND_OVER, RUNNING, STUCK_MS
from firmware.rules.verdicts import ACCEPTED, NOT_RUNNING
from tests.link.air import Room, own_piles, time_of


def win(room, seat=0):
    """The seat has every pile locked and four of a kind, and calls. The others see it in the next snapshot."""
    table = room[room.dealers()[0]].link.table
    for at in range(52):
        table.places[at] = at % 4 * 13 + at // 4
    for pile in range(12):
        if table.owner(pile) == seat:
            table.state[52 + (pile >> 3)] |= 1 << (pile & 7)
    room.run(300)
    assert room[seat].wish(CALL)
    room.run(400)


def leave(room, number):
    room[number].link.leave(room[number].ticks())
    room[number].wake_at = room.now


@pytest.mark.parametrize("count", (2, 3, 4))
def test_a_round_begins_when_all_are_ready_and_for_all_at_once(count):
    room = Room(count, seed=count, loss=0.1).lobby()
    room.all_ready(room.handhelds[1:])
    room.run(2000)
    assert [link.table.phase for link in room.links] == [LOBBY] * count
    assert room[count - 1].link.ready == (1 << count) - 2
    room[0].wish(READY, slot=1)
    assert room.until(lambda: all(link.table.phase == COUNTDOWN for link in room.links), 1500)
    ends = {link.table.since for link in room.links}
    assert len(ends) == 1
    left = [end - time_of(h) for h in room.handhelds for end in ends]
    assert max(left) - min(left) <= 12, "the countdown ends at one moment"
    assert not room[1].wish(PICK_UP, own_piles(room[1])[0]) or room.until(lambda: room[1].answers, 1000)
    assert room[1].answers[-1][-1] == NOT_RUNNING or room[1].answers[-1][0] == READY
    assert room.until(lambda: all(link.table.phase == RUNNING for link in room.links), 4500)


def test_ready_can_be_taken_back_and_other_rules_ask_again():
    room = Room(2).lobby()
    room[1].wish(READY, slot=1)
    room.run(200)
    assert room[0].link.ready == 2
    room[1].wish(READY, slot=0)
    room.run(200)
    assert room[0].link.ready == 0
    room[1].wish(READY, slot=1)
    room.run(200)
    room[0].link.set_house(False, 7)
    room.run(300)
    assert room[1].link.ready == 0
    assert (room[1].link.table.lock_check, room[1].link.table.best_of) == (False, 7)
    room[1].link.set_house(True, 1)
    room.run(300)
    assert room[0].link.table.best_of == 7, "only who deals sets the rules"


def test_rounds_follow_each_other_to_the_end_of_the_match_and_a_rematch():
    room = Room(3, loss=0.05).round(best_of=3)
    win(room, 1)
    assert [link.table.phase for link in room.links] == [ROUND_OVER] * 3
    assert [link.table.winner for link in room.links] == [1] * 3
    room.all_ready()
    assert room.until(lambda: all(link.table.phase == RUNNING for link in room.links), 6000)
    assert room[2].link.table.round == 2
    win(room, 1)
    assert [link.table.phase for link in room.links] == [MATCH_OVER] * 3
    assert [link.table.match_winner for link in room.links] == [1] * 3
    room.all_ready()
    assert room.until(lambda: all(link.table.phase == RUNNING for link in room.links), 6000)
    assert [list(link.table.wins[:3]) for link in room.links] == [[0, 0, 0]] * 3


def test_one_alone_is_never_dealt_to():
    room = Room(1).lobby()
    room.all_ready()
    room.run(3000)
    assert room[0].link.table.phase == LOBBY


@pytest.mark.parametrize("number", (1, 0))
def test_leaving_the_lobby_frees_the_seat(number):
    room = Room(3, loss=0.1).lobby()
    leave(room, number)
    assert room.until(lambda: room[number].link.state == IDLE, 1500)
    others = [h for h in room.handhelds if h.number != number]
    assert room.until(lambda: all(h.link.table.seated() == 2 for h in others), 2500)
    assert room.until(lambda: all(h.link.names[number] == "" for h in others), 2500)
    assert room.until(lambda: [n for n in room.dealers() if n != number], 2500)
    dealer = room[room.dealers()[0]]
    assert dealer is not room[number]
    room.run(1500)
    assert not any(h.link.paused for h in others)
    assert room.join(room[number], dealer), "and it may come again"
    assert room[number].link.seat == number
    room.all_ready()
    assert room.until(lambda: all(link.table.phase == RUNNING for link in room.links), 6000)


def test_the_last_in_a_lobby_closes_it_at_once():
    room = Room(1).lobby()
    leave(room, 0)
    assert room[0].link.state == IDLE
    assert room[0].radio.peers == {}


@pytest.mark.parametrize("number", (0, 1))
@pytest.mark.parametrize("seed", range(4))
def test_two_in_a_round_and_one_leaves(number, seed):
    """Whoever stays has won, and knows it: the dealer waits for that before it goes."""
    room = Room(2, seed=seed, loss=0.3).round()
    leave(room, number)
    assert room.until(lambda: room[number].link.state == IDLE, 1500)
    other = room[1 - number].link
    assert room.until(lambda: other.table.phase == MATCH_OVER, 1500)
    assert other.table.standing(number) == LEFT
    assert other.table.match_winner == 1 - number
    assert room.until(lambda: other.is_dealer, 2500)
    room[1 - number].wish(READY, slot=1)
    assert room.until(lambda: other.table.phase == LOBBY, 2000)
    assert other.names[number] == ""
    assert room.join(room[number], room[1 - number]), "for a new match"


@pytest.mark.parametrize("phase", (COUNTDOWN, RUNNING, ROUND_OVER))
@pytest.mark.parametrize("number", (0, 2))
def test_three_and_one_leaves(phase, number):
    room = Room(3, seed=9).round()
    others = [h for h in room.handhelds if h.number != number]
    if phase != RUNNING:
        win(room, 1)
    if phase == COUNTDOWN:
        room.all_ready()
        assert room.until(lambda: room[1].link.table.phase == COUNTDOWN, 2000)
    leave(room, number)
    assert room.until(lambda: room[number].link.state == IDLE, 1000)
    assert room.until(lambda: all(h.link.table.standing(number) == LEFT for h in others), 1000)
    assert room.until(lambda: len(room.dealers()) == 1, 2500)
    room.run(1500)
    assert not any(h.link.paused for h in others)
    if phase == ROUND_OVER:
        room.all_ready(others)
    assert room.until(lambda: all(h.link.table.phase == RUNNING for h in others), 6000)
    assert room.agree(others)


def test_everybody_leaves_at_once():
    room = Room(3).round()
    for number in range(3):
        leave(room, number)
    room.run(1500)
    assert [link.state for link in room.links] == [IDLE] * 3
    assert all(handheld.radio.peers == {} for handheld in room.handhelds)


def test_leaving_the_match_result():
    room = Room(3).round(best_of=1)
    win(room, 2)
    assert [link.table.match_winner for link in room.links] == [2] * 3
    leave(room, 0)
    room.run(3000)
    others = room.handhelds[1:]
    assert all(h.link.table.match_winner == 2 for h in others)
    room.all_ready(others)
    assert room.until(lambda: all(h.link.table.phase == RUNNING for h in others), 7000)
    assert all(h.link.table.seated() == 2 and h.link.names[0] == "" for h in others)


def test_a_silent_seat_in_the_lobby_is_empty_after_8_seconds_and_told_so():
    room = Room(3).lobby()
    room.air.cut_off(2, 0, 1)
    room.run(5000)
    assert room[0].link.missing == 0b100
    assert room[0].link.table.seated() == 3
    room.run(5000)
    assert room[0].link.table.seated() == 2
    assert room[1].link.names[2] == ""
    room.air.cut.clear()
    assert room.until(lambda: room[2].link.state == IDLE, 2000)
    assert room[2].link.refusal == door.CLOSED
    assert room.join(room[2], room[0])


def test_60_seconds_of_silence_are_leaving():
    room = Room(3).round()
    room.air.cut_off(2, 0, 1)
    room.run(58_000)
    assert room[0].link.table.standing(2) != LEFT
    assert not room[0].link.paused
    room.run(4000)
    assert [link.table.standing(2) for link in room.links[:2]] == [LEFT] * 2
    room.run(5000)
    assert room[2].link.state == IDLE
    assert room[2].link.refusal == door.NO_ANSWER


def test_who_comes_back_after_its_seat_is_lost_is_told_at_once():
    room = Room(3).round()
    ticket = room[2].power_off()
    room.run(65_000)
    assert room[0].link.table.standing(2) == LEFT
    room[2].power_on(ticket)
    assert room.until(lambda: room[2].link.state == IDLE, 1500)
    assert room[2].link.refusal == door.CLOSED


def test_a_table_that_no_longer_exists_is_not_looked_for_for_ever():
    room = Room(2).round()
    ticket = room[1].power_off()
    room[0].power_off()
    room.run(1000)
    room[1].power_on(ticket)
    room.run(3000)
    assert room[1].link.rejoining
    assert room.until(lambda: room[1].link.state == IDLE, 60_000)
    assert room[1].link.refusal == door.NO_ANSWER
    assert room[1].link.ticket() is None


def test_looking_for_a_table_can_be_given_up():
    room = Room(2).round()
    ticket = room[1].power_off()
    room[0].power_off()
    room[1].power_on(ticket)
    room.run(500)
    leave(room, 1)
    assert room[1].link.state == IDLE


def test_a_seat_that_was_given_away_is_not_taken_back():
    room = Room(3).lobby(2)
    ticket = room[1].power_off()
    room.run(10_000)
    assert room.join(room[2], room[0])
    assert room[2].link.seat == 1
    room[1].power_on(ticket)
    assert room.until(lambda: room[1].link.state == IDLE, 2000)
    assert room[1].link.refusal == door.CLOSED
    room.run(500)
    assert room[0].link.names == ["P0", "P2", "", ""]
    assert room[2].link.state == SEATED


def test_the_last_of_a_lobby_that_fell_apart_has_a_new_table():
    """Two of three go silent together: they may deal on, so one table must not become two."""
    room = Room(3, seed=3).lobby()
    table_id = room[0].link.table_id
    room.air.cut_off(0, 1, 2)
    room.run(12_000)
    assert room[1].link.is_dealer
    assert room[1].link.table_id == table_id
    assert room[1].link.table.seated() == 2
    assert room[0].link.is_dealer
    assert room[0].link.table_id != table_id
    assert room[0].link.table.seated() == 1
    assert not room[0].link.paused
    room.air.cut.clear()
    room.run(2000)
    assert room.join(room[0], room[1])


def test_a_minority_does_not_win_by_the_others_leaving():
    room = Room(3).round()
    room.air.cut_off(0, 1, 2)
    room.run(64_000)
    assert room[0].link.state == IDLE
    assert room[0].link.refusal == door.NO_ANSWER
    assert room[1].link.table.standing(0) == LEFT
    assert room[1].link.table.phase == RUNNING


def test_a_stuck_round_counts_no_pause():
    room = Room(2, seed=12).round()
    room.run(STUCK_MS - 10_000)
    room.air.cut_off(0, 1)
    room.run(20_000)
    assert room[0].link.paused and room[1].link.paused
    room.air.cut.clear()
    room.run(2000)
    assert not room[0].link.paused
    for handheld in room.handhelds:
        handheld.wish(PROPOSE)
    room.run(500)
    assert room[0].link.table.phase == RUNNING, "too early: the pause doesn't count"
    room.run(12_000)
    for handheld in room.handhelds:
        handheld.wish(PROPOSE)
    room.run(500)
    assert [link.table.phase for link in room.links] == [ROUND_OVER] * 2


def test_a_countdown_waits_for_who_is_missing():
    room = Room(2, seed=13).lobby()
    room.all_ready()
    assert room.until(lambda: all(link.table.phase == COUNTDOWN for link in room.links), 1000)
    room.run(500)
    room.air.cut_off(0, 1)
    room.run(10_000)
    assert room[0].link.table.phase == COUNTDOWN
    assert room[0].link.paused
    room.air.cut.clear()
    room.run(600)
    assert not room[0].link.paused
    assert room[0].link.table.phase == COUNTDOWN
    left = room[1].link.table.since - time_of(room[1])
    assert 500 < left < 3500
    assert room.until(lambda: all(link.table.phase == RUNNING for link in room.links), 3500)


def test_ready_is_taken_while_the_table_pauses_and_counts_afterwards():
    room = Room(4, seed=14).lobby()
    room.air.cut_off(2, 0, 1)
    room.air.cut_off(3, 0, 1, 2)
    room.run(2500)
    assert room[1].link.paused
    assert room[1].wish(READY, slot=1)
    room.run(500)
    assert room[1].link.wishes.count == 1, "it waits"
    room.air.cut.clear()
    room.run(2000)
    assert room[0].link.ready == 2
    assert room[1].answers[-1][-1] == ACCEPTED


def test_bars():
    room = Room(3, seed=15).round()
    room.run(1000)
    assert [link.quality for link in room.links] == [4] * 3
    room.air.loss = 0.3
    room.run(4000)
    assert 1 <= room[1].link.quality <= 3
    room.air.loss = 0
    room.run(4000)
    assert [link.quality for link in room.links] == [4] * 3
    room[2].power_off()
    room.run(3000)
    assert room[0].link.missing == 0b100
    assert [link.quality for link in room.links[:2]] == [4] * 2, "who is missing is told by name"
    room[1].power_off()
    room.run(3000)
    assert room[0].link.quality == 0


def test_a_busy_table_loses_nobody_a_bar():
    """What is repeated for one seat is no gap for the others."""
    room = Room(3, seed=16).round()
    room.air.cut.add((0, 2))
    pile = own_piles(room[1])[0]
    for _ in range(30):
        room[1].wish(PICK_UP, pile)
        room.run(30)
        room[1].wish(LOCK, pile)
        room.run(30)
    assert room[1].link.quality == 4
