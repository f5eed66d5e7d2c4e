"""Every character is in the shipped fonts (field case F16), and every text fits its place on the screen."""

from pathlib import Path

import pytest

from host_sim import stand_ins  # noqa: F401 - puts the stand-ins before Blinka's modules

# isort: split

from displayio import Bitmap

from firmware.screens.font import Font
from firmware.screens.name_entry import LETTERS
from firmware.words import LANGUAGES, load_over, load_rare
from firmware.words import load as load_words

FONTS = Path(__file__).resolve().parents[2] / "firmware" / "fonts"
TYPICAL_NAME = "Mademoiselle"

TITLE = (
    "game",
    "settings",
    "name",
    "tables",
    "lobby",
    "draw",
    "match_over",
    "problem",
    "self_test",
    "error",
    "round",
    "statistics",
)
PANEL_TITLE = ("menu", "paused", "leaving", "knock")
PANEL = ("continue", "propose", "leave", "waiting_for", "rejoining", "wants_in")
HAND = ("pile_in_hand", "all_locked", "out", "wait_end", "four", "stuck", "stuck_how", "stuck_asked", "stuck_yes")


def load(language):
    """All words of a language, the rare ones too."""
    return {**load_words(language), **load_rare(language), **load_over(language)}


EVERYTHING = (
    "".join("".join(load(language).values()) for language in LANGUAGES).replace("\n", "")
    + "".join(map(chr, range(32, 127)))
    + "".join(map(chr, range(0xA0, 0x180)))
    + LETTERS
)
PAIRS = (  # a row and its note share 288 pixels
    ("name", TYPICAL_NAME),
    ("language", "language_name"),
    ("lock_check", "on"),
    ("lock_check", "off"),
    ("best_of", "9"),
    ("help_mark", "on"),
    ("help_mark", "off"),
    ("keys_tried", "↑ → ↓ ← O X Z "),
    ("keys_down", "↑ → ↓ ← O X Z "),
    ("radio", "broken"),
    ("save", "broken"),
    ("battery", "not_measured"),
    ("sound", "none"),
    ("brightness", "100 %"),
    ("volume", "100 %"),
    ("volume", "off"),
    ("stat_matches", "65535"),
    ("stat_won", "65535"),
    ("stat_rounds", "65535"),
    ("stat_rounds_won", "65535"),
    ("stat_fastest", "1092:15"),
    (TYPICAL_NAME, "other_version"),
    (TYPICAL_NAME, "in_play"),
    ("you", "ready"),
)


def has(font, letter):
    """True if the font has this very letter: another is shown as a question mark."""
    return letter == "?" or font.glyph(letter) != font.glyph("?")


def _loaded(name):
    """A font with all letters in its sheet at once: one by one, each is looked for in the file."""
    return Font(f"{FONTS}/{name}.fnt", EVERYTHING, 0)


@pytest.fixture(scope="module", params=["text", "title"])
def font(request):
    return _loaded(request.param)


@pytest.fixture(scope="module")
def text():
    return _loaded("text")


@pytest.fixture(scope="module")
def title():
    return _loaded("title")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_is_in_the_fonts(font, language):
    missing = {
        letter for words in load(language).values() for letter in words if letter != "\n" and not has(font, letter)
    }
    assert not missing


def test_every_letter_of_a_name_is_in_the_fonts(font):
    names = LETTERS + "".join(map(chr, range(32, 127))) + "".join(map(chr, range(0xA1, 0x180)))
    assert not {letter for letter in names if not has(font, letter)}
    for letter in "…?‹›♦←↑→↓·ⓄⓍⓏ":
        assert has(font, letter)


def test_a_letter_that_is_not_there_shows_as_a_question_mark(font):
    assert not has(font, "中")
    assert has(font, "?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_fit(language, text, title):
    words = load(language)
    places = []
    for key in words:
        if key.startswith(("foot_", "hint_")):
            places.append((text, words[key], 240 if key in ("foot_choose_back", "foot_paused", "foot_knock") else 312))
        elif key.startswith("verdict_"):
            places.append((text, words[key], 166))
        elif key.startswith(("refusal_", "how_")) or key in ("press_ready", "waiting_players", "waiting_ready"):
            places.append((text, words[key], 304))
    places += [(title, words[key].format("12"), 304) for key in TITLE]
    places += [(title, words["wins_round"].format(TYPICAL_NAME), 304), (title, words["hold_z"], 170)]
    places += [(title, words["go"], 120)]
    places += [(title, words[key], 240) for key in PANEL_TITLE]
    places += [(text, words[key], 232) for key in PANEL]
    places += [(text, words[key], 170) for key in HAND]
    places += [(text, words["waiting_yes"].format(TYPICAL_NAME), 304), (text, words["press_knock"], 304)]
    places += [(text, words["match_won"], 304), (text, words["get_ready"], 304), (text, words["knocking"], 304)]
    places += [(text, line, 288) for line in words["radio_broken"].split("\n")]
    places += [(text, words["enter_code"], 288), (text, words["enter_name"], 288), (text, words["no_tables"], 288)]
    places += [(text, words["the_code"], 100), (text, words["error_restart"], 304)]
    places += [(text, words[key], 288) for key in ("drive_game", "drive_computer", "wrong_setting", "screen")]
    pairs = [("radio", words["works"] + " 3A:0F 99999"), ("save", words["chip"] + ", " + words["drive"])]
    battery = words["battery"] + " " + words["percent"].format(100)
    pairs += [("saved_mended", battery), ("saved_lost", battery)]
    for left, right in list(PAIRS) + pairs:
        left = words.get(left, left).format(TYPICAL_NAME)
        right = words.get(right, right)
        places.append((text, left + "  " + right, 288))
        places.append((text, right, 172))
    for note in ("false_call", "gone_home", "ready"):
        places.append((text, words[note], 172))
    too_wide = [(string, font.width(string), room) for font, string, room in places if font.width(string) > room]
    assert not too_wide


def test_letters_beyond_the_spare_columns_push_out_others_but_are_right():
    """A room full of foreign names: each letter is drawn as it is in a font that holds them all."""
    small, whole = Font(f"{FONTS}/text.fnt", "abc", 40), _loaded("text")
    for letter in "abc" + "".join(map(chr, range(0xC0, 0x100))) + "ÄbÄc中?a":
        pixels = []
        for font in (small, whole):
            bitmap = Bitmap(40, font.height, 2)
            pen = font.draw(font.glyph(letter), bitmap, 3)
            pixels.append([pen] + [bitmap[x, y] for x in range(40) for y in range(font.height)])
        assert pixels[0] == pixels[1], letter
    assert small.sheet.width < 80


def test_a_text_with_more_foreign_letters_than_fit_is_drawn_with_all_of_them():
    """None of them turns into a question mark because the others pushed it out."""
    small, whole = Font(f"{FONTS}/text.fnt", "abc", 40), _loaded("text")
    text = "".join(map(chr, range(0xC0, 0xE0)))
    assert small.width(text) == whole.width(text)
    for letter in text:
        assert small.glyph(letter) >> 12 == whole.glyph(letter) >> 12
