"""``python3 -m host_sim bundle DIR``: writes what goes onto a handheld's drive."""

import argparse
import sys
from pathlib import Path

from firmware.board.boards import BOARD_IDS, standard_wiring
from host_sim.commands.options import Parser
from host_sim.making.bundle import (
    NO_MEMORY,
    SETTINGS,
    board_of_drive,
    check_room,
    check_target,
    contents,
    is_drive,
    leaves_room,
    write,
)
from host_sim.making.bundle_imports import BundleError
from host_sim.making.compiler import Compiler
from host_sim.making.zips import SUMS, write_zips


def _parse(argv):
    parser = Parser(
        prog="host_sim bundle",
        description="Write what goes onto a handheld's CIRCUITPY drive into DIR, or onto the drive mounted there.",
        allow_abbrev=False,
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="a new or empty folder, an earlier bundle, or a drive")
    parser.add_argument(
        "--zip",
        action="store_true",
        help="instead write a ready zip for every board into DIR, and their checksums",
    )
    parser.add_argument(
        "--board",
        choices=BOARD_IDS,
        metavar="ID",
        help=f"the board: {', '.join(BOARD_IDS)} (default: the one the drive names, else {BOARD_IDS[0]})",
    )
    parser.add_argument(
        "--mpy",
        action=argparse.BooleanOptionalAction,
        help="compile: smaller, starts faster, no source on the drive (the default for a board without PSRAM, and "
        "where the sources would leave less than 15%% of the drive)",
    )
    parser.add_argument("--mpy-cross", type=Path, metavar="PATH", help="CircuitPython's own mpy-cross (with --mpy)")
    wanted = parser.parse_args(argv)
    if wanted.zip and wanted.board:
        parser.error("--zip makes one for every board: leave --board out")
    if wanted.mpy_cross and wanted.mpy is False:
        parser.error("--mpy-cross is only used with --mpy")
    if wanted.mpy_cross and not wanted.mpy_cross.is_file():
        parser.error(f"--mpy-cross: there is no file {wanted.mpy_cross}")
    return wanted


def _choose_board(wanted):
    if not is_drive(wanted.folder):
        return wanted.board or BOARD_IDS[0]
    there = board_of_drive(wanted.folder)
    if wanted.board and there in BOARD_IDS and wanted.board != there:
        raise BundleError(f"{wanted.folder} is the drive of a {there}, not of a {wanted.board}")
    board_id = wanted.board or there
    if board_id not in BOARD_IDS:
        raise BundleError(
            f"{wanted.folder} is the drive of {there or 'an unnamed board'}, which has no pin table: give --board with "
            f"the nearest one, and set the pins in {SETTINGS}"
        )
    return board_id


def _choose_compiler(wanted, board_id):
    """None for a bundle of sources. A board without PSRAM has no memory for the compiler, nor for line numbers; on
    some drives the sources would leave too little room."""
    has_memory = standard_wiring(board_id).psram
    if wanted.mpy is False:
        return None
    if wanted.mpy or wanted.mpy_cross or not has_memory or not leaves_room(contents(board_id), board_id):
        return Compiler(wanted.mpy_cross, is_small=not has_memory)
    return None


def _zip(wanted):
    from tqdm import tqdm

    try:
        if wanted.folder.exists() and not wanted.folder.is_dir():
            raise BundleError(f"{wanted.folder} is a file, not a folder")
        bundles = {}
        for board_id in tqdm(BOARD_IDS, unit="board", file=sys.stderr, disable=None, leave=False):
            bundles[board_id] = contents(board_id, _choose_compiler(wanted, board_id))
            check_room(wanted.folder, bundles[board_id], board_id)
        made = write_zips(wanted.folder, bundles)
    except BundleError as problem:
        print(f"host_sim bundle: {problem}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"host_sim bundle: {error.filename or wanted.folder}: {error.strerror}", file=sys.stderr)
        return 1
    for name, data in made:
        print(f"{len(data):>9,}  {name}")
    print(f"           {SUMS}: checksums, to compare with sha256sum -c")
    return 0


def main(argv):
    """Run the command with ``argv``. Returns 0, or 1 after one sentence on stderr about what is wrong."""
    wanted = _parse(argv)
    if wanted.zip:
        return _zip(wanted)
    try:
        check_target(wanted.folder)
        board_id = _choose_board(wanted)
        compiler = _choose_compiler(wanted, board_id)
        bundle = contents(board_id, compiler)
        needed, room = check_room(wanted.folder, bundle, board_id)
        said = write(wanted.folder, bundle)
    except BundleError as problem:
        print(f"host_sim bundle: {problem}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"host_sim bundle: {error.filename or wanted.folder}: {error.strerror}", file=sys.stderr)
        if error.errno == 30:
            print("The drive is the game's: hold Z while switching the handheld on, then try again.", file=sys.stderr)
        return 1
    if not standard_wiring(board_id).psram:
        print(f"host_sim bundle: note: {NO_MEMORY}", file=sys.stderr)
    for name, data in sorted(bundle.items()):
        print(f"{len(data):>9,}  {name}")
    print(f"{sum(map(len, bundle.values())):>9,}  in {len(bundle)} files for {board_id}, written to {wanted.folder}")
    print(f"{needed:>9,}  on the drive, of {room:,}: it fits")
    for sentence in [*([compiler.said] if compiler else []), *said]:
        print(f"           {sentence}")
    return 0
