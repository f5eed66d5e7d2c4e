"""``python3 -m host_sim`` or ``python3 PATH/host_sim``: the start of everything, from any working directory.

This file has to be readable by any Python 3: its first job is to say that the Python is too old.
"""

import os
import sys

OLDEST_PYTHON = (3, 11)


def main():
    """Run the command line. Returns the exit status."""
    if sys.version_info < OLDEST_PYTHON:
        sys.stderr.write(
            "host_sim needs Python %d.%d or newer, and this is Python %d.%d: start it with a newer one.\n"
            % (OLDEST_PYTHON + sys.version_info[:2])
        )
        return 1
    here = os.path.dirname(os.path.abspath(__file__))
    # Started by its path, Python puts this folder first on the search path, and our own modules would stand there
    # as if they were everybody's. What has to be found is the folder above it.
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.curdir) != here]
    root = os.path.dirname(here)
    if root not in sys.path:
        sys.path.insert(0, root)
    from host_sim import commands

    return commands.run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
