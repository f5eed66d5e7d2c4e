"""Losing people: pauses with names, coming back, another dealer, and one truth in the end."""

import random

import pytest

from firmware.link import frames
from firmware.link.link import IDLE, SEATED
from firmware.rules.acts import PICK_UP, PUT_DOWN, READY
from firmware.rules.layout import COUNTDOWN, LEFT, LOBBY, MATCH_OVER, NO_PILE, RUNNING
from firmware.rules.verdicts import ACCEPTED
from tests.link.air import Room, own_piles, time_of


def plays(room, numbers):
    """Each of these can pick up a pile and put it down, and all of them see it."""
    for number in numbers:
        pile = own_piles(room[number])[0]
        if room[number].link.table.in_hand[number] == NO_PILE:
            assert room[number].wish(PICK_UP, pile), number
            assert room.until(lambda: all(room[n].link.table.in_hand[number] == pile for n in numbers), 2000)  # noqa: B023
        held = room[number].link.table.in_hand[number]
        assert room[number].wish(PUT_DOWN, held)
        assert room.until(lambda: all(room[n].link.table.in_hand[number] == NO_PILE for n in numbers), 2000)  # noqa: B023
    return True


def snapshots_by_epoch(room):
    """Which handhelds have dealt in each epoch."""
    by = {}
    for _, number, _, frame in room.air.frames:
        if frames.kind_of(frame) == frames.SNAPSHOT:
            by.setdefault(frame[9], set()).add(number)
    return by


# --- pauses ---


def test_below_a_majority_the_table_pauses_and_says_who_is_missing():
    room = Room(4, seed=1).round()
    room.air.cut_off(3, 0, 1, 2)
    room.run(2500)
    assert [link.paused for link in room.links[:3]] == [False] * 3
    assert [link.missing for link in room.links[:3]] == [0b1000] * 3
    assert plays(room, (0, 1, 2))
    room.air.cut_off(2, 0, 1)
    room.run(2500)
    assert [link.paused for link in room.links] == [True] * 4
    assert [link.missing for link in room.links[:2]] == [0b1100] * 2
    assert room[3].link.missing == 0b0111
    pile = own_piles(room[1])[0]
    room[1].wish(PICK_UP, pile)
    room.run(1000)
    assert room[0].link.table.in_hand[1] == NO_PILE
    assert room[1].link.shown.in_hand[1] == pile
    room.air.cut.clear()
    assert room.until(lambda: not any(link.paused for link in room.links), 2500)
    assert room.until(lambda: room[3].link.table.in_hand[1] == pile, 1000)
    assert plays(room, (0, 1, 2, 3))


@pytest.mark.parametrize("lost", ((1, 0), (0, 1)))
def test_two_who_hear_in_one_direction_only_pause_and_go_on(lost):
    room = Room(2, seed=2).round()
    room.air.cut.add(lost)
    room.run(3000)
    assert room[0].link.paused
    assert room[1].link.paused
    room.run(40_000)
    assert room.dealers() == [0]
    assert room[0].link.table.phase == RUNNING
    room.air.cut.clear()
    assert room.until(lambda: not any(link.paused for link in room.links), 1500)
    assert plays(room, (0, 1))


@pytest.mark.parametrize("lost", ((2, 0), (0, 2)))
def test_one_of_three_in_one_direction_only_stops_nobody_else(lost):
    room = Room(3, seed=3).round()
    room.air.cut.add(lost)
    room.run(4000)
    assert room.dealers() == [0]
    assert [link.paused for link in room.links[:2]] == [False] * 2
    assert room[1].link.missing == 0b100
    assert plays(room, (0, 1))
    room.air.cut.clear()
    assert room.until(lambda: not room[2].link.paused and room[0].link.missing == 0, 1500)
    assert plays(room, (0, 1, 2))


# --- reboots ---


@pytest.mark.parametrize("count", (2, 3, 4))
@pytest.mark.parametrize("loss", (0, 0.2))
def test_a_player_that_reboots_takes_its_seat_back(count, loss):
    room = Room(count, seed=4, loss=loss).round()
    pile = own_piles(room[1])[2]
    room[1].wish(PICK_UP, pile)
    room.run(300)
    ticket = room[1].power_off()
    room.run(3000)
    room[1].power_on(ticket)
    booted = room.now
    assert room[1].link.rejoining
    assert room.until(lambda: room[1].link.is_synced and not room[1].link.paused, 2500)
    assert room.until(lambda: room[0].link.missing == 0, 2500 - (room.now - booted))
    assert (room[1].link.state, room[1].link.seat, room[1].link.is_dealer) == (SEATED, 1, False)
    assert room[1].link.table.in_hand[1] == pile
    assert room.until(lambda: room[1].link.names == room[0].link.names, 2000)
    assert plays(room, range(count))


def test_a_reboot_that_nobody_notices_numbers_its_wishes_anew():
    """Wishes of before the reboot that still waited must not be answered in place of new ones."""
    room = Room(2, seed=5).round()
    piles = own_piles(room[1])
    room.air.cut.add((0, 1))
    room.run(1400)
    room[1].wish(PICK_UP, piles[0])
    room.run(2000)
    assert room[0].link.paused
    ticket = room[1].power_off()
    room.run(300)
    room[1].power_on(ticket)
    room.air.cut.clear()
    assert room.until(lambda: room[1].link.is_synced, 2500)
    room[1].answers.clear()
    room[1].wish(PICK_UP, piles[3])
    assert room.until(lambda: room[1].answers, 2000)
    assert room[1].answers[-1] == (PICK_UP, piles[3], 0, 0, ACCEPTED)
    assert room[0].link.table.in_hand[1] == piles[3]


@pytest.mark.parametrize("loss", (0, 0.2))
def test_the_dealer_of_two_reboots_and_deals_on(loss):
    room = Room(2, seed=6, loss=loss).round()
    plays(room, (0, 1))
    pile = own_piles(room[1])[1]
    room[1].wish(PICK_UP, pile)
    room.run(500)
    before = bytes(room[1].link.table.places)
    ticket = room[0].power_off()
    room.run(4000)
    assert room[1].link.paused
    assert room[1].link.missing == 0b01
    assert room.dealers() == []
    room[0].power_on(ticket)
    assert room.until(lambda: room.dealers() and not room[1].link.paused, 2500)
    assert room[0].link.table.in_hand[1] == pile
    assert bytes(room[0].link.table.places) == before
    assert room.until(lambda: room[0].link.names == ["P0", "P1", "", ""], 2000)
    assert room[0].link.code == room[1].link.code
    assert plays(room, (0, 1))


@pytest.mark.parametrize("count", (3, 4))
@pytest.mark.parametrize("loss", (0, 0.2))
@pytest.mark.parametrize("seed", range(3))
def test_a_lost_dealer_is_replaced_and_comes_back_as_a_player(count, loss, seed):
    room = Room(count, seed=seed, loss=loss).round()
    plays(room, range(count))
    room[1].wish(PICK_UP, own_piles(room[1])[0])
    room.run(500)
    before = bytes(room[1].link.table.places)
    ticket = room[0].power_off()
    others = range(1, count)
    assert room.until(lambda: len(room.dealers()) == 1 and not any(room[n].link.paused for n in others), 2500)
    dealer = room.dealers()
    assert dealer == [1] or loss, "the lowest seat of those that hear a majority"
    assert room[1].link.table.in_hand[1] != NO_PILE, "nothing that was confirmed is undone"
    assert bytes(room[1].link.table.places) == before
    assert room.until(lambda: all(room[n].link.missing == 1 for n in others), 2000)
    assert plays(room, others)
    room[0].power_on(ticket)
    assert room.until(lambda: room[0].link.is_synced and not room[0].link.paused, 2500)
    assert room.dealers() == dealer
    assert plays(room, range(count))
    assert all(len(dealers) == 1 for dealers in snapshots_by_epoch(room).values())


def test_three_dealers_are_lost_one_after_the_other():
    room = Room(4, seed=7).round()
    tickets = {}
    for number in (0, 1):
        tickets[number] = room[number].power_off()
        if number == 0:
            assert room.until(lambda: room.dealers() == [1], 2500)
            room.run(1000)
    room.run(3000)
    assert room.dealers() == [], "two of four are no majority"
    assert room[2].link.paused
    room[0].power_on(tickets[0])
    assert room.until(lambda: len(room.dealers()) == 1 and not room[3].link.paused, 3000)
    assert plays(room, (0, 2, 3))
    dealer = room.dealers()[0]
    tickets[dealer] = room[dealer].power_off()
    room[1].power_on(tickets[1])
    assert room.until(lambda: len(room.dealers()) == 1, 4000)
    room[dealer].power_on(tickets[dealer])
    assert room.until(lambda: all(link.is_synced and not link.paused for link in room.links), 4000)
    assert plays(room, range(4))
    assert all(len(dealers) == 1 for dealers in snapshots_by_epoch(room).values())


def test_all_lose_their_power_and_nobody_is_left_waiting():
    room = Room(3, seed=8).round()
    tickets = [handheld.power_off() for handheld in room.handhelds]
    for handheld, ticket in zip(room.handhelds, tickets, strict=True):
        handheld.power_on(ticket)
    room.run(62_000)
    assert [link.state for link in room.links] == [IDLE] * 3


# --- partitions ---


def test_both_halves_of_a_partition_and_one_table_afterwards():
    room = Room(3, seed=9).round()
    room.air.cut_off(0, 1, 2)
    room.run(4000)
    assert room.dealers() == [0, 1]
    assert room[0].link.paused
    assert not room[1].link.paused
    pile = own_piles(room[0])[0]
    room[0].answers.clear()
    room[0].wish(PICK_UP, pile)
    assert plays(room, (1, 2))
    assert room[0].link.table.in_hand[0] == NO_PILE
    room.air.cut.clear()
    assert room.until(lambda: room.dealers() == [1] and not room[0].link.paused, 1500)
    assert room.until(lambda: room[0].answers, 1000)
    assert room[0].answers[-1] == (PICK_UP, pile, 0, 0, ACCEPTED), "what it wished meanwhile is answered"
    assert plays(room, (0, 1, 2))
    assert room.agree()


def test_two_halves_of_four_both_wait():
    room = Room(4, seed=10).round()
    room.air.cut_off(0, 2, 3)
    room.air.cut_off(1, 2, 3)
    room.run(5000)
    assert all(link.paused for link in room.links)
    assert room.dealers() == [0]
    room.air.cut.clear()
    assert room.until(lambda: not any(link.paused for link in room.links), 2000)
    assert room.dealers() == [0]
    assert plays(room, range(4))


def test_two_halves_of_four_for_a_minute_the_dealers_half_plays_on():
    room = Room(4, seed=10).round()
    room.air.cut_off(0, 2, 3)
    room.air.cut_off(1, 2, 3)
    room.run(66_000)
    assert [link.state for link in room.links] == [SEATED, SEATED, IDLE, IDLE]
    assert room[0].link.table.standing(2) == LEFT == room[0].link.table.standing(3)
    assert plays(room, (0, 1))


def test_what_only_one_player_knows_wins_over_older_copies():
    """The lost dealer's last snapshot reached one player: the new dealer goes on from there."""
    room = Room(3, seed=11).round()
    pile = own_piles(room[2])[0]
    room.air.cut.add((0, 1))
    room[2].wish(PICK_UP, pile)
    assert room.until(lambda: room[2].link.table.in_hand[2] == pile, 500)
    assert room[1].link.table.in_hand[2] == NO_PILE
    room[0].power_off()
    assert room.until(lambda: room.dealers() == [1], 3000)
    assert room[1].link.table.in_hand[2] == pile


def _what_only_a_cut_off_player_saw():
    """Player 2 of three saw a pile picked up that 1 didn't; then the dealer's power fails, and nobody hears 2."""
    room = Room(3, seed=12).round()
    pile = own_piles(room[2])[0]
    room.air.cut.add((0, 1))
    room[2].wish(PICK_UP, pile)
    assert room.until(lambda: room[2].link.table.in_hand[2] == pile, 500)
    assert room[1].link.table.in_hand[2] == NO_PILE
    ticket = room[0].power_off()
    room.air.cut.clear()
    room.air.cut_off(2, 0, 1)
    room.run(500)
    room[0].power_on(ticket)
    return room, pile


def test_a_dealer_without_memory_waits_for_who_may_know_more():
    room, pile = _what_only_a_cut_off_player_saw()
    room.run(6000)
    assert room.dealers() == [], "the dealer lost its memory, and 2 may have seen more than 1"
    assert room[1].link.paused
    room.air.cut.clear()
    assert room.until(lambda: len(room.dealers()) == 1 and not room[2].link.paused, 2500)
    assert [link.table.in_hand[2] for link in room.links] == [pile] * 3


def test_a_dealer_without_memory_does_not_wait_for_ever():
    room, _ = _what_only_a_cut_off_player_saw()
    room.run(10_000)
    assert room.dealers() == []
    assert room.until(lambda: len(room.dealers()) == 1 and not room[1].link.paused, 10_000)
    assert plays(room, (0, 1))


def test_in_the_lobby_a_dealer_without_memory_waits_for_nobody():
    room = Room(3, seed=13).lobby()
    ticket = room[0].power_off()
    room.air.cut_off(2, 0, 1)
    room.run(500)
    room[0].power_on(ticket)
    assert room.until(lambda: room.dealers() == [0] and room[1].link.snapshot.dealer == 0, 4000)


@pytest.mark.parametrize("seed", range(12))
def test_in_a_storm_of_cuts_no_two_dealers_share_an_epoch_and_all_agree_in_the_end(seed):
    rand = random.Random(seed)
    count = 2 + seed % 3
    room = Room(count, seed=seed, loss=0.1).round()
    tickets = {}
    for _ in range(25):
        what = rand.randrange(4)
        number = rand.randrange(count)
        if what == 0:
            room.air.cut.add((number, rand.randrange(count)))
        elif what == 1:
            room.air.cut.clear()
        elif what == 2 and number not in tickets and len(tickets) < count - 1:
            # Somebody keeps a memory of the table: without that it would be gone.
            if any(not h.is_off and h.number != number and h.link.is_synced for h in room.handhelds):
                tickets[number] = room[number].power_off()
        elif tickets:
            number, ticket = tickets.popitem()
            room[number].power_on(ticket)
        room.run(rand.randrange(200, 2500))
        assert all(len(dealers) == 1 for dealers in snapshots_by_epoch(room).values())
    room.air.cut.clear()
    for number, ticket in tickets.items():
        room[number].power_on(ticket)
    assert room.until(
        lambda: (
            len(room.dealers()) == 1
            and all(link.is_synced and not link.paused and not link.missing for link in room.links)
            and room.agree()
        ),
        5000,
    )
    assert plays(room, range(count))


def test_whoever_searches_is_not_taken_for_the_dealer():
    """A SEEK carries the snapshot of its sender: the dealer it tells of is still the lost one."""
    room = Room(4, seed=19).round()
    room.air.cut.add((0, 3))
    room.run(400)
    room[0].power_off()
    room.run(1250)
    assert all(room[number].link.search.is_on for number in (1, 2, 3))
    assert room[3].link.snapshot.sequence == room[1].link.snapshot.sequence, "it has taken over what it missed"
    assert [room[number].link.snapshot.dealer for number in (1, 2, 3)] == [0, 0, 0]
    assert room.until(lambda: room.dealers() == [1] and not room[3].link.paused, 2000)


# --- on purpose, and other moments ---


@pytest.mark.parametrize("count", (3, 4))
def test_the_dealer_leaves_in_mid_round_on_purpose(count):
    room = Room(count, seed=12, loss=0.2).round()
    room[0].link.leave(room[0].ticks())
    room[0].wake_at = room.now
    others = range(1, count)
    assert room.until(lambda: room.dealers() == [1] and not any(room[n].link.paused for n in others), 2000)
    assert all(room[n].link.table.standing(0) == LEFT for n in others)
    assert plays(room, others)


def test_the_dealer_is_lost_in_a_countdown():
    """Nobody's round begins in the moment in which the new dealer is found."""
    room = Room(3, seed=13).lobby()
    room.all_ready()
    assert room.until(lambda: all(link.table.phase == COUNTDOWN for link in room.links), 1000)
    room.run(2500)
    room[0].power_off()
    assert room.until(lambda: room.dealers() == [1], 2500)
    room.run(100)
    assert room[2].link.table.phase == COUNTDOWN
    assert 400 < room[2].link.table.since - time_of(room[2]) < 3500
    assert room.until(lambda: all(room[n].link.table.phase == RUNNING for n in (1, 2)), 3500)


def test_the_dealer_is_lost_in_the_lobby_and_guests_still_come():
    room = Room(4, seed=14).lobby(3)
    code = room[0].link.code
    room[0].power_off()
    assert room.until(lambda: room.dealers() == [1], 2500)
    assert room[1].link.code == code
    room.run(9000)
    assert room[1].link.table.seated() == 2
    assert room[1].link.names[0] == ""
    assert room.join(room[3], room[1])
    assert room[3].link.seat == 0
    room.all_ready(room.handhelds[1:])
    assert room.until(lambda: all(room[n].link.table.phase == RUNNING for n in (1, 2, 3)), 6000)
    assert plays(room, (1, 2))
    assert room.until(lambda: room.agree(room.handhelds[1:]), 1000)


def test_the_dealer_is_lost_at_the_end_of_the_match():
    room = Room(3, seed=15).round(best_of=1)
    table = room[0].link.table
    table.leave(1, 0)
    table.leave(2, 0)
    assert table.phase == MATCH_OVER
    room = Room(3, seed=15).round(best_of=1)
    for at in range(52):
        room[0].link.table.places[at] = at % 4 * 13 + at // 4
    room[0].link.table.state[52] = room[0].link.table.state[53] = 255
    room.run(300)
    assert room[2].wish(5)
    room.run(500)
    assert [link.table.match_winner for link in room.links] == [2] * 3
    room[0].power_off()
    assert room.until(lambda: room.dealers() == [1], 3000)
    assert [link.table.match_winner for link in room.links[1:]] == [2] * 2


def test_a_recorded_ask_of_the_dealer_makes_nobody_search():
    room = Room(3, seed=16).round()
    ticket = room[0].power_off()
    room.run(4000)
    room[0].power_on(ticket)
    room.run(2000)
    asks = [(n, f) for _, n, _, f in room.air.frames if frames.kind_of(f) == frames.ASK]
    assert asks
    was = [link.paused for link in room.links]
    for nth in range(60):
        number, frame = asks[nth % len(asks)]
        for victim in room.handhelds:
            room.air.put(victim.radio, room[number].radio.mac, frame)
        room.run(20)
        assert [link.paused for link in room.links] == was == [False] * 3
    assert plays(room, (0, 1, 2))


def test_a_forged_announcement_brings_no_strange_peers():
    """Announcements are open: whoever comes back believes them only until it knows better, and only one a seat."""
    room = Room(2, seed=17).round()
    ticket = room[1].power_off()
    room[1].power_on(ticket)
    room.air.cut_off(0, 1)
    announcement = bytearray([f for _, n, _, f in room.air.frames if frames.kind_of(f) == frames.ANNOUNCE][-1])
    for number in range(40):
        announcement[10] = number % 6
        frames.seal(announcement, len(announcement), 0)
        room.air.put(room[1].radio, bytes((2, 7, 7, 7, 7, number)), announcement)
        room.run(10)
    assert len(room[1].radio.peers) <= 3
    room.air.cut.clear()
    assert room.until(lambda: room[1].link.is_synced and not room[1].link.paused, 3000)
    assert room.until(lambda: list(room[1].radio.peers) == [room[0].radio.mac], 2000)


def test_who_was_ready_and_reboots_is_still_ready():
    room = Room(2, seed=18).lobby()
    room[1].wish(READY, slot=1)
    room.run(300)
    ticket = room[1].power_off()
    room.run(3000)
    room[1].power_on(ticket)
    assert room.until(lambda: room[1].link.is_synced, 2500)
    assert room[1].link.ready == 2
    assert room[1].link.table.phase == LOBBY
