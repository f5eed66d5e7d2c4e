"""Races through keys, screens and radio (field cases F1, F3): one card, one owner; one call, one result."""

from firmware.rules.layout import AT_LOCKS, BY_CALL, CENTRE, PILES, ROUND_OVER
from host_sim.game import faults
from host_sim.game.match_world import MatchWorld
from host_sim.game.races import run_races
from host_sim.game.seating import deal, must, seat_everybody

Z_KEY = 6
HELD_US = 600_000


def test_f1_of_two_who_reach_for_a_card_one_gets_it():
    found = run_races(300, 3, "loss=0.2", per_world=100)
    assert (found.both, found.undecided, found.decided) == (0, 0, 300)
    assert 0.4 < found.dealer_share < 0.6
    assert found.wait_ms(0.5) < 100


def test_presses_well_apart_are_decided_in_their_order():
    found = run_races(120, 4, "", apart=True, per_world=60)
    assert found.order_share > 0.97 and found.undecided == 0


def test_f10_a_deaf_player_loses_no_race_by_it():
    """A player's radio is deaf for 300 ms of every second: its verdicts come late, its wishes don't."""
    found = run_races(200, 5, "deaf=1:300/1000", per_world=200, dealer=0)
    assert (found.both, found.undecided) == (0, 0)
    assert 0.4 < found.dealer_share < 0.6
    assert found.wait_ms(0.5) < 60 < found.wait_ms(0.95)


def test_f10_a_deaf_dealer_wins_no_more_than_the_window_cannot_wait_for():
    """The dealer's radio is deaf for 300 ms of every second: longer than the 80 ms that the window may wait, so it wins
    the races of those stretches, at most 30 in 100, and half of all others."""
    found = run_races(200, 5, "deaf=0:300/1000", per_world=200, dealer=0)
    assert (found.both, found.undecided) == (0, 0)
    assert 0.4 < found.dealer_share < 0.3 + 0.7 / 2 + 0.07


def all_locked(world):
    """The dealer's table: every pile four of a kind and locked."""
    dealer = [player for player in world.players if player.link.is_dealer][0]
    link = world.outside(dealer.number)
    table = link.table
    for pile in range(PILES):
        for suit in range(4):
            table.places[pile * 4 + suit] = suit * 13 + pile
    for suit in range(4):
        table.places[CENTRE + suit] = suit * 13 + 12
    table.state[AT_LOCKS] = 255
    table.state[AT_LOCKS + 1] = 15
    link.dealer._change(dealer.device.ticks_ms)
    world.run_ms(500)


def test_f3_calls_of_the_same_moment_give_one_result_on_every_screen():
    for seed, apart_us in ((1, 0), (2, 1000), (3, 3000), (4, 30_000), (5, 60_000)):
        world = MatchWorld(3, seed, faults.parse("loss=0.1"), persons=False)
        seat_everybody(world)
        deal(world)
        all_locked(world)
        at = world.now_us + 50_000
        for number, press_us in ((1, at), (2, at + apart_us)):
            world.press(number, Z_KEY, True, press_us)
            world.press(number, Z_KEY, False, press_us + HELD_US)
        must(world, lambda world=world: all(p.phase == ROUND_OVER for p in world.players), "no result")
        ends = {(p.link.table.winners, p.link.table.how, bytes(p.link.table.wins)) for p in world.players}
        assert len(ends) == 1 and world.broken is None
        winners, how, wins = ends.pop()
        assert how == BY_CALL
        if apart_us >= 30_000:
            assert winners == 1 << world.players[1].link.seat, "the earlier slap wins"
        else:
            assert winners in (2, 4, 6)
        assert sum(wins) == (0 if winners == 6 else 1)
