"""What is done to the firmware's sources before they are compiled for the board without PSRAM: the same program, in
less memory. That board is the one that the memory budgets are measured for; all others get the sources as they are."""

from host_sim.making.board_code.frequent_first import say_frequent_first
from host_sim.making.board_code.inline_constants import inline
from host_sim.making.board_code.join_modules import join
from host_sim.making.board_code.module_tree import read_modules, write_modules
from host_sim.making.board_code.share_attributes import share
from host_sim.making.board_code.short_names import shorten

# Files of many modules, and the modules that each begins with. The board's parts come first: the radio must be had
# before everything else (device-facts.md, "Memory and language").
JOINED = {
    "firmware.board.joined": [
        "firmware.board.parts",
        "firmware.board.buttons",
        "firmware.board.power",
        "firmware.board.saved",
        "firmware.board.watch",
    ],
    "firmware.joined": ["firmware.handheld", "firmware.screens.pictures", "firmware.screens.paper"],
}
# These stay sources on the drive, and makers read them.
_READABLE = ("boot", "code")


def prepare(sources, joined=JOINED):
    """``sources``: text of each file by its path on the drive ("firmware/link/link.py"), everything that is imported
    from each other together. Returns the files to be compiled instead, and {short name of a function: [what it was]}.

    ``joined``: {file: modules that it begins with}. Raises SyntaxError, join_modules.JoinError.
    """
    modules = read_modules(sources)
    inline(modules)
    methods = share(modules)
    modules = join(modules, joined)
    told = shorten(modules, _READABLE)
    for name in joined:
        say_frequent_first(modules[name])
    # Methods were given names twice.
    told = {short: [each for was in names for each in methods.get(was, [was])] for short, names in told.items()}
    return write_modules(modules), told
