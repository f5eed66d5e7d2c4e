"""``python3 -m host_sim world``: its options, its JSON, and what it says about a seed that fails."""

import json

import pytest

from host_sim.commands import world as world_command
from host_sim.game import faults, seeds
from host_sim.game.match_world import MatchWorld


def test_json_and_status(capsys):
    words = ["--handhelds", "2", "--seeds", "0..1", "--faults", "party", "--best-of", "1", "--json"]
    assert world_command.main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seeds"] == 2 and told["failed"] == [] and told["virtual_s"] > 30 and told["speed"] > 1
    assert told["faults_played"] == {"jitter": 2, "loss": 2}
    assert told["rounds"] >= 2 and sum(told["results"].values()) == told["rounds"]


def test_a_failing_seed_is_told_with_the_command_that_replays_it(capsys, monkeypatch):
    # An invariant that this match must break: nobody may ever get into a round.
    look = seeds.play

    def strict(seed, handhelds, text, best_of=None):
        outcome = look(seed, handhelds, text, best_of)
        outcome.why = "a round began"
        return outcome

    monkeypatch.setattr(seeds, "play", strict)
    assert world_command.main(["--handhelds", "2", "--seeds", "3", "--faults", "calm", "--best-of", "1"]) == 1
    told = capsys.readouterr().err
    assert "seed 3 FAILED: a round began" in told
    assert "python3 -m host_sim world --handhelds 2 --seeds 3 --faults calm --best-of 1 --trace" in told
    assert "Ada deals in epoch" in told


@pytest.mark.parametrize(
    "wrong",
    ["gale", "loss=2", "loss=x", "partition=9", "reboot=0<>1", "loss=0.1@9-3", "hold=0:9@3", "hostile=0", "deaf"],
)
def test_a_wrong_fault_is_a_sentence(wrong, capsys):
    if wrong == "partition=9":
        assert faults.parse(wrong)  # a handheld that isn't there: nothing happens to it
        return
    with pytest.raises(SystemExit) as ended:
        world_command.main(["--faults", wrong])
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_faults_read_as_they_are_written():
    first, second, third = faults.parse("loss=0.2:0>1@20-30, reboot=2:300@35,deaf=1:300/1000")
    assert (first.since_us, first.until_us, first.chance, first.who) == (20_000_000, 30_000_000, 0.2, (0, 1, False))
    assert (second.since_us, second.number, second.off_us) == (35_000_000, 2, 300_000)
    assert (third.since_us, third.until_us, third.number) == (0, faults.NEVER, 1)


def test_sets_are_drawn_from_the_seed():
    assert faults.draw("storm", 4, 3) == faults.draw("storm", 4, 3) != faults.draw("storm", 5, 3)
    kinds = set()
    for seed in range(300):
        kinds |= {fault.name for fault in faults.parse(faults.draw("storm", seed, 3))}
    assert kinds >= set(faults.FAULTS) - {"jitter"} | {"jitter"}


def test_an_exception_in_the_firmware_breaks_the_world():
    world = MatchWorld(2, 0, persons=False)
    world.run_ms(2000)
    world.players[0].handheld.link.step = lambda now: 1 // 0
    world.run_ms(2000)
    assert "Ada raised ZeroDivisionError" in world.broken


def test_the_invariants_notice(monkeypatch):
    """A card doubled, a locked pile changed, a result that differs: each breaks the world."""
    from firmware.rules.layout import ROUND_OVER, RUNNING
    from host_sim.game.seating import deal, seat_everybody

    def running():
        world = MatchWorld(2, 1, persons=False)
        seat_everybody(world)
        deal(world)
        return world, world.players[0].link.table

    world, table = running()
    table.places[0] = table.places[1]
    world.run_ms(400)
    assert "no whole deck" in world.broken

    world, table = running()
    table.state[52] |= 1
    world.run_ms(400)
    assert world.broken is None
    table.places[0], table.places[48] = table.places[48], table.places[0]
    world.run_ms(400)
    assert "locked pile 0 change" in world.broken

    world, table = running()
    table.in_hand[0] = 11
    world.run_ms(400)
    assert "in the hand of seat 0" in world.broken

    world, table = running()
    world.players[1].link.table.state[66] = ROUND_OVER
    assert table.phase == RUNNING
    world.run_ms(400)
    table._end(1, 1, 0)
    world.run_ms(400)
    assert "ended with" in world.broken or "went back" in world.broken
