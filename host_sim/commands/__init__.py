"""Which command the command line names, what packages it needs, and who runs it."""

import contextlib
import errno
import importlib
import importlib.util
import os
import sys
from dataclasses import dataclass

from host_sim import bootstrap
from host_sim.commands import options


@dataclass(frozen=True)
class Command:
    """A sub-command: its word, the module whose ``main(argv)`` runs it, and the packages it needs."""

    name: str
    module: str
    summary: str
    groups: tuple[str, ...]


_NO_ROOM = {
    errno.ENOSPC: "free some room, or set TMPDIR to a folder on another disk, and start again",
    errno.EDQUOT: "free some room, or set TMPDIR to a folder on another disk, and start again",
    errno.EROFS: "name a folder that can be written",
    errno.EACCES: "name a folder that you may write",
}

COMMANDS = (
    Command("test", "host_sim.commands.test", "run the tests", (bootstrap.PLAY, bootstrap.TEST)),
    Command("bench", "host_sim.commands.bench", "measure what the budgets name", (bootstrap.PLAY, bootstrap.TEST)),
    Command("world", "host_sim.commands.world", "many handhelds on virtual time, with faults", (bootstrap.PLAY,)),
    Command(
        "bundle",
        "host_sim.commands.bundle",
        "write what goes onto a handheld's drive",
        (bootstrap.PLAY, bootstrap.TEST),
    ),
)


def available():
    """The commands whose module exists."""
    return [command for command in COMMANDS if importlib.util.find_spec(command.module)]


def run(argv):
    """Run the command that ``argv`` (without the program's name) asks for. Returns the exit status.

    What no command can help is told here in a sentence: nobody reads the output any more, or there is no room for it.
    """
    try:
        status = _run(argv)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # As `... --json | head -0`. What is still to be written at the end of Python goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        where = f" ({error.filename})" if error.filename else ""
        with contextlib.suppress(OSError):
            print(f"host_sim: {error.strerror}{where}: {_NO_ROOM[error.errno]}", file=sys.stderr)
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(argv):
    for command in available():
        if argv and argv[0] == command.name:
            status = bootstrap.ensure(command.groups, argv)
            if status is not None:
                return status
            return importlib.import_module(command.module).main(argv[1:])
    if argv and argv[0] == "play":
        argv = argv[1:]
    # Read before anything is installed: a wrong option is told at once.
    wanted = options.parse(argv, [(command.name, command.summary) for command in available()])
    status = bootstrap.ensure((bootstrap.PLAY,), argv)
    if status is not None:
        return status
    from host_sim.commands import play

    return play.main(wanted)
