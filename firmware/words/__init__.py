"""What the screens say, one file a language. Every file has the same keys (tests/words)."""

from ..spare import borrow

LANGUAGES = ("de", "en", "es", "fr", "it", "pt")


def load(language):
    """The words of a language, a dict of str by key; English for a language that isn't there. Where memory is short,
    they stay in it only as long as they are in use."""
    return _borrow("", language)


def load_over(language):
    """The words of what lies over the other screens, in a dict of its own: in a round nothing else is there."""
    return _borrow("over_", language)


def load_rare(language):
    """The words of title, settings, self-test and the like, in a dict of its own: it takes memory only while one of
    those screens is up."""
    return _borrow("rare_", language)


def _borrow(kind, language):
    return borrow("firmware.words." + kind + (language if language in LANGUAGES else "en")).WORDS
