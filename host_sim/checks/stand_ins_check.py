"""Compares the stand-ins with circuitpython-stubs by mypy's stubtest: ``python3 -m host_sim.checks.stand_ins_check``.

Names, signatures, defaults and kinds of everything in CircuitPython's modules must be the same here; what isn't, and
why, stands in ``stubtest_allowlist.txt``. Exits with 0 if all is well, 1 if something differs, 2 if the tools are
missing.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ALLOWLIST = HERE / "stubtest_allowlist.txt"


def main():
    """Run stubtest over every stand-in. Returns the exit status."""
    try:
        from mypy import stubtest
    except ImportError:
        print("mypy isn't installed; python3 -m host_sim test installs it with the other test packages")
        return 2
    sys.path.insert(0, str(HERE.parents[1]))
    from host_sim import stand_ins
    from host_sim.handhelds.device import Device, use

    use(Device())  # board's names are those of a board
    # The stand-ins are the runtime (first on sys.path, by stand_ins), the *-stubs packages the stubs. mypy also
    # searches the current directory: from another one it can't take the stand-ins for stubs.
    os.chdir(HERE.parents[1])
    arguments = [*stand_ins.NAMES, "--allowlist", str(ALLOWLIST), "--concise"]
    return stubtest.test_stubs(stubtest.parse_options(arguments))


if __name__ == "__main__":
    sys.exit(main())
