"""Writes a bundle onto a drive so that what is there is the old game or the new one, never half of each, also if the
drive fills up or is pulled in the middle.

The new files are first written into the folder ``new`` beside the old game, and only when all of them lie there they
are put in place, by renaming: moments, in which nothing is written that could be too large. A marker says that this has
begun; whoever finds it (``finish``) goes on with it. A drive without room for both games gets file after file, and the
old game back if that fails; if the drive is gone by then, nothing starts from it, and the sentence says so.
"""

import errno
import os
import shutil

from host_sim.making.bundle_imports import BundleError

STAGE = "new"
MARKER = "new/all-is-here.txt"
CODE = "code.py"
_END = "(end)"
_STILL_OLD = "the game that was on the drive before is still there, whole"
_NEITHER = "there is no whole game on the drive now and nothing starts from it: put it in again and run this again"
_GOES_ON = "the new game lies there whole, but isn't in place yet: put the drive in again and run this again"


def put_on_drive(folder, bundle, keep, remove, has_room):
    """Write ``bundle`` ({path: bytes}) onto the drive ``folder``, except the paths in ``keep``; the files ``remove``
    go. ``has_room``: both games fit beside each other. Raises BundleError, a sentence that says which game is there."""
    wanted = {name: data for name, data in bundle.items() if name not in keep}
    if has_room:
        _beside(folder, wanted, remove)
    else:
        _in_place(folder, wanted, remove)


def finish(folder):
    """Put in place what an interrupted run had written whole, and clear away what it hadn't. True if it was whole."""
    stage = folder / STAGE
    marker = folder / MARKER
    lines = marker.read_text(encoding="utf-8").splitlines() if marker.is_file() else []
    is_whole = _END in lines  # or the drive was pulled while the marker was being written
    if is_whole:
        _move(folder, lines[: lines.index(_END)])
    if stage.is_dir():
        shutil.rmtree(stage)
    return is_whole


def _beside(folder, wanted, remove):
    stage = folder / STAGE
    try:
        for name, data in wanted.items():
            _write(stage / name, data)
        _write(folder / MARKER, "\n".join([*remove, _END]).encode("utf-8"))
    except OSError as error:
        shutil.rmtree(stage, ignore_errors=True)
        if error.errno == errno.EROFS:
            raise  # the game's drive, not the computer's: who calls knows what to do
        raise BundleError(f"{error.strerror} ({folder}): {_STILL_OLD}") from error
    try:
        _move(folder, remove)
        shutil.rmtree(stage)
    except OSError as error:
        raise BundleError(f"{error.strerror} ({folder}): {_GOES_ON}") from error


def _move(folder, remove):
    """``code.py`` goes first and comes last: without it nothing starts."""
    stage = folder / STAGE
    files = sorted(path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file())
    files = [name for name in files if f"{STAGE}/{name}" != MARKER]
    if CODE in files:
        (folder / CODE).unlink(missing_ok=True)
    for name in remove:
        (folder / name).unlink(missing_ok=True)
    for name in sorted(files, key=lambda name: name == CODE):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(stage / name, folder / name)


def _in_place(folder, wanted, remove):
    """With a copy of the old game in this computer's memory. ``code.py`` goes first and comes last."""
    before = {}
    for name in [*wanted, *remove]:
        if (folder / name).is_file():
            before[name] = (folder / name).read_bytes()
    (folder / CODE).unlink(missing_ok=True)
    try:
        _fill(folder, wanted, remove)
    except OSError as error:
        try:
            _fill(folder, before, [name for name in wanted if name not in before])
        except OSError:
            raise BundleError(f"{error.strerror} ({folder}): {_NEITHER}") from error
        raise BundleError(f"{error.strerror} ({folder}): {_STILL_OLD}") from error


def _fill(folder, files, remove):
    for name in remove:
        (folder / name).unlink(missing_ok=True)
    for name in sorted(files, key=lambda name: name == CODE):
        _write(folder / name, files[name])


def _write(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
