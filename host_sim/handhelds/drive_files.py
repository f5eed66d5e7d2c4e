"""What lies on a simulated handheld's drive (CIRCUITPY): copies of the program, as a maker drags them over."""

import shutil
import tomllib

from host_sim.bootstrap import ROOT

SETTINGS = "settings.toml"


PROGRAM = ("boot.py", "code.py", "firmware", "lib")


def is_this_game(source):
    """True for a folder with this project's firmware: the checkout, or a bundle. Anything else is another program, all
    of whose files go onto the drive, except tests."""
    return (source / "firmware").is_dir()


def fill(folder, name, source=ROOT):
    """Copy the program in ``source`` onto the empty drive ``folder``, with settings for a player called ``name``.

    A ``settings.toml`` in ``source`` is taken as it is, except that a player without a name gets one.
    """
    folder.mkdir(parents=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for path in [source / item for item in PROGRAM] if is_this_game(source) else source.iterdir():
        if path.name == SETTINGS or path.name.startswith((".", "test_")):
            continue
        if path.is_dir():
            shutil.copytree(path, folder / path.name, ignore=ignored)
        elif path.exists():
            shutil.copy(path, folder / path.name)
    (folder / "lib").mkdir(exist_ok=True)
    settings = source / SETTINGS
    text = settings.read_bytes() if settings.exists() else b""
    if not any(line.split(b"=")[0].strip() == b"PLAYER_NAME" for line in text.splitlines()):
        text = f'PLAYER_NAME = "{name}"\n'.encode() + text
    (folder / SETTINGS).write_bytes(text)


def complaint(source=ROOT):
    """What is wrong with the ``settings.toml`` in ``source``, as a sentence, or an empty string."""
    settings = source / SETTINGS
    try:
        tomllib.loads(settings.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ""
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return f"{settings} can't be read ({error}): the handhelds take what they can of it and their defaults else"
    return ""


def why_not(source):
    """Why no handheld can start from the folder ``source``, as a sentence, or an empty string."""
    if not source.is_dir():
        return f"there is no folder {source}"
    if not (source / "code.py").is_file():
        return f"{source} has no code.py, so it is no bundle: make one with python3 -m host_sim bundle {source}"
    if any((source / "firmware").glob("*.mpy")):
        return (
            f"{source} is compiled for a board, and this computer's Python can't run .mpy files: make a bundle without "
            "--mpy (--no-mpy for the board without PSRAM)"
        )
    return ""
