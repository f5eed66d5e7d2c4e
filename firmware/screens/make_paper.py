"""Makes the paper, which all pictures share, and has it speak another language. In memory only while it does."""

from .font import Font
from .paper import ELLIPSIS
from .sheets import load_sheet
from .table_texts import texts_of

_FOLDER = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/fonts/"
# Columns of a font's sheet for letters that don't stay in it: of names in the one, of headlines in the other, where all
# of the widest headline fit (304 pixels).
_TEXT_SPARE = 160
_TITLE_SPARE = 320


class Paper:
    """What pictures share, made once at start (F17): the fonts ``text`` and ``title``, the sheets ``ranks``, ``suits``,
    ``bodies``, ``signs`` and ``felt``; and ``texts``, the table's (table_texts.py)."""


def make_paper(words):
    """The paper, in a language. Raises OSError if a file is missing, ValueError if it is something else."""
    paper = Paper()
    paper.ranks = load_sheet("ranks")
    paper.suits = load_sheet("suits")
    paper.bodies = load_sheet("bodies")
    paper.signs = load_sheet("signs")
    paper.felt = load_sheet("felt")
    paper.text = Font(_FOLDER + "text.fnt", _letters_of(words), _TEXT_SPARE)
    paper.title = Font(_FOLDER + "title.fnt", _title_letters(words), _TITLE_SPARE)
    paper.texts = texts_of(words)
    return paper


def speak(paper, words):
    """Another language. Its letters are read ahead, so that no round has to."""
    paper.text.keep(_letters_of(words))
    paper.title.keep(_title_letters(words))
    paper.texts = texts_of(words)


def _letters_of(words):
    return "".join({letter for text in words.values() for letter in text if letter != "\n"}) + ELLIPSIS


def _title_letters(words):
    return words["hold_z"] + ELLIPSIS
