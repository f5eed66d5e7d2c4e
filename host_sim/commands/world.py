"""``python3 -m host_sim world``: plays whole matches of many handhelds on virtual time, with faults, seed by seed."""

import argparse
import json
import sys
import time

from host_sim.commands.options import Parser
from host_sim.game import faults
from host_sim.game.seeds import run_seeds


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
