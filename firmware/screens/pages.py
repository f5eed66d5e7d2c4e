"""Makes the pages that are up between rounds and what lies over them: each when it opens, so that only one of them
takes memory."""

from ..spare import borrow, forget

# Name: its file and class.
_PAGES = {
    "title": ("title", "Title"),
    "notice": ("notice", "Notice"),
    "tables": ("tables", "Tables"),
    "code": ("code_entry", "CodeEntry"),
    "lobby": ("lobby", "Lobby"),
    "countdown": ("countdown", "Countdown"),
    "round_result": ("results", "RoundResult"),
    "match_result": ("results", "MatchResult"),
    "settings": ("settings_page", "SettingsPage"),
    "name": ("name_entry", "NameEntry"),
    "self_test": ("self_test", "SelfTest"),
    "statistics": ("statistics", "Statistics"),
    "problem": ("problem", "Problem"),
    "menu": ("menu", "Menu"),
    "paused": ("menu", "Paused"),
    "knock": ("menu", "Knock"),
}


def make(name, face):
    """The page of a name, new. Raises KeyError for a name that no page has."""
    file, kind = _PAGES[name]
    file = "firmware.screens." + file
    page = getattr(borrow(file), kind)(face)
    forget("firmware.screens.page")
    return page
