"""The first screen: open a table, find one, settings."""

from .buttons import DOWN, UP, O
from .page import LONG, Page

OPEN = 0
FIND = 1
SETTINGS = 2


class Title(Page):
    """``selected`` is ``OPEN``, ``FIND`` or ``SETTINGS``; O does it."""

    name = "title"

    def open(self, now):
        words = self.face.words
        self.begin(words["game"], words["foot_choose"])
        self.add(words["open_table"])
        self.add(words["find_table"])
        self.add(words["settings"])
        self.message = self.face.settings.name
        self.decorated = True
        came_from = self.face.came_from
        self.selected = SETTINGS if came_from == "settings" else FIND if came_from == "tables" else OPEN

    def press(self, button, at):
        if button == UP:
            self.select((self.selected + 2) % 3)
        elif button == DOWN:
            self.select((self.selected + 1) % 3)
        elif button == O:
            face = self.face
            if self.selected == OPEN:
                face.link.open_table(face.settings.lock_check, face.settings.best_of)
            elif self.selected == FIND:
                face.link.listen()
            else:
                face.go("settings", at)

    def think(self, now):
        return LONG
