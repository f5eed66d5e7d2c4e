"""What ``code.py`` builds: every part, or a problem and a sentence, never an exception."""

import pytest

from firmware.board.boards import BOARD_IDS
from firmware.telling import sentences
from tests.board.desk import Desk


def build(settings=None, **options):
    from firmware.board.parts import Parts

    return Parts(with_display=False, getenv=(settings or {}).get, **options)


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_all_is_well(board_id):
    Desk(board_id)
    parts = build()
    assert (parts.problem, parts.trouble, parts.radio.problem, parts.complaints) == (0, [], 0, [])
    assert parts.keys is not None
    assert parts.store.name == "Player 03" and parts.store.language == "en"
    assert 0 < parts.clock.ticks_ms() < 1 << 29 and 0 <= parts.clock.random32() < 1 << 32


def test_the_same_program_can_start_again_without_a_reset(desk):
    build()
    desk.device.reload()
    assert build().problem == 0


@pytest.mark.parametrize("broken", [0x306A, RuntimeError("no"), MemoryError()])
def test_f9_a_radio_that_fails_takes_nothing_else_down(desk, broken):
    desk.device.air.broken = broken
    parts = build()
    assert parts.radio.problem and parts.problem == 0 and parts.keys is not None


def test_a_button_on_a_pin_in_use_is_a_sentence(desk, capsys):
    import board
    import digitalio

    from firmware.board.parts import NO_KEYS

    digitalio.DigitalInOut(board.BUTTON_O)
    parts = build()
    assert parts.problem == NO_KEYS and parts.keys is None
    (said,) = sentences(parts.trouble, "en")
    assert "BUTTON_" in said and said in capsys.readouterr().out


def test_an_unknown_board_says_what_to_set(monkeypatch, capsys):
    import board

    from firmware.board.parts import NO_BOARD

    desk = Desk(BOARD_IDS[1])
    monkeypatch.setattr(board, "board_id", "toaster", raising=False)
    parts = build()
    assert parts.problem == NO_BOARD and parts.keys is None
    (said,) = sentences(parts.trouble, "en")
    assert "BUTTON_UP" in said and "settings.toml" in said
    assert "toaster" in capsys.readouterr().out
    # With the pins set it plays.
    names = ("UP", "RIGHT", "DOWN", "LEFT", "O", "X", "Z")
    desk.device.reload()
    settings = {
        "BUTTON_" + name: pin for name, pin in zip(names, ("D11", "D12", "A0", "A1", "A2", "A3", "A4"), strict=True)
    }
    assert build(settings).keys is not None


def test_complaints_of_wiring_and_settings_are_together(desk):
    parts = build({"BUTTON_UP": "D99", "LANGUAGE": "xx", "PLAYER_NAME": "Bob"})
    assert len(parts.complaints) == 2 and parts.keys is not None and parts.store.name == "Bob"


class TestNameAndLanguage:
    """settings.toml wins when it was changed since the last save, what was set on the handheld wins otherwise."""

    @pytest.fixture
    def start(self, tmp_path):
        desk = Desk(folder=tmp_path)

        def start(**settings):
            desk.device.power_on()
            return build(settings)

        return start

    def test_settings_toml_counts_at_first(self, start):
        parts = start(PLAYER_NAME="Ada", LANGUAGE="fr")
        assert (parts.store.name, parts.store.language) == ("Ada", "fr")

    def test_what_was_set_on_the_handheld_stays(self, start):
        parts = start(PLAYER_NAME="Ada", LANGUAGE="fr")
        parts.store.name, parts.store.language = "Bea", "it"
        parts.store.save()
        again = start(PLAYER_NAME="Ada", LANGUAGE="fr")
        assert (again.store.name, again.store.language) == ("Bea", "it")

    def test_until_settings_toml_is_changed(self, start):
        parts = start(PLAYER_NAME="Ada", LANGUAGE="fr")
        parts.store.name = "Bea"
        parts.store.save()
        assert start(PLAYER_NAME="Cleo", LANGUAGE="fr").store.name == "Cleo"

    def test_a_line_taken_out_changes_nothing(self, start):
        parts = start(PLAYER_NAME="Ada")
        parts.store.save()
        assert start().store.name == "Ada"


def test_brightness_comes_from_settings_toml_or_the_last_time(desk):
    assert build({"BRIGHTNESS": "30"}).power._percent == 30
    desk.device.reload()
    assert build().power._percent == 80


def test_closing_frees_the_radio(desk):
    import espnow

    build().close()
    espnow.ESPNow().deinit()
