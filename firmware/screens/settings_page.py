"""The settings: name, language, what a new table starts with, the help mark, and the self-test."""

from ..rules.layout import BEST_OF
from ..words import LANGUAGES, load
from .buttons import DOWN, LEFT, RIGHT, UP, O, Z
from .page import LONG, Page

NAME = 0
LANGUAGE = 1
LOCK_CHECK = 2
BEST = 3
HELP = 4
SELF_TEST = 5
ITEMS = 6


class SettingsPage(Page):
    """``selected`` is one of the items above; left and right change it, O opens the name or the self-test."""

    name = "settings"

    def open(self, now):
        self.selected = SELF_TEST if self.face.came_from == "self_test" else NAME
        self._show()

    def _show(self):
        words = self.face.words
        chosen = self.face.settings
        on_off = (words["off"], words["on"])
        self.begin(words["settings"], words["foot_settings"])
        self.add(words["name"], chosen.name)
        self.add(words["language"], words["language_name"])
        self.add(words["lock_check"], on_off[bool(chosen.lock_check)])
        self.add(words["best_of"], str(chosen.best_of))
        self.add(words["help_mark"], on_off[bool(chosen.help_mark)])
        self.add(words["self_test"])

    def press(self, button, at):
        face = self.face
        chosen = face.settings
        item = self.selected
        step = 1 if button == RIGHT or button == O else -1 if button == LEFT else 0
        if button == UP or button == DOWN:
            self.select((item + (1 if button == DOWN else ITEMS - 1)) % ITEMS)
        elif button == Z:
            if face.unsaved:
                face.unsaved = False
                chosen.save()
            face.go("title", at)
        elif item == NAME:
            if step:
                face.go("name", at)
        elif item == SELF_TEST:
            if step > 0:
                face.go("self_test", at)
        elif step:
            face.unsaved = True
            if item == LANGUAGE:
                at_language = LANGUAGES.index(face.words["code"])
                chosen.language = LANGUAGES[(at_language + step) % len(LANGUAGES)]
                face.speak(load(chosen.language))
            elif item == LOCK_CHECK:
                chosen.lock_check = not chosen.lock_check
            elif item == BEST:
                chosen.best_of = BEST_OF[(BEST_OF.index(chosen.best_of) + step) % len(BEST_OF)]
            else:
                chosen.help_mark = not chosen.help_mark
            self._show()

    def think(self, now):
        return LONG
