"""Which screen is up, and who gets the keys. With no display the same screens run and nothing is drawn."""

from .. import spare
from ..link.link import IDLE, KNOCKING, LISTENING, SEATED
from ..rules.layout import COUNTDOWN, LOBBY, MATCH_OVER, ROUND_OVER, RUNNING
from ..words import load
from .table import TableScreen

_LEFT_ALONE = ("settings", "name", "self_test", "statistics", "notice")  # screens that no state of the link takes away


class Face:
    """The player's side of one handheld.

    ``link`` is a ``firmware.link.link.Link``, ``words`` what ``firmware.words.load`` gives, ``display`` a
    displayio display or None, ``settings`` a ``board.saved.Store`` or the like. ``screen`` is the screen that is
    up and ``screen_name`` its name; ``overlay`` is "menu", "paused", "knock" or "", and ``over`` the page of that
    name, or None, which lies over it. ``parts`` is the handheld's ``board.parts.Parts``, of which a few pages tell;
    None without one.
    """

    def __init__(self, link, words, display, settings, parts=None):
        self.link = link
        self.parts = parts
        self.tone = 0  # what a screen wants to be heard (tones.py): whoever plays it sets it back
        self._words = words
        self.settings = settings
        self.chosen_table = None
        self.problem = link.problem
        self.overlay = ""
        self._menu_wanted = False
        self._down = 0
        self._link_state = link.state
        self.over = None
        self.unsaved = False  # something was changed in the settings: it is saved once, on leaving them
        self.came_from = ""  # the screen before
        self._table = TableScreen(self)
        self.screen = None
        self.screen_name = ""
        self._pictures = None
        is_wrong = parts is not None and parts.complaints
        self.go("notice" if is_wrong else "problem" if self.problem else "title", 0)
        if display is not None:
            # Here, not at the top: many handhelds in one process have no displayio.
            from .pictures import Pictures

            self._pictures = Pictures(display, self)

    # --- for the screens ---

    @property
    def is_battery_low(self):
        """True if it can be measured and should be charged soon."""
        parts = self.parts
        return parts is not None and parts.battery is not None and parts.battery.low

    def go(self, name, now):
        """Bring a screen up by its name. The one before is gone, but for the table, which must be there at once."""
        self.came_from = self.screen_name
        self.screen_name = name
        self.screen = self._table if name == "table" else _make(name, self)
        self.screen.open(now)
        self._forget_words()

    def open_menu(self, now):
        """The small menu over whatever is up."""
        self._menu_wanted = True
        self._lay_over("menu", now)

    def close_menu(self):
        """Back to the screen below."""
        self._menu_wanted = False
        self._lay_over("", 0)

    @property
    def words(self):
        """The language's words, loaded again if the round had forgotten them."""
        if self._words is None:
            self._words = load(self.settings.language)
        return self._words

    def speak(self, words):
        """Change the language at once."""
        self._words = words
        if self._pictures:
            self._pictures.speak(words)

    # --- for the handheld ---

    def press(self, button, at):
        """A key went down: its bit, and when in ticks."""
        self._down |= button
        self._look(at)
        if self.overlay == "menu" or self.overlay == "knock":
            self.over.press(button, at)
        else:
            self.screen.press(button, at)

    def release(self, button, at):
        """A key came up. A lone release, of a key that was never seen going down, does nothing (F14)."""
        if self._down & button:
            self._down &= ~button
            self.screen.release(button, at)

    def think(self, now):
        """Look at the link and let time pass; milliseconds until it wants to run again."""
        self._look(now)
        link = self.link
        answer = link.next_answer()
        while answer is not None:
            self.screen.answer(answer, now)
            answer = link.next_answer()
        wait = self.screen.think(now)
        over = self.over
        if over is not None:
            wait = min(wait, over.think(now))
        return wait

    def draw(self, now):
        """Bring the display up to date: at most one refresh, none if nothing changed."""
        if self._pictures:
            self._pictures.draw(now)

    # --- inside ---

    def _look(self, now):
        link = self.link
        refusal = ""
        if link.state != self._link_state:
            if link.refusal and link.state != SEATED:
                refusal = spare.borrow("firmware.screens.refusals").answer_of(self, now)
            self._link_state = link.state
        name = self._wanted()
        if name != self.screen_name:
            self._menu_wanted = False
            self.go(name, now)
        if refusal:
            self.screen.refused(refusal)
        over = ""
        if link.state == SEATED:
            if self._menu_wanted:
                over = "menu"
            elif link.paused or link.is_leaving:
                over = "paused"
            elif link.knocker:
                over = "knock"
        if over != self.overlay:
            self._lay_over(over, now)

    def _lay_over(self, name, now):
        self.overlay = name
        self.over = _make(name, self) if name else None
        if name:
            self.over.open(now)
        else:
            self._forget_words()

    def _forget_words(self):
        """The table's picture has its words: where memory is short, nobody needs the others in a round."""
        if spare.is_short and self.screen is self._table:
            self._words = None

    def _wanted(self):
        link = self.link
        up = self.screen_name
        state = link.state
        if state == SEATED:
            phase = link.shown.phase
            if phase == RUNNING:
                return "table"
            if phase == COUNTDOWN:
                return "countdown"
            if phase == ROUND_OVER:
                return "round_result"
            if phase == MATCH_OVER:
                return "match_result"
            if phase == LOBBY:
                return "lobby"
            return up
        if state == IDLE:
            if up in _LEFT_ALONE:
                return up
            if self.problem and not link.problem:
                self.problem = link.problem  # the radio opened after all
            return "problem" if self.problem else "title"
        if state == KNOCKING:
            return "code"
        if state == LISTENING:
            return up if up == "code" else "tables"
        return up


def _make(name, face):
    return spare.borrow("firmware.screens.pages").make(name, face)
