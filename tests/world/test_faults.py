"""Each fault in a short scenario: what it must do to the table, and what it must not."""

import pytest

from firmware.link.link import SEATED
from firmware.rules.acts import PICK_UP, PUT_DOWN
from firmware.rules.layout import LEFT, MATCH_OVER, NO_PILE, RUNNING
from firmware.rules.verdicts import ACCEPTED
from host_sim.game import faults
from host_sim.game.match_world import MatchWorld
from host_sim.game.seating import deal, must, seat_everybody
from host_sim.handhelds.device import Frame
from host_sim.measure.bench_hostile import attack


def in_round(handhelds=3, seed=1, text="", **more):
    """A round of that many, nobody playing, and then the faults of ``text`` from now on."""
    world = MatchWorld(handhelds, seed, persons=False, **more)
    seat_everybody(world)
    deal(world)
    world.run_ms(500)
    begin(world, text)
    return world


def begin(world, text):
    for fault in faults.parse(text):
        fault.since_us += world.now_us
        if fault.until_us < faults.NEVER:
            fault.until_us += world.now_us
        fault.begin(world)
    world.run_ms(1)


def at_play(player):
    return player.phase == RUNNING and not player.link.paused


def all_play(world):
    return all(at_play(player) for player in world.players)


def seconds_until(world, is_true, limit_s=10):
    began = world.now_us
    must(world, is_true, "it never came true", limit_s * 1000)
    return (world.now_us - began) / 1e6


def piles_of(world, number):
    table = world.players[number].link.table
    return [pile for pile in range(12) if table.owner(pile) == world.players[number].link.seat]


def picks_up(world, number):
    """The player picks a pile up and puts it down again; both must be granted."""
    link = world.outside(number)
    pile = piles_of(world, number)[0]
    ticks = world.players[number].device.ticks_ms
    assert link.wish(PICK_UP, ticks, pile=pile)
    assert link.wish(PUT_DOWN, ticks, pile=pile)
    refused = link.refused
    must(world, lambda: link.wishes.count == 0, "not answered", 5000)
    return link.refused == refused


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("kind", ["reboot", "powercut"])
def test_a_handheld_rebooted_in_mid_round_is_back_in_time(number, kind):
    world = in_round(text="loss=0.05,%s=%d:200@0.2" % (kind, number))
    player = world.players[number]
    must(world, lambda: player.starts == 2 and player.handheld is not None, "it never starts")
    assert seconds_until(world, lambda: all_play(world)) <= 2.5
    assert picks_up(world, number)
    assert world.broken is None


@pytest.mark.parametrize("handhelds", [3, 4])
def test_the_dealer_is_killed_and_play_goes_on(handhelds):
    world = in_round(handhelds, text="powercut=0:200000@0")
    others = world.players[1:]
    world.run_ms(1300)
    assert seconds_until(world, lambda: all(at_play(p) for p in others) and any(p.link.is_dealer for p in others)) < 1.2
    assert others[0].link.is_dealer
    assert picks_up(world, 2)
    # After a minute it counts as having left.
    must(world, lambda: others[0].link.table.standing(0) == LEFT, "it never leaves", 70_000)
    assert all_agree(world, others)


def all_agree(world, players=None):
    """All copies are the same once the newest snapshot has come."""
    world.run_ms(600)
    players = players or world.players
    return len({bytes(player.link.table.state) for player in players}) == 1


def test_two_handhelds_wait_for_each_other():
    world = in_round(2, text="powercut=0:3000@0")
    world.run_ms(2500)
    assert world.players[1].link.paused
    must(world, lambda: all_play(world), "no way back")
    assert picks_up(world, 0) and picks_up(world, 1)


def test_a_partition_of_three_leaves_one_dealer_and_heals():
    world = in_round(3, text="partition=0@0-6")
    dealer, *others = world.players
    must(world, lambda: dealer.link.paused and any(p.link.is_dealer and not p.link.paused for p in others), "none")
    assert picks_up(world, 1)
    must(world, lambda: all_play(world) and world.now_us > 14_000_000, "it doesn't heal", 12_000)
    assert sum(player.link.is_dealer for player in world.players) == 1
    assert all_agree(world) and world.broken is None


@pytest.mark.parametrize("way", ["0>1", "1>0"])
def test_a_one_way_partition_heals(way):
    world = in_round(3, text="partition=%s@0-5" % way)
    world.run_ms(5000)
    must(world, lambda: all_play(world), "it doesn't heal")
    world.run_ms(1500)
    assert sum(player.link.is_dealer for player in world.players) == 1 and all_agree(world)
    assert picks_up(world, 1)


def test_two_and_two_pause_and_find_each_other():
    world = in_round(4, text="partition=0<>2@0-8,partition=0<>3@0-8,partition=1<>2@0-8,partition=1<>3@0-8")
    world.run_ms(4000)
    assert all(player.link.paused for player in world.players)
    must(world, lambda: all_play(world), "they don't", 10_000)


def test_f10_deaf_for_300_ms_a_second_a_round_still_finishes():
    world = MatchWorld(3, 2, faults.parse("deaf=1:300/1000"), best_of=1)
    assert world.run_until(lambda: world.is_over, 600_000, 500), world.broken
    world.run_ms(2000)
    world.invariants.agree()
    assert world.broken is None


def test_f11_the_rate_is_bounded_and_a_full_ring_drains():
    world = in_round(3, text="flood=*:60@0.1")
    before = world.ether.airtime_us
    began = world.now_us
    for _ in range(40):
        for number in range(3):
            link = world.outside(number)
            link.wish(PICK_UP, world.players[number].device.ticks_ms, pile=piles_of(world, number)[0])
        world.run_ms(50)
    assert world.players[1].device.counters.frames_dropped > 0  # by the flood
    share = (world.ether.airtime_us - before) / (world.now_us - began)
    assert share < 0.25
    world.run_ms(500)
    assert all(not player.link.wishes.count and not player.inbox for player in world.players)
    for player in world.players:
        assert ticks_old(player) < 400


def ticks_old(player):
    return player.link.silent_ms(player.device.ticks_ms) if not player.link.is_dealer else 0


def test_f12_frozen_counters_stop_nothing():
    world = in_round(3, text="frozen=*")
    assert picks_up(world, 0) and picks_up(world, 1) and picks_up(world, 2)


def test_f13_f14_held_and_lost_keys_leave_no_key_stuck():
    world = in_round(2, text="hold=1:4:900@0.1,lostrelease=1@0.3-2")
    for _ in range(100):
        for down in (True, False):
            world.press(1, 0, down)
            world.run_ms(12)
    world.run_ms(1500)
    assert world.players[1].handheld.parts.keys.down == 0


def test_f8_a_room_of_25_strangers():
    world = MatchWorld(2, 3, faults.parse("strangers=25@0-12"), persons=False)
    seat_everybody(world)
    link = world.outside(1)
    link.leave(world.players[1].device.ticks_ms)
    world.run_ms(1500)
    world.outside(1).listen()
    world.run_ms(3000)
    assert len(link.tables) == 25 and any(not table.same_version for table in link.tables)
    assert any(table.in_play for table in link.tables)
    must(world, lambda: [table.name for table in link.tables] == ["Ada"], "stale tables stay", 12_000)


def test_f9_a_radio_that_wont_open_is_told_and_mends():
    world = MatchWorld(2, 3, faults.parse("badradio=1@0-6"), persons=False)
    world.run_ms(4000)
    player = world.players[1]
    assert player.handheld.face.screen_name == "problem" and player.link.problem
    must(world, lambda: player.handheld.face.screen_name == "title" and not player.link.problem, "it stays shut", 9000)


def test_f9_a_radio_that_wont_open_after_a_reboot_comes_back_into_the_round():
    world = in_round(3, text="reboot=2@0.1,badradio=2@0.1-5")
    must(world, lambda: not at_play(world.players[2]), "nothing happens")
    must(world, lambda: all_play(world), "it isn't back", 12_000)


def test_f21_foreign_frames_are_counted_and_dropped():
    world = in_round(3, text="foreign=200@0-3,hostile=200@0-3,strangers=6@0-3,long=5@0-3")
    world.run_ms(3200)
    assert picks_up(world, 0) and picks_up(world, 1)
    must(world, lambda: all_play(world), "they stand still")
    for player in world.players:
        assert player.link.foreign > 50 and player.link.damaged > 20
        assert player.handheld.parts.radio.corrupt > 0  # the over-long ones
    assert world.broken is None


def test_f22_cut_off_wishes_show_as_pending_and_are_answered_afterwards():
    world = in_round(3, text="partition=1@0-0.8")
    link = world.outside(1)
    pile = piles_of(world, 1)[0]
    assert link.wish(PICK_UP, world.players[1].device.ticks_ms, pile=pile)
    world.run_ms(700)
    assert link.is_pending_pile(pile) and link.shown.in_hand[link.seat] == pile
    assert link.table.in_hand[link.seat] == NO_PILE
    must(world, lambda: not link.is_pending_pile(pile), "never answered", 3000)
    assert link.table.in_hand[link.seat] == pile


def test_f5_reordering_and_doubling_change_nothing():
    world = in_round(3, text="dup=0.4,reorder=0.4/80,jitter=30")
    for number in (0, 1, 2) * 5:
        assert picks_up(world, number)
    assert world.broken is None


def test_f2_twenty_wishes_a_second_at_20_percent_loss_are_each_answered_once():
    world = in_round(2, text="loss=0.2")
    link = world.players[1].link
    answers = []
    next_answer = link.next_answer

    def watched():
        answer = next_answer()
        if answer is not None:
            answers.append((answer.kind, answer.verdict))
        return answer

    link.next_answer = watched
    pile = piles_of(world, 1)[0]
    taken = []
    for nth in range(200):
        kind = PUT_DOWN if nth % 2 else PICK_UP
        if world.outside(1).wish(kind, world.players[1].device.ticks_ms, pile=pile):
            taken.append(kind)
        world.run_ms(50)
    world.run_ms(2000)
    assert len(taken) > 190
    assert answers == [(kind, ACCEPTED) for kind in taken]


def test_no_driver_memory_for_seconds():
    """A send waits up to 2 s and then raises: the others go on, and it comes back by itself."""
    world = in_round(3, text="nomemory=2@0-5")
    world.run_ms(3000)
    assert at_play(world.players[0]) and at_play(world.players[1])
    must(world, lambda: all_play(world), "it isn't back", 10_000)
    assert picks_up(world, 2)


def test_a_pause_of_the_loop_costs_nobody_the_table():
    world = in_round(3, text="pause=0:250@0.1,pause=1:250@0.6")
    world.run_ms(1500)
    assert all_play(world) and world.players[0].link.is_dealer
    begin(world, "pause=0:1500@0.1")
    world.run_ms(2200)
    must(world, lambda: all_play(world), "nobody deals")
    world.run_ms(1000)
    assert sum(player.link.is_dealer for player in world.players) == 1 and world.broken is None


def test_the_ticks_wrap_in_a_round():
    world = MatchWorld(3, 1, faults.parse("wrap=0:12,wrap=1:14,wrap=2:16,drift=1:200"), persons=False)
    seat_everybody(world)
    deal(world)
    ticks = [player.device.ticks_ms for player in world.players]
    while world.now_us < 20_000_000:
        world.run_ms(700)
        assert picks_up(world, 1) and all_play(world)
    assert any(player.device.ticks_ms < old for player, old in zip(world.players, ticks, strict=True))
    assert world.broken is None


def test_power_cuts_in_writes_lose_neither_name_nor_table():
    for steps in range(1, 6):  # three of the file, two of nvm
        world = MatchWorld(2, steps, persons=False)
        seat_everybody(world)
        name = world.players[1].link.name
        world.players[1].device.cut_in_steps = steps
        deal(world)
        link = world.outside(0)
        link.table._end(1, 1, 0)  # a round ends: it is counted and saved when the match is over
        world.players[0].link.table.state[66] = 4
        world.run_ms(200)
        must(world, lambda world=world: world.players[1].starts == 2 and world.players[1].handheld, "no cut", 20_000)
        assert world.players[1].handheld.parts.store.name == name
        must(world, lambda world=world: world.players[1].link.state == SEATED, "no way back", 5000)


def test_a_player_leaves():
    world = in_round(3, text="leave=1@0.1")
    world.run_ms(1500)
    assert world.players[1].link.state != SEATED
    assert all(player.link.table.standing(1) == LEFT for player in (world.players[0], world.players[2]))
    assert at_play(world.players[0]) and at_play(world.players[2])


def test_a_player_whose_power_goes_while_the_leaving_is_saved_leaves_again():
    """The older record counts then, and the handheld comes back to the table: nobody plays there, so it has to go."""
    world = in_round(2, text="cutwrite=1:1@0-20,leave=1@0.1")
    table = world.players[0].link.table
    must(world, lambda: world.players[1].starts > 1, "its power didn't go", 20_000)
    must(world, lambda: world.players[1].link is not None and world.players[1].link.state == SEATED, "not back", 20_000)
    must(world, lambda: table.standing(1) == LEFT, "it stays at the table", 80_000)


def test_when_whoever_opens_tables_leaves_before_there_is_one_another_opens_it():
    world = MatchWorld(3, 3, faults.parse("leave=0@1"), best_of=1)
    assert world.run_until(lambda: world.is_over, 600_000, 500), world.broken
    assert {player.phase for player in world.players[1:]} == {MATCH_OVER}


def test_hostile_frames_change_nothing_but_the_counters():
    found = attack(20_000)
    assert found["raised"] == [] and found["changed"] == []
    assert found["foreign_Ben"] > 1000 and found["damaged_Ben"] > 1000 and found["old_Ben"] > 100


def test_an_over_long_frame_reopens_the_radio():
    world = in_round(2)
    player = world.players[1]
    world.arrive(1, Frame(-1, bytes(6), player.device.mac, bytes(400)))
    world.run_ms(600)
    radio = player.handheld.parts.radio
    assert radio.corrupt == 1 and radio.reopened == 1
    assert picks_up(world, 1)
