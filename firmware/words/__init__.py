"""What the screens say, one file a language. Every file has the same keys (tests/words)."""

from ..spare import forget

LANGUAGES = ("de", "en", "es", "fr", "it", "pt")


def load(language):
    """The words of a language, a dict of str by key; English for a language that isn't there."""
    # One import a branch: CircuitPython has no importlib, and only the chosen language shall take memory.
    if language == "de":
        from .de import WORDS
    elif language == "es":
        from .es import WORDS
    elif language == "fr":
        from .fr import WORDS
    elif language == "it":
        from .it import WORDS
    elif language == "pt":
        from .pt import WORDS
    else:
        from .en import WORDS
    return WORDS


def load_rare(language):
    """The words of title, settings, self-test and the like, in a dict of its own: it takes memory only while one of
    those screens is up."""
    name = "firmware.words.rare_" + language
    words = __import__(name, None, None, ("WORDS",)).WORDS
    forget(name)
    return words
