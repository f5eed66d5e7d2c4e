"""Makes the pages that are up between rounds: each when it opens, so that only one of them takes memory."""

from ..spare import forget


def make(name, face):
    """The page of a name, new. Raises ValueError for a name that no page has."""
    # One import a branch: CircuitPython has no importlib.
    file = name
    if name == "title":
        from .title import Title as kind
    elif name == "tables":
        from .tables import Tables as kind
    elif name == "code":
        from .code_entry import CodeEntry as kind

        file = "code_entry"
    elif name == "lobby":
        from .lobby import Lobby as kind
    elif name == "countdown":
        from .countdown import Countdown as kind
    elif name == "round_result":
        from .results import RoundResult as kind

        file = "results"
    elif name == "match_result":
        from .results import MatchResult as kind

        file = "results"
    elif name == "settings":
        from .settings_page import SettingsPage as kind

        file = "settings_page"
    elif name == "name":
        from .name_entry import NameEntry as kind

        file = "name_entry"
    elif name == "self_test":
        from .self_test import SelfTest as kind
    elif name == "statistics":
        from .statistics import Statistics as kind
    elif name == "notice":
        from .notice import Notice as kind
    elif name == "problem":
        from .problem import Problem as kind
    else:
        raise ValueError("no page " + name)
    forget("firmware.screens." + file)
    return kind(face)
