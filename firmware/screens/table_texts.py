"""The table's texts, picked from the words before the round, in which nobody looks up a word."""

from .table import (
    HINT_ASKED,
    HINT_ASKED_HAND,
    HINT_CALL,
    HINT_FOUR,
    HINT_HAND,
    HINT_LOOK,
    HINT_OUT,
    HINT_PROPOSED,
    HINT_STUCK,
    HINTS,
)
from .verdict_words import VERDICT_WORDS


def texts_of(words):
    """Five things: by hint, what the buttons do, the line about it and the second line; by verdict, what it says; and
    the big words when all piles are locked."""
    hints = [""] * HINTS
    hints[HINT_LOOK] = hints[HINT_STUCK] = hints[HINT_ASKED] = hints[HINT_PROPOSED] = words["hint_look"]
    hints[HINT_HAND] = hints[HINT_FOUR] = hints[HINT_ASKED_HAND] = words["hint_hand"]
    hints[HINT_CALL] = words["hint_call"]
    hints[HINT_OUT] = words["hint_out"]
    lines = [""] * HINTS
    lines[HINT_HAND] = words["pile_in_hand"]
    lines[HINT_FOUR] = words["four"]
    lines[HINT_CALL] = words["all_locked"]
    lines[HINT_OUT] = words["out"]
    lines[HINT_STUCK] = words["stuck"]
    lines[HINT_ASKED] = lines[HINT_ASKED_HAND] = lines[HINT_PROPOSED] = words["stuck_asked"]
    seconds = [""] * HINTS
    seconds[HINT_OUT] = words["wait_end"]
    seconds[HINT_STUCK] = seconds[HINT_ASKED] = words["stuck_how"]
    seconds[HINT_PROPOSED] = words["stuck_yes"]
    toasts = [words[key] if key else "" for key in VERDICT_WORDS]
    return hints, lines, seconds, toasts, words["hold_z"]
