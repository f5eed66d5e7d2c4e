"""``boot.py``: who may write the drive, and that nothing can lock the computer out."""

import runpy
from pathlib import Path

import pytest

from firmware.board.boards import BOARD_IDS
from tests.board.desk import Desk

BOOT = Path(__file__).resolve().parents[2] / "boot.py"
KEYS = 7
Z = 6


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    settings = {}
    monkeypatch.setattr("os.getenv", lambda key, default=None: settings.get(key, default))
    return settings


def boot(desk):
    runpy.run_path(str(BOOT), run_name="__main__")
    desk.device.booting = False


def game_may_write(desk):
    return not desk.device.drive_readonly


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_a_plain_start_lets_the_game_save_and_hides_nothing(board_id):
    desk = Desk(board_id)
    boot(desk)
    assert game_may_write(desk) and desk.device.usb_drive


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_z_held_gives_the_drive_to_the_computer(board_id, capsys):
    desk = Desk(board_id)
    desk.device.set_key(Z, True)
    boot(desk)
    assert not game_may_write(desk) and "Z is held" in capsys.readouterr().out


def test_other_keys_do_not(desk):
    for key in range(KEYS):
        if key != Z:
            desk.device.set_key(key, True)
    boot(desk)
    assert game_may_write(desk)


def test_the_pin_is_free_again_for_the_buttons(desk):
    boot(desk)
    assert desk.device.pins_in_use == {}
    desk.device.set_key(Z, True)
    boot(desk)
    assert desk.device.pins_in_use == {}


def test_z_may_be_wired_elsewhere(no_settings):
    no_settings["BUTTON_Z"] = "D5"
    desk = Desk(BOARD_IDS[1])
    # The simulated Z is on its table's pin, so the drive button now is one that nobody holds.
    desk.device.set_key(Z, True)
    boot(desk)
    assert game_may_write(desk)


@pytest.mark.parametrize("key, value", [("BUTTON_Z", "D99"), ("BUTTON_UP", "nonsense"), ("DISPLAY_MHZ", "fast")])
def test_a_wrong_setting_leaves_the_drive_to_whoever_can_mend_it(no_settings, key, value, capsys):
    no_settings[key] = value
    desk = Desk(BOARD_IDS[1])
    boot(desk)
    assert not game_may_write(desk) and key in capsys.readouterr().out


def test_an_unknown_board_leaves_the_drive_to_the_computer(desk, monkeypatch):
    import board

    monkeypatch.setattr(board, "board_id", "toaster", raising=False)
    boot(desk)
    assert not game_may_write(desk)


@pytest.mark.parametrize("broken", ["digitalio.DigitalInOut", "storage.remount", "firmware.board.boards.wiring_of"])
def test_whatever_breaks_leaves_the_drive_to_the_computer(desk, monkeypatch, broken):
    import digitalio  # noqa: F401 - looked up by name below
    import storage  # noqa: F401

    def fail(*arguments, **options):
        raise RuntimeError("broken")

    monkeypatch.setattr(broken, fail)
    boot(desk)
    assert not game_may_write(desk)


def test_noise_in_sleep_memory_is_no_wish(desk):
    for _ in range(20):
        desk.device.power_on()
        boot(desk)
        assert game_may_write(desk)


def test_the_store_sees_whose_drive_it_is(tmp_path):
    from firmware.board.start import open_store
    from firmware.board.store import DRIVE_COMPUTER, DRIVE_GAME

    desk = Desk(folder=tmp_path)
    boot(desk)
    assert open_store().drive == DRIVE_GAME
    desk.device.power_on()
    desk.device.set_key(Z, True)
    boot(desk)
    assert open_store().drive == DRIVE_COMPUTER
