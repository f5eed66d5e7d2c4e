"""The example that docs/simulator.md goes through: another game, in processes, headless and in a world with faults."""

import importlib.util
import subprocess
import sys

import pytest

from host_sim import stand_ins
from host_sim.air.ether import Ether
from host_sim.bootstrap import ROOT
from host_sim.handhelds.hub import Hub
from host_sim.handhelds.remote import Remote
from host_sim.world.faults import parse
from host_sim.world.world import World

FOLDER = ROOT / "examples" / "button_race"
O = 4  # noqa: E741
BOARD = "deshipu_ugame_s3"

assert stand_ins  # race.py imports them by CircuitPython's names
_spec = importlib.util.spec_from_file_location("race", FOLDER / "race.py")
race = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(race)


class RaceWorld(World):
    """Two races in one process; what they show is kept in ``shown``."""

    def __init__(self, *arguments, **more):
        self.shown = {}
        super().__init__(*arguments, persons=False, **more)

    def make_handheld(self, player):
        said = self.shown.setdefault(player.number, [])
        return race.Race(said.append)


def press(world, number, at_ms):
    world.press(number, O, True, at_ms * 1000)
    world.press(number, O, False, at_ms * 1000 + 60_000)


@pytest.mark.parametrize("faults", ["", "loss=0.3", "loss=0.3,delay=100:0>1,dup=0.2", "partition=0<>1@3.3-5"])
def test_whoever_pressed_sooner_has_won_on_both_whatever_the_air_does(faults):
    for seed in range(5):
        world = RaceWorld(2, seed, parse(faults))
        press(world, 0, 3000)  # starts it
        press(world, 1, 3500)  # 500 ms after it showed there, less what the frame took
        press(world, 0, 3900)
        world.run(9_000_000)
        assert world.broken is None
        assert world.shown[1][-1] == "You won" and world.shown[0][-1] == "You lost", (seed, world.shown)


def test_on_simulated_handhelds_with_their_screens(tmp_path):
    remotes = [Remote(number, tmp_path, BOARD, 1, source=FOLDER) for number in (1, 2)]
    hub = Hub(remotes, Ether(1))
    try:
        for remote in remotes:
            hub.power_on(remote)
        hub.advance(2_500_000)
        drawn = [remote.page.counters().changes for remote in remotes]
        assert min(drawn) > 0
        for remote, at_us in ((remotes[0], 3_000_000), (remotes[0], 3_300_000), (remotes[1], 3_600_000)):
            hub.key(remote, O, True, not_before_us=at_us)
            hub.key(remote, O, False, not_before_us=at_us + 60_000)
        hub.advance(5_000_000)
        assert [remote.problem for remote in remotes] == ["", ""]
        assert all(remote.page.counters().changes > before for remote, before in zip(remotes, drawn, strict=True))
    finally:
        hub.close()
        for remote in remotes:
            remote.close()


def test_it_is_as_short_as_it_is_said_to_be():
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob("*.py"))
    assert lines < 60


def test_it_runs_headless_from_the_command_line(tmp_path):
    command = [sys.executable, str(ROOT / "host_sim"), "--from", str(FOLDER), "--headless", "--minutes", "0.05"]
    done = subprocess.run(
        [*command, "--faults", "loss=0.2", "--seed", "1"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "host_sim: 3 s of game time are over (seed 1)\n")
