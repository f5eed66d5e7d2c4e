"""The same seed gives the same bytes, also in another process; another seed gives others."""

import json
import random
import subprocess
import sys

from firmware.board import radio
from firmware.link import dealer, frames, player, table_clock
from host_sim.bootstrap import ROOT
from host_sim.world import speedups as world_speedups
from host_sim.world.command import play, run_seeds


def signature(outcome):
    return (outcome.digest, outcome.frames, outcome.steps, outcome.virtual_s, outcome.results, outcome.trace)


def test_a_seed_gives_the_same_run_again():
    first = play(5, 3, "storm")
    assert first.why == ""
    assert signature(first) == signature(play(5, 3, "storm"))
    assert first.digest != play(6, 3, "storm").digest


def test_another_process_gives_the_same_digests():
    code = (
        "import sys, json; sys.path.insert(0, %r)\n"
        "from host_sim.world.command import play\n"
        "print(json.dumps([play(seed, 2, 'storm').digest for seed in (1, 2)]))" % str(ROOT)
    )
    here = [play(seed, 2, "storm").digest for seed in (1, 2)]
    # Another seed of Python's hashes, so that an order of sets or dicts would show.
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "77"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert json.loads(there.stdout) == here


def test_what_a_world_does_sooner_gives_the_same():
    chance = random.Random(8)
    for length in list(range(frames.HEADER + 1, frames.LONGEST + 1, 2)) * 3:
        frame = bytearray(chance.randbytes(length))
        secret = chance.getrandbits(24)
        for kind in (frame, bytes(frame)):
            assert world_speedups.digest(kind, length, secret) == world_speedups.slow_digest(kind, length, secret)
        # Neither another secret nor another kind, length or byte is taken for the frame that was sealed just now.
        other = bytearray(frame)
        other[chance.choice((1, chance.randrange(6, length)))] ^= 1 << chance.randrange(8)
        for strange, of, by in ((bytes(frame), length, secret ^ 1), (bytes(other), length, secret)):
            assert world_speedups.digest(strange, of, by) == world_speedups.slow_digest(strange, of, by)


def test_ticks_differ_by_as_much_as_in_the_library():
    chance = random.Random(9)
    ends = (0, 1, 2, (1 << 28) - 1, 1 << 28, (1 << 28) + 1, (1 << 29) - 1)
    for first in ends + tuple(chance.randrange(1 << 29) for _ in range(100)):
        for second in ends + tuple(chance.randrange(1 << 29) for _ in range(100)):
            assert world_speedups.ticks_diff(first, second) == world_speedups.slow_ticks_diff(first, second)


def test_the_firmware_in_use_has_what_is_sooner():
    for module in (dealer, player, table_clock, radio):
        assert module.ticks_diff is world_speedups.ticks_diff


def test_every_ready_made_set_ends_well():
    for handhelds, text in ((2, "calm"), (3, "party"), (3, "convention"), (4, "storm"), (2, "storm"), (3, "storm")):
        for outcome in run_seeds([0, 3], handhelds, text, best_of=1):
            assert outcome.why == "", (handhelds, text, outcome.seed, outcome.why, outcome.faults)
            assert outcome.rounds >= 1 or "leave" in outcome.faults
