"""``python3 -m host_sim bench``: measures what has a budget, or lets hostile frames in."""

import json

from host_sim.commands.options import Parser
from host_sim.measure import budgets


def main(argv):
    """Run the command. Returns 0 if all that could be measured is within its budget, else 1."""
    parser = Parser(prog="host_sim bench", description=budgets.__doc__.split("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="one flat JSON object instead of a table")
    parser.add_argument("--quick", action="store_true", help="a twentieth of the samples, to see whether it works")
    parser.add_argument(
        "--hostile", type=int, metavar="N", help="instead: send N hostile frames into a running table (README: 1000000)"
    )
    wanted = parser.parse_args(argv)
    if wanted.hostile:
        return _hostile(wanted)
    figures = budgets.measure(wanted.quick)
    if wanted.json:
        print(json.dumps(figures))
    else:
        print(budgets.table(figures))
    return 0 if budgets.are_kept(figures) else 1


def _hostile(wanted):
    from host_sim.measure.bench_hostile import attack

    found = attack(wanted.hostile, budgets.note)
    if wanted.json:
        print(json.dumps(found))
    else:
        for key, value in found.items():
            print("%-22s %s" % (key, value))
    return 0 if not found["raised"] and not found["changed"] else 1
