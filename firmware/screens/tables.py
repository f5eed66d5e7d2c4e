"""The tables that can be heard. Any number scrolls through the rows (field case F8)."""

from .buttons import DOWN, UP, O, Z
from .page import LONG, ROWS, Page


class Tables(Page):
    """``cursor`` is the index of the chosen table in ``link.tables``, ``top`` the first one shown.

    The cursor stays on the same table when others come and go (by its id).
    """

    name = "tables"

    def __init__(self, face):
        Page.__init__(self, face)
        self.cursor = 0
        self.top = 0
        self._chosen = None  # the id under the cursor
        self._seen = []  # what the rows were made of: id, taken, in play of each table

    def open(self, now):
        self._seen = None
        self.message = ""
        if self.face.came_from == "code":
            self._chosen = self.face.chosen_table.id
        self._look()

    def _look(self):
        tables = self.face.link.tables
        seen = [(found.id, found.name, found.taken, found.seats, found.in_play, found.same_version) for found in tables]
        if seen == self._seen:
            return
        self._seen = seen
        for index in range(len(tables)):
            if tables[index].id == self._chosen:
                self.cursor = index
        self._show()

    def _show(self):
        words = self.face.words
        tables = self.face.link.tables
        message = self.message
        self.begin(words["tables"], words["foot_tables"] if tables else words["foot_back"])
        self.message = message
        if not tables:
            self.cursor = self.top = 0
            self._chosen = None
            self.add(words["no_tables"], "", Page.DIM)
            self.selected = -1
            return
        self.cursor = min(self.cursor, len(tables) - 1)
        self._chosen = tables[self.cursor].id
        if self.cursor < self.top:
            self.top = self.cursor
        if self.cursor >= self.top + ROWS:
            self.top = self.cursor - ROWS + 1
        self.top = max(0, min(self.top, len(tables) - ROWS))
        for index in range(self.top, min(self.top + ROWS, len(tables))):
            found = tables[index]
            if not found.same_version:
                self.add(found.name, words["other_version"], Page.DIM)
            elif found.in_play:
                self.add(found.name, words["in_play"], Page.DIM)
            else:
                self.add(found.name, "{}/{}".format(found.taken, found.seats))
        self.selected = self.cursor - self.top

    def press(self, button, at):
        link = self.face.link
        count = len(link.tables)
        self.say("")
        if button == Z:
            link.leave(at)
        elif count and (button == UP or button == DOWN):
            self.cursor = (self.cursor + (1 if button == DOWN else count - 1)) % count
            self._chosen = link.tables[self.cursor].id
            self._show()
        elif button == O and self.cursor < count:
            found = link.tables[self.cursor]
            if not found.same_version:
                self.say(self.face.words["refusal_other_version"])
            else:
                self.face.chosen_table = found
                self.face.go("code", at)

    def think(self, now):
        wait = self.not_yet(now)
        if wait:
            return wait
        self._look()
        return LONG
