"""All that needs displayio: which picture belongs to the screen that is up, and the one refresh."""

import gc

from .. import spare
from . import palettes
from .signs import LOW

# Screens with a picture of their own; all others are pages.
_OWN = ("table", "countdown", "pattern")


class Pictures:
    """The large bitmaps are made once, at start (F17). Of the pictures only what is up takes memory, code and all: a
    board without PSRAM has less than they take together. The table's is made in the countdown, to be there at the
    start signal. ``draw`` refreshes the display at most once."""

    def __init__(self, display, face):
        self._display = display
        self._face = face
        display.auto_refresh = False
        self._paper = spare.borrow("firmware.screens.make_paper").make_paper(face.words)
        _forget_tools()
        self._kind = ""
        self._up = None
        self._table = None  # the table's picture, from the countdown on until it is up
        self._panel = None  # what lies over the picture, while there is an overlay
        self._low = None  # the sign of an empty battery, while it is shown

    def speak(self, words):
        """Another language."""
        spare.borrow("firmware.screens.make_paper").speak(self._paper, words)
        _forget_tools()

    def draw(self, now):
        """Follow the face; refresh only if something changed."""
        screen = self._face.screen
        # All pages have one picture; where memory is short, each has a new one, without the rows of the page before.
        kind = screen.name if screen.name in _OWN or spare.is_short else "page"
        changed = kind != self._kind
        if changed:
            self._bring_up(kind)
        if self._up.draw(screen):
            changed = True
        if self._lay_over(self._face.over):
            changed = True
        if self._mark_battery(self._face.is_battery_low):
            changed = True
        if changed:
            self._display.refresh()
        if kind == "countdown" and self._table is None:
            self._table = self._make("make_table")
            link = self._face.link
            self._table.grow(link.shown, link.seat)

    def _bring_up(self, kind):
        """Another picture. The one before goes first, so that there is room."""
        display = self._display
        display.root_group = None
        self._up = self._panel = self._low = None
        picture = self._table if kind == "table" else None
        self._table = None
        self._kind = kind
        if picture is None:
            if spare.is_short:
                gc.collect()
            picture = self._make("make_table" if kind == "table" else kind if kind in _OWN else "page")
        self._up = picture
        display.root_group = picture.group

    def _lay_over(self, page):
        """The panel of an overlay, or none; True if something changed."""
        panel = self._panel
        if page is not None:
            if panel is not None:
                return panel.draw(page)
            self._panel = panel = self._make("panel")
            panel.draw(page)
            self._up.group.append(panel.group)
            return True
        if panel is None:
            return False
        self._up.group.remove(panel.group)
        self._panel = None
        return True

    def _mark_battery(self, is_low):
        """The sign of an empty battery, or none; True if something changed."""
        if is_low == (self._low is not None):
            return False
        group = self._up.group
        if is_low:
            # In the black band: beside the link at the table, at its end on pages.
            x, y = (288, 1) if self._kind == "table" else (306, 8)
            tiles = spare.borrow("firmware.screens.sheets").tiles
            self._low = tiles(group, self._paper.signs, palettes.LINK_BAD, 12, 14, x, y, LOW)
        else:
            group.remove(self._low)
            self._low = None
        return True

    def _make(self, kind):
        """A picture, by its file."""
        picture = spare.borrow("firmware.screens." + kind + "_picture").make(self._paper)
        _forget_tools()
        return picture


def _forget_tools():
    """What was loaded to make a picture or the paper."""
    for name in ("sheets", "table_texts", "verdict_words", "table_picture", "page"):
        spare.forget("firmware.screens." + name)
