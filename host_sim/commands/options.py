"""The options of the play command. A wrong one is told in a sentence, with exit status 2."""

import argparse
import math
from pathlib import Path

from firmware.board.boards import BOARD_IDS
from host_sim.air.fault import Complaint
from host_sim.handhelds import drive_files
from host_sim.handhelds.hub_faults import rules_of
from host_sim.world.faults import parse as parse_faults

DEFAULT_SCREENSHOTS = Path("screenshots")


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage in front of it. Every command's options are read by it."""

    def error(self, message):
        self.exit(2, f"{self.prog}: {message} (--help lists the options)\n")


def _number(kind, low, high, sentence):
    """What reads a number of ``kind`` from ``low`` to ``high``; anything else is told by ``sentence``."""

    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(sentence)
        return value

    return read


_seed = _number(int, 0, (1 << 32) - 1, "a seed is a number from 0 to 4294967295")
_speed = _number(float, 0.1, 100, "the speed is a number from 0.1 to 100")
_minutes = _number(float, 0.001, 24 * 60, "the limit is a number of minutes up to 1440")


def _folder(text):
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a file, not a folder")
    return path


def _faults(text):
    try:
        faults = parse_faults(text)
        rules_of(faults, 0)  # one that can't be played here is told before anything starts
    except Complaint as complaint:
        raise argparse.ArgumentTypeError(str(complaint)) from None
    return faults


def parse(argv, others=()):
    """The options in ``argv``. ``others``: name and summary of each other command, for ``--help``.

    Ends the program with status 2 and one sentence if an option is wrong.
    """
    listed = "\n".join(f"  {name:<8}{summary}" for name, summary in others)
    parser = Parser(
        prog="host_sim",
        description="Play James Bond on simulated handhelds: each runs the real firmware.",
        epilog=f"other commands (each has its own --help):\n{listed}" if listed else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--handhelds", type=int, choices=(2, 3), default=2, help="how many handhelds are switched on (default 2)"
    )
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="where all chance comes from: cards, radio, the players of --autoplay"
    )
    parser.add_argument(
        "--board", choices=BOARD_IDS, default=BOARD_IDS[0], metavar="ID", help=f"the board: {', '.join(BOARD_IDS)}"
    )
    parser.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="DIR",
        help="start the handhelds from a folder that bundle wrote, not from this checkout",
    )
    parser.add_argument(
        "--faults",
        type=_faults,
        metavar="TEXT",
        default=(),
        help="faults of the radio, as in the world command (its --help lists them): loss=0.2,delay=50:0>1",
    )
    parser.add_argument("--autoplay", action="store_true", help="the handhelds' keys are pressed by computer players")
    parser.add_argument("--headless", action="store_true", help="no window, as fast as it goes (needs --autoplay)")
    parser.add_argument(
        "--speed", type=_speed, metavar="X", default=1.0, help="the window's time: 2 is twice as fast (0.1 to 100)"
    )
    parser.add_argument("--screenshots", type=_folder, metavar="DIR", help="leave a PNG of every screen there")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object on standard output")
    parser.add_argument(
        "--minutes", type=_minutes, metavar="M", default=60.0, help="give up after M minutes of game time (default 60)"
    )
    wanted = parser.parse_args(argv)
    if wanted.source is not None:
        reason = drive_files.why_not(wanted.source)
        if reason:
            parser.error(f"--from: {reason}")
    is_ours = wanted.source is None or drive_files.is_this_game(wanted.source)
    if wanted.headless and not wanted.autoplay and is_ours:
        parser.error("--headless shows no window, so nobody can press a key: it needs --autoplay")
    return wanted
