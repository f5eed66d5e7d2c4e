"""Cases from the field, as far as they concern the link alone. F8 is in test_door.py, F21 in test_frames.py too."""

import itertools
import random

import pytest

from firmware.link import announcement, frames
from firmware.link.link import IDLE
from firmware.rules.acts import CALL, LOCK, PICK_UP, PUT_DOWN, READY, SWAP
from firmware.rules.cards import rank_of
from firmware.rules.layout import CENTRE, LOBBY, NO_PILE, RUNNING
from firmware.rules.verdicts import ACCEPTED, GONE
from tests.link.air import Room, own_piles


def hold(room):
    """Everybody takes the first own pile in hand."""
    for handheld in room.handhelds:
        assert handheld.wish(PICK_UP, own_piles(handheld)[0])
    room.run(400)
    for handheld in room.handhelds:
        assert handheld.link.table.in_hand[handheld.link.seat] == own_piles(handheld)[0]
        handheld.answers.clear()


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
@pytest.mark.parametrize("loss", (0.0, 0.3))
def test_f1_one_card_for_three_hands_goes_to_one_of_them(order, loss):
    """In every order of presses, at one moment and some ms apart: one has it, the others hear "gone"."""
    for seed, apart in ((1, 0), (2, 3), (3, 9)):
        room = Room(3, seed=seed, loss=loss).round()
        hold(room)
        card = room[0].link.table.places[CENTRE + 2]
        for number in order:
            room[number].wish(SWAP, own_piles(room[number])[0], 1, 2)
            room.run(apart)
        assert room.until(lambda: all(h.answers for h in room.handhelds), 3000)  # noqa: B023
        verdicts = sorted(h.answers[0][-1] for h in room.handhelds)
        assert verdicts == [ACCEPTED, GONE, GONE]
        room.run(400)
        owner = [h for h in room.handhelds if h.answers[0][-1] == ACCEPTED][0]
        for link in room.links:
            assert sorted(link.table.places) == list(range(52))
            assert link.table.places[own_piles(owner)[0] * 4 + 1] == card
            assert bytes(link.shown.state) == bytes(link.table.state)


@pytest.mark.parametrize("seed", range(3))
def test_f2_twenty_wishes_a_second_at_20_percent_loss_are_answered_once_each(seed):
    room = Room(2, seed=seed, loss=0.2).round()
    hold(room)
    rand = random.Random(seed)
    pile = own_piles(room[1])[0]
    asked = 0
    for _ in range(400):
        if room[1].wish(SWAP, pile, rand.randrange(4), rand.randrange(4)):
            asked += 1
        room.run(50)
    assert room.until(lambda: room[1].link.wishes.count == 0, 2000)
    assert asked > 390
    assert len(room[1].answers) == asked
    assert all(answer[-1] == ACCEPTED for answer in room[1].answers), "nobody else touched a thing"
    room.run(400)
    assert sorted(room[0].link.table.places) == list(range(52))
    assert room.agree()


@pytest.mark.parametrize("loss", (0.0, 0.2))
@pytest.mark.parametrize("apart", (0, 3))
def test_f3_two_call_in_one_instant_and_all_screens_show_one_result(loss, apart):
    results = set()
    for seed in range(4):
        room = Room(2, seed=seed, loss=loss).round()
        table = room[0].link.table
        for at in range(52):
            table.places[at] = at % 4 * 13 + at // 4
        table.state[52] = table.state[53] = 255
        room.run(500)
        room[0].wish(CALL)
        room[1].wish(CALL, at=room.now + apart)
        assert room.until(lambda: all(link.table.phase != RUNNING for link in room.links), 2000)  # noqa: B023
        room.run(500)
        assert room.agree()
        results.add((room[0].link.table.winner, room[0].link.table.place(0), room[0].link.table.place(1)))
    assert (255, 1, 1) in results, "valid calls that can't be told apart are a draw"
    if not loss:
        assert len(results) == 1, "and nothing else, unless a call was lost until its window had passed"


def test_f3_the_earlier_of_two_valid_calls_wins_though_it_comes_later():
    room = Room(2, seed=5).round()
    table = room[0].link.table
    for at in range(52):
        table.places[at] = at % 4 * 13 + at // 4
    table.state[52] = table.state[53] = 255
    room.run(500)
    pressed = room.now
    room.run(13)
    room[0].wish(CALL, at=pressed + 12)
    room[1].wish(CALL, at=pressed)
    room.run(500)
    assert [link.table.winner for link in room.links] == [1, 1]


def test_f4_the_acts_of_others_leave_my_pile_and_my_waiting_swap_alone():
    """The link's half: what others change never touches what this player has in hand or has asked for."""
    room = Room(2, seed=6).round()
    hold(room)
    mine = own_piles(room[1])[0]
    room.air.cut.add((1, 0))
    room[1].wish(SWAP, mine, 3, 1)
    expected = room[1].link.shown.places[mine * 4 + 3]
    for place in (0, 2, 3, 0):
        room[0].wish(SWAP, own_piles(room[0])[0], place, place)
        room.run(60)
        assert room[1].link.shown.in_hand[1] == mine
        assert room[1].link.shown.places[mine * 4 + 3] == expected
        assert room[1].link.is_pending_place(1)
        assert not room[1].link.is_pending_place(0)
        assert room[1].link.is_pending_pile(mine)
        assert room[1].link.shown.places[CENTRE + place] == room[0].link.table.places[CENTRE + place]
    room.air.cut.clear()
    assert room.until(lambda: room[1].answers, 2000)
    assert room[1].answers[-1] == (SWAP, mine, 3, 1, ACCEPTED)
    assert not room[1].link.is_pending_pile(mine)


@pytest.mark.parametrize("seed", range(4))
def test_f5_over_a_reordering_link_presses_are_applied_in_their_order_on_every_copy(seed):
    room = Room(3, seed=seed, jitter=35.0).round()
    hold(room)
    for nth in range(16):
        race = room.random.sample(range(3), 2)
        for handheld in room.handhelds:
            handheld.wish(SWAP, own_piles(handheld)[0], 0, 0)
            room.run(60)
            handheld.answers.clear()
        room.run(400)
        for handheld in room.handhelds:
            handheld.answers.clear()
        for number in race:
            room[number].wish(SWAP, own_piles(room[number])[0], 1, 3)
            room.run(16)
        assert room.until(lambda: all(room[n].answers for n in race), 2000)  # noqa: B023
        granted = [n for n in race if room[n].answers[0][-1] == ACCEPTED]
        if nth > 3:  # by then the window has seen this air
            assert granted == [race[0]]
        room.run(300)
        assert room.agree()


def test_f11_the_rate_is_bounded_and_the_queue_drains():
    """Four play as fast as thumbs can't: the air has room, and nothing outdated is sent."""
    room = Room(4, seed=8).round()
    hold(room)
    piles = [own_piles(handheld)[0] for handheld in room.handhelds]
    start = len(room.air.frames)
    for beat in range(250):  # 80 wishes a second, all together
        for handheld, pile in zip(room.handhelds, piles, strict=True):
            handheld.wish(SWAP, pile, beat % 4, handheld.number)
        room.run(50)
    sent = room.air.frames[start:]
    airtime = sum(192 + 8 * (43 + len(frame)) for _, _, _, frame in sent) / 1e6
    assert airtime / 12.5 < 0.35
    by_dealer = [at for at, number, mac, frame in sent if number == 0 and frames.kind_of(frame) == frames.SNAPSHOT]
    assert all(later - at >= 100 for at, later in zip(by_dealer, by_dealer[30:], strict=False))
    assert room.until(lambda: all(link.wishes.count == 0 for link in room.links), 500)
    sequences = [frames.get16(f, 11) for _, n, mac, f in sent if n == 0 and frames.kind_of(f) == frames.SNAPSHOT]
    assert all(frames.newer16(b, a) >= 0 for a, b in itertools.pairwise(sequences))
    start = len(room.air.frames)
    room.run(2000)
    assert len(room.air.frames) - start < 2 * 60, "afterwards heartbeats and regular snapshots only"


def test_f11_in_full_play_three_handhelds_use_little_air():
    room = Room(3, seed=9).round()
    start = len(room.air.frames)
    rand = random.Random(1)
    for _ in range(100):
        handheld = rand.choice(room.handhelds)
        pile = own_piles(handheld)[rand.randrange(4)]
        held = handheld.link.shown.in_hand[handheld.link.seat]
        if held == NO_PILE:
            handheld.wish(PICK_UP, pile)
        elif rand.random() < 0.7:
            handheld.wish(SWAP, held, rand.randrange(4), rand.randrange(4))
        else:
            handheld.wish(PUT_DOWN, held)
        room.run(200)
    airtime = sum(192 + 8 * (43 + len(frame)) for _, _, _, frame in room.air.frames[start:]) / 1e6
    assert airtime / 20.0 < 0.06


def test_f21_another_version_shows_in_the_list_and_nothing_else_happens():
    room = Room(2, seed=10).lobby()
    guest = room.add("Guest")
    guest.link.listen()
    frame = bytearray(announcement.ANNOUNCE_BYTES)
    for kind in range(16):
        for version in (0, 2, 7, 15):
            announcement.write_announcement(frame, 500 + version, 1, 0, 1, LOBBY, "V%d" % version)
            frame[1] = version << 4 | kind
            for handheld in room.handhelds:
                room.air.put(handheld.radio, b"\x02zzzzz", bytes(frame))
        room.run(10)
    assert sorted(table.name for table in guest.link.tables if not table.same_version) == ["V0", "V15", "V2", "V7"]
    assert room[0].link.foreign >= 50
    assert room[0].link.table.seated() == 2
    room.all_ready(room.handhelds[:2])
    assert room.until(lambda: room[1].link.table.phase == RUNNING, 6000)


@pytest.mark.parametrize("seconds", (2, 20))
def test_f22_wishes_made_while_cut_off_wait_and_are_granted_or_refused_afterwards(seconds):
    room = Room(3, seed=11).round()
    hold(room)
    mine = own_piles(room[2])[0]
    room.air.cut_off(2, 0, 1)
    room[2].wish(SWAP, mine, 0, 0)
    room[2].wish(SWAP, mine, 1, 1)
    room[2].wish(PUT_DOWN, mine)
    assert room[2].link.shown.in_hand[2] == NO_PILE
    room.run(seconds * 500)
    assert room[1].wish(SWAP, own_piles(room[1])[0], 0, 0)
    room.run(seconds * 500)
    assert room[2].link.wishes.count == 3
    assert room[2].answers == []
    assert room[2].link.is_pending_pile(mine)
    assert room[2].link.table.in_hand[2] == mine
    room.air.cut.clear()
    assert room.until(lambda: len(room[2].answers) == 3, 2500)
    assert [answer[-1] for answer in room[2].answers] == [GONE, ACCEPTED, ACCEPTED]
    room.run(400)
    assert room.agree()
    assert bytes(room[2].link.shown.state) == bytes(room[2].link.table.state)


def test_f22_no_more_wishes_are_taken_than_can_wait():
    room = Room(2, seed=12).round()
    pile = own_piles(room[1])[0]
    room.air.cut_off(0, 1)
    taken = [room[1].wish(PICK_UP if nth % 2 == 0 else PUT_DOWN, pile) for nth in range(12)]
    assert taken == [True] * 8 + [False] * 4
    room.run(3000)
    room.air.cut.clear()
    assert room.until(lambda: room[1].link.wishes.count == 0, 3000)
    assert [answer[-1] for answer in room[1].answers][-8:] == [ACCEPTED] * 8


def test_f22_nothing_is_wished_where_no_table_is():
    room = Room(1)
    assert not room[0].wish(READY, slot=1)
    assert room[0].link.state == IDLE


def test_a_whole_round_is_played_to_its_end_by_wishes_alone():
    """Sorted piles are locked one by one, and the call wins: no test writes into a table here but the deal."""
    room = Room(2, seed=13, loss=0.2).round()
    for at in range(52):
        room[0].link.table.places[at] = at % 4 * 13 + at // 4
    room.run(400)
    for pile in own_piles(room[1]):
        for act in (PICK_UP, LOCK):
            assert room[1].wish(act, pile)
            assert room.until(lambda: not room[1].link.wishes.count, 2000)
    assert len({rank_of(room[1].link.table.places[pile * 4]) for pile in own_piles(room[1])}) == 6
    room[1].wish(CALL)
    assert room.until(lambda: all(link.table.winner == 1 for link in room.links), 2000)
