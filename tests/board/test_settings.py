"""settings.toml: each key, each wrong value, and a file that can't be read."""

import pytest

from firmware.board.sentences import english
from firmware.board.settings import LANGUAGES, Settings, fit_name


def read(**values):
    return Settings(values.get)


def test_nothing_set_is_nothing_wrong():
    settings = read()
    assert (settings.name, settings.language, settings.brightness, settings.watchdog) == ("", "", None, True)
    assert settings.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language):
    assert read(LANGUAGE=language).language == language
    assert read(LANGUAGE=language.upper()).language == language


@pytest.mark.parametrize(
    "key, value, attribute, expected",
    [
        ("LANGUAGE", "xx", "language", ""),
        ("LANGUAGE", "english", "language", ""),
        ("LANGUAGE", 5, "language", ""),
        ("BRIGHTNESS", "bright", "brightness", None),
        ("BRIGHTNESS", "9", "brightness", None),
        ("BRIGHTNESS", "101", "brightness", None),
        ("WATCHDOG", "maybe", "watchdog", True),
    ],
)
def test_a_wrong_value_is_named_and_the_default_used(key, value, attribute, expected, capsys):
    settings = read(**{key: value})
    assert getattr(settings, attribute) == expected
    assert len(settings.complaints) == 1
    said = english(settings.complaints[0])
    assert key in said and str(value) in said and said in capsys.readouterr().out


def test_numbers_come_as_int_before_10_2():
    settings = read(BRIGHTNESS=50, PLAYER_NAME=7)
    assert (settings.brightness, settings.name, settings.complaints) == (50, "7", [])


@pytest.mark.parametrize(
    "text, fitted",
    [
        ("Ada", "Ada"),
        ("  Ada ", "Ada"),
        ("exactly12byt", "exactly12byt"),
        ("more than twelve", "more than tw"),
        ("ééééééé", "éééééé"),
        ("a🂡🂡🂡", "a🂡🂡"),
        ("tab\tand\nline", "tabandline"),
        ("", ""),
    ],
)
def test_names_fit_twelve_bytes_between_two_letters(text, fitted):
    assert fit_name(text) == fitted and len(fitted.encode()) <= 12


def test_a_name_that_was_cut_is_told():
    settings = read(PLAYER_NAME="Maximiliane Rosalinde")
    assert settings.name == "Maximiliane" and len(settings.complaints) == 1


@pytest.mark.parametrize("error", [ValueError("line 3"), OSError(5), UnicodeError("bad")])
def test_a_file_that_cannot_be_read_is_one_sentence(error):
    def getenv(key):
        raise error

    settings = Settings(getenv)
    assert len(settings.complaints) == 1 and "settings.toml" in english(settings.complaints[0])
    assert settings.name == "" and settings.read("BUTTON_UP") is None
    assert len(settings.complaints) == 1
