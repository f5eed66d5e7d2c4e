"""All that needs displayio: which picture belongs to the screen that is up, and the one refresh."""

from displayio import TileGrid

from ..spare import forget
from .countdown_picture import CountdownPicture
from .page_picture import PagePicture
from .palettes import LINK_BAD
from .panel_picture import PanelPicture
from .paper import Paper
from .signs import LOW
from .table_picture import TablePicture


class Pictures:
    """Made once at start, with every large buffer (F17). ``draw`` refreshes the display at most once."""

    def __init__(self, display, face):
        self._display = display
        self._face = face
        display.auto_refresh = False
        self.paper = Paper(face.words)
        self._page = PagePicture(self.paper)
        self._panel = PanelPicture(self.paper)
        self._countdown = CountdownPicture(self.paper)
        self._table = TablePicture(self.paper, face.words)
        self._up = None
        self._panel_on = None  # the picture that the panel lies on
        self._pattern = None  # the self-test's picture, while it is up
        self._low = TileGrid(self.paper.signs, pixel_shader=LINK_BAD, tile_width=12, tile_height=14, default_tile=LOW)
        self._low_on = None  # the picture that shows the sign of an empty battery

    def speak(self, words):
        """Another language."""
        self.paper.speak(words)
        self._table.speak(words)

    def draw(self, now):
        """Follow the face; refresh only if something changed."""
        face = self._face
        screen = face.screen
        if screen.name == "table":
            picture = self._table
        elif screen.name == "countdown":
            picture = self._countdown
        elif screen.name == "pattern":
            picture = self._pattern or self._make_pattern()
        else:
            picture = self._page
        changed = picture.draw(screen)
        over = face.over
        if over is not None:
            changed = self._panel.draw(over) or changed
        wanted = picture if over is not None else None
        if wanted is not self._panel_on:
            if self._panel_on is not None:
                self._panel_on.group.remove(self._panel.group)
                self._panel.forget()
            if wanted is not None:
                wanted.group.append(self._panel.group)
            self._panel_on = wanted
            changed = True
        wanted = picture if face.is_battery_low else None
        if wanted is not self._low_on:
            if self._low_on is not None:
                self._low_on.group.remove(self._low)
            if wanted is not None:
                # In the black band: beside the link at the table, at its end on pages.
                self._low.x = 288 if wanted is self._table else 306
                self._low.y = 1 if wanted is self._table else 8
                wanted.group.append(self._low)
            self._low_on = wanted
            changed = True
        if picture is not self._up:
            if self._up is not None:
                self._up.forget()
            self._up = picture
            self._display.root_group = picture.group
            if picture is not self._pattern:
                self._pattern = None
            changed = True
        if changed:
            self._display.refresh()

    def _make_pattern(self):
        from .pattern_picture import PatternPicture

        forget("firmware.screens.pattern_picture")
        self._pattern = PatternPicture(self.paper)
        return self._pattern
