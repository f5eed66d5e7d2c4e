"""``python3 -m host_sim world``: plays whole matches of many handhelds on virtual time, with faults, seed by seed."""

import argparse
import contextlib
import gc
import io
import json
import multiprocessing
import sys
import time

from host_sim.options import Parser
from host_sim.world import faults

AFTER_FAULTS_S = 900  # a match must be over this long after the last fault, for each round of it
QUIET_MS = 3_000
SEARCH_MS = 70_000


class Outcome:
    """What became of one seed; plain values, so that it can go through a pipe. ``why`` is "" if all was well."""

    def __init__(self, seed):
        self.seed = seed
        self.why = ""
        self.trace = []
        self.faults = ""
        self.virtual_s = 0.0
        self.rounds = 0
        self.results = []
        self.counts = {}
        self.digest = 0
        self.frames = 0
        self.steps = 0


def play(seed, handhelds, text, best_of=None):
    """Play one match. Returns an `Outcome`. Nothing is printed."""
    from host_sim.world.world import World

    outcome = Outcome(seed)
    drawn = faults.draw(text, seed, handhelds)
    outcome.faults = drawn
    if best_of is None:
        best_of = 3 if seed % 5 == 4 else 1
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        wanted = faults.parse(drawn)
        pace = (1.0, 1.5, 0.7)[seed % 3]
        world = World(handhelds, seed, wanted, best_of=best_of, lock_check=seed % 7 != 3, pace=pace)
        ends_us = max([fault.ends_us for fault in wanted if fault.ends_us < faults.NEVER] or [0])
        limit_ms = ends_us // 1000 + AFTER_FAULTS_S * 1000 * best_of
        try:
            if not world.run_until(lambda: world.is_over, limit_ms, 500):
                world.fail("the match isn't over after %d s" % (world.now_us // 1_000_000))
            # The last faults must be over before all is quiet.
            world.run(max(world.now_us, ends_us) + QUIET_MS * 1000)
            if world.broken is None and not world.is_over:
                world.run_until(lambda: world.is_over, AFTER_FAULTS_S * 1000 * best_of, 500)
                world.run_ms(QUIET_MS)
            # Whoever still looks for somebody who has left stops after a minute.
            world.run_until(lambda: not world.is_searching, SEARCH_MS, 500)
            if world.broken is None:
                world.invariants.agree()
        except Exception as error:
            import traceback

            world.fail("%s: %s" % (type(error).__name__, traceback.format_exc().strip().splitlines()[-3:]))
    outcome.why = world.broken or ""
    outcome.trace = list(world.trace) + [_standing(player) for player in world.players]
    outcome.virtual_s = world.now_us / 1_000_000
    outcome.rounds = world.invariants.rounds
    outcome.results = sorted("%d:%d" % result for result in world.invariants.results().values())
    outcome.counts = world.counts
    outcome.digest = world.digest
    outcome.frames = world.frames
    outcome.steps = sum(player.steps for player in world.players)
    return outcome


def _standing(player):
    link = player.link
    if link is None:
        return "%s is off" % player.name
    return "%s: screen %s, link state %d, %s, seat %d, snapshot %d.%d, phase %d, missing %x, %s%s%s" % (
        player.name,
        player.handheld.face.overlay or player.handheld.face.screen_name,
        link.state,
        "deals" if link.is_dealer else "plays",
        link.seat,
        link.snapshot.epoch,
        link.snapshot.sequence,
        link.table.phase,
        link.missing,
        "paused " if link.paused else "",
        "searching " if link.search.is_on else "",
        "radio problem %d" % link.problem if link.problem else "",
    )


def _play(job):
    return play(*job)


def run_seeds(seeds, handhelds, text, best_of=None, jobs=1):
    """Yields an `Outcome` for each seed, in order."""
    wanted = [(seed, handhelds, text, best_of) for seed in seeds]
    if jobs <= 1:
        _prepare()
        for at, job in enumerate(wanted):
            if at % 20 == 19:
                gc.collect()
            yield _play(job)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _prepare) as pool:
        yield from pool.imap(_play, wanted, 4)


def _prepare():
    """The firmware collects garbage between rounds; on a PC that would go through everything Python has ever made."""
    import host_sim.world.world  # noqa: F401

    gc.collect()
    gc.freeze()
    gc.disable()


def _seeds(text):
    seeds = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        try:
            seeds += range(int(first), int(last if dots else first) + 1)
        except ValueError:
            raise argparse.ArgumentTypeError("%r: seeds are numbers or 0..999" % text) from None
    if not seeds:
        raise argparse.ArgumentTypeError("%r names no seed" % text)
    return seeds


def _parser():
    parser = Parser(
        prog="host_sim world",
        description="Whole matches of the real firmware on virtual time; the invariants are checked after every step.",
        epilog=faults.__doc__.split("\n\n", 1)[1] + "\nReady-made: %s." % ", ".join(faults.SETS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--handhelds", type=int, choices=(2, 3, 4), default=3)
    parser.add_argument("--seeds", type=_seeds, default=[0], metavar="0..999", help="which seeds, e.g. 7 or 0..99,500")
    parser.add_argument("--faults", default="calm", help="a ready-made set, or faults separated by commas (below)")
    parser.add_argument("--best-of", type=int, choices=(1, 3, 5, 7, 9), help="if left out 1, every fifth seed 3")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", action="store_true", help="one JSON object at the end")
    parser.add_argument("--trace", action="store_true", help="show what happened, also in seeds that end well")
    return parser


def main(argv):
    """Run the command. Returns the exit status: 0 if every seed ended well, 1 if not, 2 for a wrong option."""
    parser = _parser()
    wanted = parser.parse_args(argv)
    try:
        faults.parse(faults.draw(wanted.faults, 0, wanted.handhelds))
    except faults.Complaint as complaint:
        parser.error(str(complaint))
    from tqdm import tqdm

    began = time.perf_counter()
    total = {"frames": 0, "steps": 0, "rounds": 0}
    counts, results, failed, virtual, longest = {}, {}, [], 0.0, 0.0
    bar = tqdm(total=len(wanted.seeds), unit="seed", file=sys.stderr, dynamic_ncols=True)
    for outcome in run_seeds(wanted.seeds, wanted.handhelds, wanted.faults, wanted.best_of, wanted.jobs):
        virtual += outcome.virtual_s
        longest = max(longest, outcome.virtual_s)
        for name in total:
            total[name] += getattr(outcome, name)
        for name, count in outcome.counts.items():
            counts[name] = counts.get(name, 0) + count
        for result in outcome.results:
            results[result] = results.get(result, 0) + 1
        if outcome.why:
            failed.append(outcome.seed)
        if outcome.why or wanted.trace:
            bar.write(_told(outcome, wanted), file=sys.stderr)
        bar.set_postfix(failed=len(failed), refresh=False)
        bar.update()
    bar.close()
    wall = time.perf_counter() - began
    report = {
        "handhelds": wanted.handhelds,
        "faults": wanted.faults,
        "seeds": len(wanted.seeds),
        "failed": failed,
        "virtual_s": round(virtual, 1),
        "longest_s": round(longest, 1),
        "wall_s": round(wall, 1),
        "speed": round(virtual / wall, 1),
        **total,
        "results": dict(sorted(results.items())),
        "faults_played": dict(sorted(counts.items())),
    }
    if wanted.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print("%-14s %s" % (name, value))
    return 1 if failed else 0


def _told(outcome, wanted):
    lines = []
    if outcome.why:
        best_of = " --best-of %d" % wanted.best_of if wanted.best_of else ""
        lines.append("seed %d FAILED: %s" % (outcome.seed, outcome.why))
        lines.append(
            "  again: python3 -m host_sim world --handhelds %d --seeds %d --faults %s%s --trace"
            % (wanted.handhelds, outcome.seed, wanted.faults, best_of)
        )
    else:
        lines.append("seed %d: %.1f s, digest %08x" % (outcome.seed, outcome.virtual_s, outcome.digest))
    lines.append("  faults: %s" % (outcome.faults or "none"))
    lines += ["  " + line for line in outcome.trace]
    return "\n".join(lines)
