"""Dealing a round (``Table.deal``). A module of its own, as nobody needs it while a round runs."""

from .cards import DECK
from .dice import Dice
from .layout import (
    AT_DEALT,
    AT_HOW,
    AT_LOCKS,
    AT_PHASE,
    AT_RESULT,
    AT_ROUND,
    AT_STANDING,
    AT_TOUCHED,
    COUNTDOWN,
    NO_PILE,
    PLAYING,
    SEATS,
)


def deal(table, seed, starts_at):
    """What ``Table.deal`` says."""
    if table.seated() < 2:
        raise ValueError("a round needs two players")
    state = table.state
    dealt_to = 0
    for seat in range(SEATS):
        table.in_hand[seat] = NO_PILE
        if table.is_seated(seat):
            state[AT_STANDING + seat] = PLAYING
            dealt_to |= 1 << seat
        else:
            state[AT_STANDING + seat] &= 15
    state[AT_DEALT] = dealt_to
    for card in range(DECK):
        state[card] = card
    Dice(seed).shuffle(table.places)
    state[AT_LOCKS] = state[AT_LOCKS + 1] = 0
    state[AT_RESULT] = state[AT_HOW] = state[AT_TOUCHED] = 0
    state[AT_ROUND] = min(state[AT_ROUND] + 1, 255)
    state[AT_PHASE] = COUNTDOWN
    table.set_since(starts_at)
