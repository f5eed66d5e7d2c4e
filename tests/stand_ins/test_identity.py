"""The package: one identity for each stand-in, and the same names and signatures as on the device."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_a_stand_in_is_one_module_however_it_is_imported():
    import espnow

    from host_sim.stand_ins import espnow as by_package

    assert by_package is espnow
    with pytest.raises(ImportError):
        __import__("host_sim.stand_ins.espnow")


def test_unknown_names_are_refused():
    from host_sim import stand_ins

    with pytest.raises(AttributeError):
        stand_ins.rp2pio  # noqa: B018


def test_signatures_agree_with_circuitpython_stubs(tmp_path):
    command = [sys.executable, str(ROOT / "host_sim" / "checks" / "stand_ins_check.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
