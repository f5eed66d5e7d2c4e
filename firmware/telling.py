"""What the board room has to say about wrong settings and wiring, in the player's language. Only for the start."""

from .board.sentences import ENGLISH
from .spare import borrow, forget


def sentences(said, language):
    """A list of str. ``said``: a list of what is to be said (board/sentences.py); ``language``: one of de en es fr it
    pt."""
    words = ENGLISH if language == "en" else borrow("firmware.words.wrong_" + language).WORDS
    forget("firmware.board.sentences")
    return [words[each[0]].format(*each[1:]) for each in said]
