"""One handheld: keys and radio in, one step, screen and sound out. The same in a case and on a PC."""

import gc

from adafruit_ticks import ticks_add, ticks_diff

from .link.link import SEATED, Link
from .rules.layout import COUNTDOWN, MATCH_OVER, ROUND_OVER, RUNNING
from .screens.face import Face
from .spare import borrow
from .words import load

TICK_MS = 5  # the radio's ring is emptied this often, and a press leaves no later
# What isn't at the table itself (who is missing, who knocks, how good the link is) may be seen this much later. Most
# steps only pass frames on; looking at everything in each of them would take a third of the time that a step takes.
_LOOK_MS = 200


class Handheld:
    """Everything between the keys and the screen. ``parts`` is a ``board.parts.Parts`` or the like, of which
    ``step`` uses ``keys``, ``display`` (or None), ``power``, ``battery``, ``sound``, ``radio``, ``store``,
    ``complaints`` and ``clock``, and ``run`` also ``watch`` and ``is_watched``."""

    def __init__(self, parts):
        self.parts = parts
        store = parts.store
        self.link = Link(parts.radio, store.name, parts.clock.random32, parts.clock.ticks_ms())
        self._kept_table = _between().come_back(self)  # id of the table that the store has a ticket of; 0 none
        if parts.complaints:
            parts.complaints = borrow("firmware.telling").sentences(parts.complaints, store.language)
        self.face = Face(self.link, load(store.language), parts.display, store, parts)
        self._look_at = parts.clock.ticks_ms()
        self._changes = -1  # of the link, when it was looked at
        self._phase = -1
        self._started_at = 0
        gc.collect()

    def run(self):
        """Play until the power goes. Returns an exception that a step raised, for the fault screen."""
        parts = self.parts
        wait_ms = parts.clock.wait_ms
        if parts.is_watched:
            parts.watch.start()
        try:
            while True:
                wait = self.step()
                parts.watch.feed()
                wait_ms(min(wait, TICK_MS))
        except Exception as error:
            return error

    def step(self):
        """Everything that is due now. Returns ms until something is due again if no key or frame comes before."""
        parts = self.parts
        now = parts.clock.ticks_ms()
        keys = parts.keys
        face = self.face
        is_due = ticks_diff(self._look_at, now) <= 0
        while keys.next():
            is_due = True
            # The key that wakes a dark screen does nothing else: nobody saw what it would do.
            if keys.pressed and not parts.power.touch(now):
                face.press(1 << keys.key, keys.at)
            else:
                face.release(1 << keys.key, keys.at)
        link = self.link
        wait = link.step(now)
        if is_due or link.changes != self._changes:
            self._changes = link.changes
            self._look_at = ticks_add(now, self._look(now))
        parts.sound.look(now)
        # What the player did in this step goes out with the next one, at once.
        return 0 if link.is_hurried else min(wait, ticks_diff(self._look_at, now))

    def _look(self, now):
        """Everything but keys and link. Returns ms until it is to be looked at again."""
        parts = self.parts
        face = self.face
        wait = face.think(now)
        face.draw(now)
        # After the drawing: only then is the page before out of use, and can be collected.
        self._watch_the_match()
        parts.power.look(now, self.link.state == SEATED)
        if face.tone:
            parts.sound.play(face.tone, now)
            face.tone = 0
        parts.battery.look(now)
        return min(wait, _LOOK_MS)

    def _watch_the_match(self):
        """Between rounds: count, save, collect garbage. In a round nothing of it may hold up the play."""
        link = self.link
        is_seated = link.state == SEATED and link.is_synced
        table_id = link.table_id if is_seated else 0
        if table_id != self._kept_table and not link.rejoining:
            self._kept_table = table_id
            _between().keep_ticket(self, is_seated and self._phase == RUNNING)
        phase = link.table.phase if is_seated else -1
        if phase == self._phase:
            return
        before = self._phase
        self._phase = phase
        if phase == COUNTDOWN:
            gc.collect()
        elif phase == RUNNING:
            self._started_at = link.table.since
        elif before == RUNNING and (phase == ROUND_OVER or phase == MATCH_OVER):
            _between().count_round(self, self._started_at, phase == MATCH_OVER)
            gc.collect()


def _between():
    return borrow("firmware.between")
