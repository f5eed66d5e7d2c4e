"""The settings: name, language, what a new table starts with, the help mark, light and sound; statistics, self-test."""

from ..rules.layout import BEST_OF
from ..words import LANGUAGES, load, load_rare
from .buttons import DOWN, LEFT, RIGHT, UP, O, Z
from .page import LONG, ROWS, Page
from .tones import BEEP

NAME = 0
LANGUAGE = 1
LOCK_CHECK = 2
BEST = 3
HELP = 4
BRIGHTNESS = 5
VOLUME = 6
STATISTICS = 7
SELF_TEST = 8
ITEMS = 9
_PAGES = ("name", "", "", "", "", "", "", "statistics", "self_test")  # what an item opens


class SettingsPage(Page):
    """``item`` is one of the items above; left and right change it, O opens what has a page of its own. The rows
    scroll."""

    name = "settings"

    def open(self, now):
        self.item = NAME
        for item in range(ITEMS):
            if _PAGES[item] and _PAGES[item] == self.face.came_from:
                self.item = item
        self._first = 0
        self._rare = load_rare(self.face.words["code"])
        self._show()

    def _show(self):
        words = self.face.words
        rare = self._rare
        chosen = self.face.settings
        on_off = (words["off"], words["on"])
        items = (
            (words["name"], chosen.name),
            (rare["language"], words["language_name"]),
            (words["lock_check"], on_off[bool(chosen.lock_check)]),
            (words["best_of"], str(chosen.best_of)),
            (rare["help_mark"], on_off[bool(chosen.help_mark)]),
            (rare["brightness"], rare["percent"].format(chosen.brightness)),
            (rare["volume"], rare["percent"].format(chosen.volume) if chosen.volume else words["off"]),
            (rare["statistics"], ""),
            (words["self_test"], ""),
        )
        self._first = max(self.item - ROWS + 1, min(self._first, self.item))
        self.begin(words["settings"], rare["foot_settings"])
        for at in range(self._first, self._first + ROWS):
            self.add(items[at][0], items[at][1])
        self.message = "↑" if self._first else "↓"
        self.selected = self.item - self._first

    def press(self, button, at):
        face = self.face
        item = self.item
        step = 1 if button == RIGHT or button == O else -1 if button == LEFT else 0
        if button == UP or button == DOWN:
            self.item = (item + (1 if button == DOWN else ITEMS - 1)) % ITEMS
            self._show()
        elif button == Z:
            if face.unsaved:
                face.unsaved = False
                face.settings.save()
            face.go("title", at)
        elif _PAGES[item]:
            if step > 0:
                face.go(_PAGES[item], at)
        elif step:
            face.unsaved = True
            self._change(item, step)
            self._show()

    def _change(self, item, step):
        face = self.face
        chosen = face.settings
        parts = face.parts
        if item == LANGUAGE:
            at_language = LANGUAGES.index(face.words["code"])
            chosen.language = LANGUAGES[(at_language + step) % len(LANGUAGES)]
            self._rare = load_rare(chosen.language)
            face.speak(load(chosen.language))
        elif item == LOCK_CHECK:
            chosen.lock_check = not chosen.lock_check
        elif item == BEST:
            chosen.best_of = BEST_OF[(BEST_OF.index(chosen.best_of) + step) % len(BEST_OF)]
        elif item == HELP:
            chosen.help_mark = not chosen.help_mark
        elif item == BRIGHTNESS:
            chosen.brightness = max(10, min(100, chosen.brightness + 10 * step))
            if parts is not None:
                parts.power.set_brightness(chosen.brightness)
        else:
            chosen.volume = max(0, min(100, chosen.volume + 20 * step))
            if parts is not None:
                parts.sound.set_volume(chosen.volume)
            face.tone = BEEP

    def think(self, now):
        return LONG
