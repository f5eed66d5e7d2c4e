"""How much memory the firmware takes, measured on device VMs; part of ``python3 -m host_sim bench``.

``alloc_bytes_hot`` is counted on the MicroPython VM with ``gc.mem_alloc`` around every act, wish and step of links in
play. The heap is counted on the 32-bit WASM VM, made as ``bundle`` does for the board without PSRAM, after a
collection: what is there while a round runs, with pages, knocking and whatever else only the time between rounds needs
forgotten (firmware/spare.py). Rooms are told apart with every module in a file of its own; the last row of the table is
what joining them saves.

What the VM can't know: hardware modules and displayio are empty shapes there, so their objects (TileGrids, the radio's
ring, ...) and all bitmaps are not in these figures; memory_floor.py adds them up.
"""

import re
import sys
import tempfile
from pathlib import Path

from host_sim.bootstrap import ROOT
from host_sim.making.board_code import JOINED, prepare
from host_sim.making.compiler import Compiler
from host_sim.measure import device_vm, wasm_vm

HEAP_BUDGET_RULES_LINK = 49152
HEAP_BUDGET_FIRMWARE = 98304

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Adafruit's libraries in the bundle that the default board loads.
_LIBRARIES = ("adafruit_ticks.py", "adafruit_ili9341.py")
_GAMES = ("link_game", "handheld_round", "measured")
_SEEDS = (5, 6, 7)

# Everything but what is measured goes, as on a handheld there is one; the VM keeps names and code that it has seen.
_GAME = """
import sys
import firmware.rules
from firmware.rules.layout import COUNTDOWN, LOBBY, MATCH_OVER, ROUND_OVER, RUNNING
import handheld_round
game = handheld_round.Round({seed}, {is_whole})
{play}
measured = game.cut()
link = game.seats[0].link
assert link.table.phase == {phase}, link.table.phase
game = words = None
for name in ("handheld_round", "link_game", "firmware.rules.computer"):
    del sys.modules[name]
del handheld_round, firmware.rules.computer
"""
_ROUND = ("RUNNING", "game.open()\ngame.run_to(9, 8000)")
# What can be on screen, the phase that goes with it, and how it comes there.
PAGES = ("title", "settings", "name", "self_test", "statistics")
_TO_THE_LOBBY = "game.run_to(9, 300)\ngame.seats[0].link.open_table(True, 1)\ngame.run_to(9, 250)"
_TO_AN_END = "game.open()\ngame.run_to({}, 1000000)\ngame.run_to(9, {})"
_TO_A_PAGE = "game.handheld.face.go({!r}, game.ticks())\ngame.run_to(9, 300)"
MOMENTS = {
    **{page: ("LOBBY", _TO_A_PAGE.format(page)) for page in PAGES},
    "tables": ("LOBBY", "game.run_to(9, 300)\ngame.seats[0].link.listen()\n" + _TO_A_PAGE.format("tables")),
    "lobby": ("LOBBY", _TO_THE_LOBBY),
    "knock": ("LOBBY", _TO_THE_LOBBY + "\ngame.seats[0].link.knocker = 'P1'\ngame.run_to(9, 220)"),
    "countdown": ("COUNTDOWN", "game.open(COUNTDOWN)\ngame.run_to(9, 300)"),
    "table": _ROUND,
    "menu": ("RUNNING", _ROUND[1] + "\ngame.handheld.face.open_menu(game.ticks())\ngame.run_to(9, 300)"),
    "round_result": ("ROUND_OVER", "game.best_of = 3\n" + _TO_AN_END.format("ROUND_OVER", 150)),
    "match_result": ("MATCH_OVER", _TO_AN_END.format("MATCH_OVER", 300)),
}

# The names of the game, of the measuring and of the computer player stay in the VM for good: they are there before. So
# are shapes of the hardware. The VM's heap grows, so it has to say that it is short (firmware/spare.py).
_BEFORE = """
import gc, sys, measured, shapes, supervisor
shapes.stand_in()
for name in {names!r}.split():
    getattr(sys, name, None)
class Short:
    collect = gc.collect
    mem_alloc = gc.mem_alloc
    disable = gc.disable
    mem_free = lambda: 100_000
sys.modules["gc"] = Short
"""


class Room:
    """``heap`` bytes that a room takes once everything listed before it is there."""

    def __init__(self, name, heap):
        self.name = name
        self.heap = heap


def measure(is_compiled=True):
    """The figures of the budget table (design.md, "Budgets") and where they come from, as a dict: ``alloc_bytes_hot``,
    ``heap_rules_link_bytes``, ``heap_firmware_bytes``, ``alloc_samples`` (acts, wishes and steps looked at),
    ``rooms``, a list of ``Room``, and ``moments``, the heap at each of MOMENTS by name.

    ``is_compiled`` False loads the sources instead, as a bundle without ``--mpy`` does. Raises device_vm.NoDeviceVM or
    wasm_vm.NoWasmVM with a sentence about what is missing.
    """
    largest, samples = hot_allocations()
    rooms = rooms_on_32_bit(is_compiled)
    return {
        "alloc_bytes_hot": largest,
        "alloc_samples": samples,
        "heap_rules_link_bytes": rules_link_on_32_bit(is_compiled),
        "heap_firmware_bytes": sum(room.heap for room in rooms),
        "rooms": rooms,
        "moments": moments_on_32_bit() if is_compiled else {},
    }


def table(rooms):
    """The rooms as lines of text."""
    lines = [f"{'room':<28}{'bytes':>8}"]
    lines += [f"{room.name:<28}{room.heap:>8}" for room in rooms]
    lines.append(f"{'together':<28}{sum(room.heap for room in rooms):>8}")
    return "\n".join(lines)


def hot_allocations():
    """The largest number of bytes that one act, wish, snapshot or frame of wishes allocated, and how many were seen."""
    largest = samples = 0
    for line in device_vm.run(device_vm.PROGRAMS / "rules_alloc.py", heap="256k").splitlines():
        name, number = line.split()
        if name not in ("phase", "warm-up"):
            largest = max(largest, int(number))
            samples += 1
    for line in device_vm.run(device_vm.PROGRAMS / "link_alloc.py", heap="1m").splitlines():
        kind, *words = line.split()
        if kind == "wish" or (kind == "step" and words[0] in ("none", "SNAPSHOT", "WISHES")):
            largest = max(largest, int(words[2]))
            samples += int(words[1])
    return largest, samples


def rules_link_on_32_bit(is_compiled=True):
    """The heap that rules, link and a link in a running round take together, bytes."""
    games = [_game(_ROUND, seed, is_whole=False) for seed in _SEEDS]
    drive = _Drive(games, is_compiled, device_vm.LINK_ALONE["joined"])
    return min(drive.rooms([number])[0] for number in range(len(games)))


def rooms_on_32_bit(is_compiled=True):
    """The rooms of the firmware with the heap that each takes, in the order in which they are loaded, and the objects
    of a handheld in a running round, less the code that went after the start. With ``is_compiled``, the last one is
    what joining modules saves: less than nothing."""
    steps = {
        "libraries": "import adafruit_ticks, struct, hashlib, binascii, adafruit_ili9341",
        "rules": "import firmware.rules.table",
        "link": "import firmware.link.link",
        "words": "import firmware.words\nwords = firmware.words.load('de')",
        "screens, thinking": "import firmware.screens.face, firmware.screens.pages",
        "screens, drawing": "import firmware.screens.pictures",
        "board": "import firmware.board.parts",
        "handheld": "import firmware.handheld",
        "a handheld in a round": _game(_ROUND, _SEEDS[0]),
    }
    heap = _Drive([*steps.values()], is_compiled, {}).rooms(range(len(steps)))
    rooms = [Room(*each) for each in zip(steps, heap, strict=True)]
    if is_compiled:
        games = [_game(_ROUND, seed) for seed in _SEEDS]
        drive = _Drive(games, is_compiled, JOINED)
        whole = min(drive.rooms([number])[0] for number in range(len(games)))
        rooms.append(Room("modules joined", whole - sum(heap)))
    return rooms


def moments_on_32_bit():
    """The heap of the whole firmware at each of MOMENTS, bytes by name, as the bundle for the board without PSRAM."""
    drive = _Drive([_game(moment, _SEEDS[0]) for moment in MOMENTS.values()], True, JOINED)
    return {name: drive.rooms([number])[0] for number, name in enumerate(MOMENTS)}


def _game(moment, seed, is_whole=True):
    """The program that brings a handheld (or with ``is_whole`` False, a link) to a moment."""
    phase, play = moment
    return _GAME.format(seed=seed, is_whole=is_whole, play=play, phase=phase)


class _Drive:
    """The firmware, made together with pieces of program that play with it."""

    def __init__(self, steps, is_compiled, joined):
        texts = {there[1:]: here.read_text(encoding="utf-8") for there, here in wasm_vm.firmware_files()}
        texts |= {f"{name}.py": (device_vm.PROGRAMS / f"{name}.py").read_text(encoding="utf-8") for name in _GAMES}
        texts |= {f"step_{number}.py": step for number, step in enumerate(steps)}
        self._compiler = None
        if is_compiled:
            self._compiler = Compiler(None, is_small=True)
            texts, _ = prepare(texts, joined=joined)
        self._before = _BEFORE.format(names=" ".join(_names_of_the_game(texts)))
        self._steps = [texts.pop(f"step_{number}.py") for number in range(len(steps))]
        self._files = {f"/{path}": text for path, text in texts.items()}
        for there, here in _library_files():
            self._files[there] = here.read_text(encoding="utf-8")
        for name in ("shapes", "board"):
            self._files[f"/lib/{name}.py"] = (device_vm.PROGRAMS / f"{name}.py").read_text(encoding="utf-8")
        self._files["/lib/supervisor.py"] = device_vm.SUPERVISOR
        if self._compiler:
            self._files = {
                there[:-3] + ".mpy": self._compiler.compile_for_vm(text, there[1:])
                for there, text in self._files.items()
            }

    def rooms(self, numbers):
        """The heap that each of the steps with these numbers takes, one after the other on a fresh VM."""
        marked = []
        for step in [self._before, *(self._steps[number] for number in numbers)]:
            marked += [step, "print('heap', gc.mem_alloc())"]
        with tempfile.TemporaryDirectory() as folder:
            files = list(wasm_vm.firmware_data())
            for number, (there, content) in enumerate(self._files.items()):
                here = Path(folder) / str(number)
                here.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
                files.append((there, here))
            output = wasm_vm.run(marked, files)
        heap = [int(line.split()[1]) for line in output.splitlines() if line.startswith("heap ")]
        return [later - earlier for earlier, later in zip(heap, heap[1:], strict=False)]


def _names_of_the_game(texts):
    """Names in the programs here, but not in the firmware's own."""
    game = set()
    own = set()
    for path, text in texts.items():
        is_own = path.startswith("firmware/") and "computer" not in path
        (own if is_own else game).update(_NAME.findall(text))
    return sorted(game - own)


def _library_files():
    import adafruit_ticks

    packages = Path(adafruit_ticks.__file__).parent
    files = []
    for name in _LIBRARIES:
        for file in [packages / name] if name.endswith(".py") else sorted((packages / name).glob("*.py")):
            files.append((f"/lib/{file.relative_to(packages).as_posix()}", file))
    return files


def main():
    """Print the figures and the table room by room."""
    try:
        figures = measure("--sources" not in sys.argv)
    except (device_vm.NoDeviceVM, wasm_vm.NoWasmVM) as error:
        print(error)
        return 1
    print(table(figures.pop("rooms")))
    for name, heap in figures.pop("moments").items():
        print(f"at {name:<25}{heap:>8}")
    for key, value in figures.items():
        print(f"{key} {value}")
    return 0


if __name__ == "__main__":
    assert ROOT.is_dir()
    sys.exit(main())
