"""Exactly what goes onto a handheld's drive, or straight onto the drive itself.

A drive is a folder with CircuitPython's ``boot_out.txt``; anything else must be new, empty or an earlier bundle.
"""

import re
import shutil
from pathlib import Path

from firmware.board.boards import BUTTON_NAMES, DRIVE_BUTTON, standard_wiring
from host_sim.making import drive_write
from host_sim.making.board_code import prepare
from host_sim.making.bundle_imports import BundleError, libraries

ROOT = Path(__file__).resolve().parents[2]
README = "README.txt"
SETTINGS = "settings.toml"
SETTINGS_SOURCE = "settings.toml.example"
FIRST_LINE = "James Bond for handhelds: what is on this drive"
PROGRAMS = ("boot.py", "code.py")
NO_MEMORY = (
    "this board has no PSRAM: by what can be measured without one its memory just holds the game, but nobody has "
    "tried; a board with PSRAM has room to spare"
)
LEAVE_FREE = 0.85
DIRECTORY_ROOM = 32 * 1024  # for the folders of a second copy
CLUSTER = 4096  # counted for each file; FAT's real clusters on these drives are no larger
OWN_FOLDERS = ("firmware", "lib")
NAMES = "names.txt"
_NAMES_HEAD = "What the short names of functions in an error message stand for (not needed for playing)"
_NAMES_TEXT = "names.txt        what the short names in an error message stand for\n"
_NOT_FOR_THE_DRIVE = {".bdf", ".svg", ".xcf", ".pyc", ".md"}

_README_TEXT = """{first}

This is a small wireless handheld for the card game James Bond (also Chanhassen or Atlantis), for two or three people
with a handheld each. Switch it on to play: one player opens a table, the others join it.

A plain start gives this drive to the game, so that it can save names, settings and scores: a computer can read it then
but not change it. To change something, hold the {button} button while switching on: the drive is the computer's
until the next start, and the game saves only in the chip.

If that button doesn't answer: press reset, and press it once more while the board's lamp blinks yellow. That is
CircuitPython's safe mode, in which the drive is the computer's too.

{names}settings.toml    your name, language, wiring: change it, then press reset
saved.dat        what the game has saved (made by the game; delete it and the chip's copy comes back)
boot.py          decides who may write this drive
code.py          starts the game
firmware/        the game, MIT License (fonts/LICENSE.txt: the fonts have their own)
lib/             libraries by Adafruit and others, MIT License; each file names its authors{compiled}

Made for the board {board}.
"""


def firmware_files(root=ROOT):
    """Every file of the project that goes onto a drive, by its path there. Raises BundleError if one is missing."""
    files = {}
    for name in PROGRAMS:
        files[Path(name)] = root / name
    for path in sorted((root / "firmware").rglob("*")):
        inside = path.relative_to(root)
        hidden = any(part.startswith(".") or part == "__pycache__" for part in inside.parts)
        if path.is_file() and not hidden and path.suffix not in _NOT_FOR_THE_DRIVE:
            files[inside] = path
    files[Path(SETTINGS)] = root / SETTINGS_SOURCE
    for path in files.values():
        if not path.is_file():
            raise BundleError(f"{path} is missing")
    return files


def contents(board_id, compiler=None, root=ROOT):
    """What goes onto the drive of ``board_id``: {path: bytes}, paths as on the drive with ``/``."""
    files = firmware_files(root)
    sources = [
        (path.read_text(encoding="utf-8"), _package_of(inside))
        for inside, path in files.items()
        if inside.suffix == ".py"
    ]
    for inside, path in libraries(sources, board_id).items():
        files[Path("lib") / inside] = path
    if compiler is None:
        bundle = {inside.as_posix(): path.read_bytes() for inside, path in sorted(files.items())}
    else:
        bundle = _compiled(files, compiler)
    text = _README_TEXT.format(
        first=FIRST_LINE,
        button=BUTTON_NAMES[DRIVE_BUTTON],
        board=board_id,
        compiled=f"\n\nThe .mpy files are {compiler.said}." if compiler else "",
        names=_NAMES_TEXT if NAMES in bundle else "",
    )
    # For Notepad too.
    bundle[README] = text.replace("\n", "\r\n").encode("utf-8")
    return bundle


def _compiled(files, compiler):
    """The files with every module compiled. boot.py and code.py stay sources, as CircuitPython looks for them by these
    names; but where what they import has changed, they change with it."""
    bundle = {}
    own = {}
    for inside, path in sorted(files.items()):
        name = inside.as_posix()
        if inside.suffix != ".py":
            bundle[name] = path.read_bytes()
        elif inside.parts[0] == "lib":
            bundle[name[:-3] + ".mpy"] = compiler.compile(path.read_text(encoding="utf-8"), name)
        else:
            own[name] = path.read_text(encoding="utf-8")
    if compiler.is_small:
        own, told = prepare(own)
        lines = (f"{short:<6} {' or '.join(names)}" for short, names in sorted(told.items()))
        bundle[NAMES] = "\r\n".join([_NAMES_HEAD, *lines, ""]).encode("utf-8")
    for name, text in own.items():
        if name in PROGRAMS:
            bundle[name] = text.encode("utf-8")
        else:
            bundle[name[:-3] + ".mpy"] = compiler.compile(text, name)
    return bundle


def _package_of(inside):
    return ".".join(inside.parts[:-1])


def room_needed(sizes):
    """Bytes that files of ``sizes`` take on a drive, each rounded up to a whole cluster."""
    return sum(-(-size // CLUSTER) * CLUSTER for size in sizes)


def is_drive(folder):
    """True if CircuitPython runs on whatever ``folder`` is the drive of."""
    return (folder / "boot_out.txt").is_file()


def board_of_drive(folder):
    """The board id that ``boot_out.txt`` names, or ""."""
    match = re.search(r"Board ID:\s*(\S+)", (folder / "boot_out.txt").read_text(encoding="utf-8", errors="replace"))
    return match[1] if match else ""


def is_bundle(folder):
    """True if ``folder`` was written by this command."""
    try:
        with open(folder / README, encoding="utf-8", errors="replace") as file:
            return file.readline().rstrip("\r\n") == FIRST_LINE
    except OSError:
        return False


def check_target(folder):
    """Raise BundleError unless ``folder`` is new, empty, an earlier bundle or a drive."""
    if not folder.exists() or is_drive(folder):
        return
    if not folder.is_dir():
        raise BundleError(f"{folder} is a file, not a folder")
    if any(folder.iterdir()) and not is_bundle(folder):
        raise BundleError(f"{folder} holds other things and is no bundle: name a new or an empty folder")


def write(folder, bundle):
    """Write ``bundle`` into ``folder``. Returns sentences about what was kept.

    Files of an earlier bundle that are not in this one any more are removed; on a drive only those inside
    ``firmware/``, since ``lib/`` may hold somebody else's libraries.
    """
    if is_drive(folder):
        return _write_drive(folder, bundle)
    ours = is_bundle(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in OWN_FOLDERS if ours else OWN_FOLDERS[:1]:
        for path in _others(folder, name, bundle):
            path.unlink()
        _remove_empty(folder / name)
    for name, data in bundle.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return []


def _write_drive(folder, bundle):
    said = []
    if drive_write.finish(folder):
        said.append("an earlier run that was interrupted is put in place first")
    if not is_bundle(folder):
        said += _put_aside(folder, bundle)
    keep = []
    if (folder / SETTINGS).is_file():
        keep.append(SETTINGS)
        said.append(f"{SETTINGS} on the drive is kept as it is")
    remove = [path.relative_to(folder).as_posix() for path in _others(folder, OWN_FOLDERS[0], bundle)]
    remove += [name for name in _twins(bundle) if (folder / name).is_file()]
    needed = room_needed(len(data) for data in bundle.values())
    has_room = needed + DIRECTORY_ROOM <= shutil.disk_usage(folder).free
    drive_write.put_on_drive(folder, bundle, keep, remove, has_room)
    _remove_empty(folder / OWN_FOLDERS[0])
    return said


def _put_aside(folder, bundle):
    """Keep programs that somebody else left on the drive."""
    said = []
    for name in PROGRAMS:
        path = folder / name
        if path.is_file() and path.read_bytes() != bundle[name] and b"Hello World" not in path.read_bytes():
            (folder / (name + ".before")).write_bytes(path.read_bytes())
            said.append(f"{name} found on the drive is kept as {name}.before")
    return said


def _others(folder, name, bundle):
    """Files in the folder ``name`` that an earlier bundle has left."""
    files = [path for path in sorted((folder / name).rglob("*")) if path.is_file()]
    return [path for path in files if path.relative_to(folder).as_posix() not in bundle]


def _remove_empty(folder):
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _twins(bundle):
    """A library as .py hides the same one as .mpy, so the one not written now goes."""
    for name in bundle:
        for one, other in ((".py", ".mpy"), (".mpy", ".py")):
            if name.startswith("lib/") and name.endswith(one):
                yield name[: -len(one)] + other


def leaves_room(bundle, board_id):
    """Whether ``bundle`` leaves 15 % of the board's drive free, for what the game saves and the maker adds."""
    return room_needed(len(data) for data in bundle.values()) <= LEAVE_FREE * standard_wiring(board_id).drive_bytes


def check_room(folder, bundle, board_id):
    """Raise BundleError if ``bundle`` doesn't fit the board's drive, or the free space of the drive it goes to.

    Returns (needed, room) in bytes.
    """
    needed = room_needed(len(data) for data in bundle.values())
    room = standard_wiring(board_id).drive_bytes
    if needed > room:
        raise BundleError(f"{needed} bytes are needed, but the drive of {board_id} has {room}: try --mpy")
    if is_drive(folder):
        old = [path for name in bundle if (path := folder / name).is_file()]
        free = shutil.disk_usage(folder).free + room_needed(path.stat().st_size for path in old)
        if needed > free:
            raise BundleError(f"{needed} bytes are needed, but {folder} has {free} free: delete something on it")
    return needed, room
