"""Which command the command line names, what packages it needs, and who runs it."""

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
    """Run the command that ``argv`` (without the program's name) asks for. Returns the exit status."""
    for command in available():
        if argv and argv[0] == command.name:
            status = bootstrap.ensure(command.groups, argv)
            if status is not None:
                return status
            return importlib.import_module(command.module).main(argv[1:])
    if argv and argv[0] == "play":
        argv = argv[1:]
    if os.name != "posix":
        print("host_sim: simulated handhelds need Linux or macOS; on Windows start this in WSL", file=sys.stderr)
        return 1
    # Read before anything is installed: a wrong option is told at once.
    wanted = options.parse(argv, [(command.name, command.summary) for command in available()])
    status = bootstrap.ensure((bootstrap.PLAY,), argv)
    if status is not None:
        return status
    from host_sim.commands import play

    return play.main(wanted)
