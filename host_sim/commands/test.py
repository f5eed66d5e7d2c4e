"""``python3 -m host_sim test``: the tests, by pytest on two processes. More arguments go to pytest."""

import os
import subprocess
import sys

from host_sim.bootstrap import ROOT


def main(argv):
    """Run pytest from the checkout's root. Returns its exit status."""
    # A process of its own, started in the root: the tests' paths and its settings are the same from anywhere.
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", *argv]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 130
