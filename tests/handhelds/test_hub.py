"""The hub and the handhelds' processes, with a small firmware of the tests' own."""

import os
import time

import pytest
from PIL import Image

from host_sim.air.ether import Ether
from host_sim.faces import headless
from host_sim.faces.screenshots import Screenshots, picture
from host_sim.game import report
from host_sim.game.james_bond import JamesBond
from host_sim.handhelds import hub as hub_module
from host_sim.handhelds.hub import Hub
from host_sim.handhelds.hub_faults import rules_of
from host_sim.handhelds.remote import LOST, OFF, ON, Remote
from host_sim.world.faults import parse
from tests.handhelds.small_table import DOWN, LEFT, UP, O, X, run_for, small_table, tap


def _is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_key_reaches_screen_and_radio(tmp_path):
    with small_table(tmp_path) as hub:
        one, two = hub.remotes
        run_for(hub, 300)
        assert picture(one).getpixel((5, 5)) == picture(two).getpixel((5, 5))
        tap(hub, one, O)
        assert picture(one).getpixel((160, 120))[2] > 200  # blue
        assert picture(two).getpixel((160, 120))[2] < 100
        assert one.screen == "key4"
        assert two.screen == "first"
        assert any(line.startswith("heard b'\\x04'") for line in two.serial())
        assert not any(line.startswith("heard") for line in one.serial())
        assert hub.ether.sent == {1: 1, 2: 0}


def _run_with_keys(folder):
    with small_table(folder, 3, seed=5) as hub:
        run_for(hub, 300)
        for remote, key in zip(hub.remotes, (O, X, O), strict=True):
            tap(hub, remote, key)
        figures = report.figures(hub, 5, "deshipu_ugame_s3")
        return figures, [remote.serial() for remote in hub.remotes]


def test_same_seed_same_run(tmp_path):
    first, second = _run_with_keys(tmp_path / "a"), _run_with_keys(tmp_path / "b")
    assert first == second
    assert first[0]["handhelds"][0]["frames_sent"] == 1


def test_a_killed_handheld_is_noticed_and_comes_back_with_its_nvm(tmp_path):
    with small_table(tmp_path) as hub:
        one, two = hub.remotes
        run_for(hub, 300)
        two.page.nvm[0:4] = b"safe"
        before = two.totals().spi_bytes
        two.kill()
        run_for(hub, 300)
        assert two.state == LOST
        assert two.problem == "handheld 2 (Ben) is off: its process ended (killed by SIGKILL)"
        assert "POWER_ON" in two.serial()[-1]
        tap(hub, one, O)  # the other plays on
        assert one.screen == "key4"
        hub.power_on(two)
        run_for(hub, 300)
        assert two.state == ON
        assert not two.problem
        assert two.serial()[-1].endswith("b'safe'")
        assert two.totals().spi_bytes > before
        tap(hub, one, X)
        assert any(line.startswith("heard b'\\x05'") for line in two.serial())


def test_power_off_darkens_the_screen(tmp_path):
    with small_table(tmp_path, 1) as hub:
        (one,) = hub.remotes
        run_for(hub, 300)
        assert picture(one).getextrema() != ((0, 0), (0, 0), (0, 0))
        hub.power_off(one)
        assert one.state == OFF
        assert picture(one).getextrema() == ((0, 0), (0, 0), (0, 0))
        run_for(hub, 100)


def test_a_reset_keeps_sleep_memory_and_nvm(tmp_path):
    with small_table(tmp_path) as hub:
        one = hub.remotes[0]
        run_for(hub, 300)
        tap(hub, one, DOWN)
        run_for(hub, 2000)
        assert one.state == ON
        assert one.serial()[-1] == "start microcontroller.ResetReason.SOFTWARE b'kept' b'kept'"


def test_a_program_that_ends_is_told_with_its_error(tmp_path):
    with small_table(tmp_path) as hub:
        one, two = hub.remotes
        run_for(hub, 300)
        tap(hub, one, UP)
        assert one.problem == ("handheld 1 (Ada) stands still: code.py ended with RuntimeError: UP was pressed")
        assert one.serial()[-1] == "RuntimeError: UP was pressed"
        tap(hub, two, O)
        assert two.screen == "key4"


def test_a_program_that_hangs_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(hub_module, "HANGS_AFTER_S", 0.3)
    source = tmp_path / "hangs"
    source.mkdir()
    (source / "code.py").write_text("while True:\n    pass\n")
    with small_table(tmp_path, 2, source=source) as hub:
        assert not hub.advance(100_000, time.monotonic() + 0.05)
        run_for(hub, 100)
        assert [remote.state for remote in hub.remotes] == [LOST, LOST]
        assert "did not pause" in hub.remotes[0].problem


def test_a_loop_that_waits_for_time_without_sleeping_moves_the_clock(tmp_path):
    source = tmp_path / "polls"
    source.mkdir()
    (source / "code.py").write_text(
        "from supervisor import ticks_ms\nstart = ticks_ms()\nwhile ticks_ms() < start + 50:\n    pass\nprint('done')"
    )
    with small_table(tmp_path, 1, source=source) as hub:
        run_for(hub, 200)
        assert hub.remotes[0].serial() == ["done"]


def test_processes_end_with_the_hub_even_without_a_word(tmp_path):
    with small_table(tmp_path) as hub:
        run_for(hub, 50)
        pids = [remote.pid for remote in hub.remotes]
        assert all(map(_is_there, pids))
        # As if the hub's process were gone: the pipes close.
        for remote in hub.remotes:
            remote._wire.close()
            remote._process.wait(timeout=5)
        assert not any(map(_is_there, pids))
        for remote in hub.remotes:
            remote.state = OFF


def test_screenshots_are_named_by_handheld_and_screen(tmp_path):
    shots = Screenshots(tmp_path / "shots")
    with small_table(tmp_path) as hub:
        hub.watchers.append(shots.news)
        for _ in range(10):
            run_for(hub, 50)
            shots.look(hub.remotes, hub.now_us)
        hub.key(hub.remotes[0], O, True)
        for _ in range(10):
            run_for(hub, 50)
            shots.look(hub.remotes, hub.now_us)
    names = sorted(path.name for path in (tmp_path / "shots").iterdir())
    assert names == ["1-first.png", "1-key4.png", "2-first.png"]
    assert Image.open(tmp_path / "shots/1-key4.png").getpixel((9, 9))[2] > 200
    assert Image.open(tmp_path / "shots/1-first.png").getpixel((9, 9))[2] < 100


def test_the_wrong_key_of_a_dead_handheld_does_nothing(tmp_path):
    with small_table(tmp_path, 1) as hub:
        run_for(hub, 50)
        hub.power_off(hub.remotes[0])
        hub.key(hub.remotes[0], LEFT, True)
        run_for(hub, 50)
        assert hub.remotes[0].state == OFF


@pytest.mark.parametrize("wrong", ['DISPLAY_CS = "D11"', 'DISPLAY_CS = "D11"\nDISPLAY_DC = "D11"'])
def test_a_handheld_without_buttons_or_display_is_told_with_what_its_serial_output_says(wrong, tmp_path, capsys):
    """A wrong wiring in settings.toml: its screen says so if it has one; we say so in any case, and don't wait."""
    remotes = [
        Remote(number, tmp_path, "adafruit_feather_esp32s3_4mbflash_2mbpsram", 3, 2, game=JamesBond())
        for number in (1, 2)
    ]
    for remote in remotes:
        (remote.folder / "drive/settings.toml").write_text(wrong + "\n")
    hub = Hub(remotes, Ether(3))
    try:
        for remote in remotes:
            hub.power_on(remote)
        assert not headless.run(hub, JamesBond(), 60_000_000)
        assert hub.now_us < 10_000_000
    finally:
        hub.close()
        for remote in remotes:
            remote.close()
    told = capsys.readouterr().err
    assert "handheld 1 (Ada) doesn't start the game" in told
    assert "BUTTON_UP and DISPLAY_CS are both on pin D11" in told
    assert "Traceback" not in told


def test_faults_of_the_air_hold_for_a_hub_whose_handhelds_count_from_one(tmp_path):
    with small_table(tmp_path) as hub:
        run_for(hub, 2000)
        for rule in rules_of(parse("partition=0>1@0-3"), 1):
            hub.ether.add(rule)
        tap(hub, hub.remotes[0], O)
        tap(hub, hub.remotes[1], X)
        assert "heard" not in "".join(hub.remotes[1].serial()) and "heard" in "".join(hub.remotes[0].serial())
        run_for(hub, 1000)
        tap(hub, hub.remotes[0], O)
        run_for(hub, 100)
        assert "heard" in "".join(hub.remotes[1].serial())
