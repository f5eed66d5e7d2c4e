"""The same seed gives the same bytes, also in another process; another seed gives others."""

import json
import subprocess
import sys

from host_sim.bootstrap import ROOT
from host_sim.game.seeds import play, run_seeds


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
        "from host_sim.game.seeds import play\n"
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


def test_every_ready_made_set_ends_well():
    for handhelds, text in ((2, "calm"), (3, "party"), (3, "convention"), (4, "storm"), (2, "storm"), (3, "storm")):
        for outcome in run_seeds([0, 3], handhelds, text, best_of=1):
            assert outcome.why == "", (handhelds, text, outcome.seed, outcome.why, outcome.faults)
            assert outcome.rounds >= 1 or "leave" in outcome.faults
