"""The first screen: open a table, find one, settings; below, whose the drive is and how the handheld is."""

from ..words import load_rare
from .buttons import DOWN, UP, O
from .page import LONG, Page

_FULL_MV = 4150
_EMPTY_MV = 3300

OPEN = 0
FIND = 1
SETTINGS = 2

# By the codes ``drive`` and ``word`` of board/store.py.
_DRIVE = ("drive_game", "drive_computer")
_SAVED = ("", "", "saved_mended", "saved_lost")


class Title(Page):
    """``selected`` is ``OPEN``, ``FIND`` or ``SETTINGS``; O does it."""

    name = "title"

    def open(self, now):
        came_from = self.face.came_from
        self.selected = SETTINGS if came_from == "settings" else FIND if came_from == "tables" else OPEN
        self.decorated = True
        self._rare = load_rare(self.face.words["code"])
        self._percent = self._measured()
        self._show()

    def _show(self):
        face = self.face
        words = face.words
        self.begin(words["game"], words["foot_choose"])
        self.add(words["open_table"])
        self.add(words["find_table"])
        self.add(words["settings"])
        self.message = face.settings.name
        if face.parts is not None:
            rare = self._rare
            store = face.parts.store
            self.add(rare[_DRIVE[store.drive]], "", Page.DIM)
            battery = ""
            if self._percent >= 0:
                battery = rare["battery"] + " " + rare["percent"].format(self._percent)
            saved = _SAVED[store.word]
            self.add(rare[saved] if saved else "", battery, Page.GOLD if saved else Page.DIM)

    def _measured(self):
        parts = self.face.parts
        return -1 if parts is None or parts.battery is None else percent(parts.battery.mv)

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
        measured = self._measured()
        if measured != self._percent:
            self._percent = measured
            self._show()
        return LONG


def percent(mv):
    """How full a battery of ``mv`` millivolts is, 0 to 100 by a straight line between empty and full; -1 for 0 mV,
    which is unknown."""
    if not mv:
        return -1
    return max(0, min(100, (mv - _EMPTY_MV) * 100 // (_FULL_MV - _EMPTY_MV)))
