"""All languages say the same things, in their own typography, with letters that the shipped fonts have."""

import re
import string
from importlib import import_module
from pathlib import Path

import pytest

from firmware.board.sentences import ENGLISH as WRONG_ENGLISH
from firmware.screens.notice import wrap
from firmware.telling import sentences
from firmware.words import LANGUAGES, load, load_over, load_rare

ENGLISH = load("en")
RARE_ENGLISH = load_rare("en")
OVER_ENGLISH = load_over("en")


def wrong(language):
    """What a language says about wrong settings and wiring."""
    return WRONG_ENGLISH if language == "en" else import_module("firmware.words.wrong_" + language).WORDS


def everything(language):
    """All dicts of a language in one."""
    return {**load(language), **load_rare(language), **load_over(language), **wrong(language)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_key(language):
    words = load(language)
    assert words["code"] == language
    assert set(words) == set(ENGLISH)
    assert set(load_rare(language)) == set(RARE_ENGLISH) and not set(words) & set(RARE_ENGLISH)
    assert set(load_over(language)) == set(OVER_ENGLISH) and not set(OVER_ENGLISH) & (set(words) | set(RARE_ENGLISH))
    assert set(wrong(language)) == set(WRONG_ENGLISH)
    words = everything(language)
    assert all(isinstance(text, str) and text.strip() == text and text for text in words.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_for_names_and_numbers_agree(language):
    for key, text in everything(language).items():
        fields = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
        assert fields == [
            name for _, name, _, _ in string.Formatter().parse(everything("en")[key]) if name is not None
        ], key
        assert text.count("\n") == everything("en")[key].count("\n"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_keys_are_named_everywhere(language):
    for key, text in everything(language).items():
        if key.startswith(("foot_", "hint_")):
            assert set(re.findall("[ⓄⓍⓏ]", text)) == set(re.findall("[ⓄⓍⓏ]", everything("en")[key])), (key, text)


def test_french_has_a_space_that_does_not_break():
    for key, text in everything("fr").items():
        assert not re.search("[^\u00a0][!?:;»%]", text), (key, text)
        assert not re.search("«[^\u00a0]", text), (key, text)


def test_french_has_no_word_before_a_name_that_would_be_cut():
    """De Ben, but d'Ada: no text may put a name behind such a word."""
    for key, text in everything("fr").items():
        assert not re.search(r"\b(de|que|le|la|je|si) \{\}", text), (key, text)


def test_spanish_calls_only_in_the_round():
    """llamar is the call of the game (rules.md, "Words"): whoever knocks at a table does something else."""
    words = everything("es")
    for key in ("press_knock", "knocking", "waiting_yes", "knock", "wants_in"):
        assert "llama" not in words[key], key


def test_spanish_opens_what_it_closes():
    for key, text in everything("es").items():
        assert text.count("¡") == text.count("!"), (key, text)
        assert text.count("¿") == text.count("?"), (key, text)


@pytest.mark.parametrize(
    "language, words_used",
    [
        ("de", ("Stapel", "Vierling", "sperren", "Ruf", "Runde", "Match", "Spieler", "Unentschieden", "Los!")),
        ("it", ("pila", "poker", "blocca", "dichiarazione falsa", "mano", "match", "giocatori", "Pareggio", "Via!")),
        ("pt", ("pilha", "quadra", "bloquear", "declaração falsa", "rodada", "partida", "jogadores", "Empate", "Vai!")),
        (
            "fr",
            (
                "pile",
                "carré",
                "verrouiller",
                "fausse annonce",
                "manche",
                "partie",
                "joueurs",
                "Match nul",
                "Partez\u00a0!",
            ),
        ),
        (
            "es",
            (
                "montón",
                "Póker de iguales",
                "bloquear",
                "llamada falsa",
                "ronda",
                "partida",
                "jugadores",
                "Empate",
                "¡Ya!",
            ),
        ),
    ],
)
def test_the_vocabulary_is_that_of_the_rules(language, words_used):
    """rules.md, "Words"."""
    text = "\n".join(everything(language).values())
    for word in words_used:
        assert word in text, word


def test_unknown_language_speaks_english():
    assert load("xx") is ENGLISH


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", WRONG_ENGLISH)
def test_what_is_wrong_fits_the_screen_in_letters_that_the_font_has(language, said):
    """A notice has seven lines of 36 letters, the fault screen seven of about as many."""
    font = (Path(__file__).parents[2] / "firmware" / "fonts" / "text.fnt").read_bytes()
    count = int.from_bytes(font[6:8], "little")
    letters = {chr(int.from_bytes(font[at : at + 2], "little")) for at in range(8, 8 + 5 * count, 5)}
    values = ["DISPLAY_BACKLIGHT"] * wrong(language)[said].count("{}")
    (text,) = sentences([(said, *values)], language)
    assert text.count("DISPLAY_BACKLIGHT") == len(values) and set(text) <= letters
    assert len(wrap(text, 36)) <= 7
