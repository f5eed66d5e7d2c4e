"""Autoplay: presses one handheld's keys as a person would, from the title screen to the match result.

It looks only at what its player sees: the handheld's ``face`` and, on the table, what ``link`` shows its seat. It
knows nothing of clocks, radio and stand-ins: who runs the handheld asks ``next_wake_ms`` when to come back, and then
applies the key changes that ``keys`` gives. The same seed presses the same keys in the same situations.
"""

import random

from firmware.link.link import KNOCKING
from firmware.rules.acts import CALL, LOCK, PICK_UP, PROPOSE, PUT_DOWN, SWAP
from firmware.rules.cards import rank_of
from firmware.rules.computer import Computer
from firmware.rules.layout import AT_LOCKS, CENTRE, NO_PILE, NOBODY, PILE_CARDS, PILES, PLAYING, RUNNING, STUCK_MS
from firmware.screens import lobby, menu, title
from firmware.screens.buttons import DOWN, LEFT, RIGHT, UP, O, X, Z
from firmware.screens.table import HINT_ASKED, HINT_STUCK, HOLD_MS, MENU_MS

HOLD = 80  # ms that a finger stays on a key
REACT = (250, 500)  # ms from seeing something to pressing a key for it
NEXT = (110, 200)  # ms from one key to the next of the same intention
READ = (600, 1400)  # ms to take in a new screen
_SLOW_MS = 3_000  # a person's minute is a little longer
LOOK = 250  # ms between looks when there is nothing to do
CALL_HOLD = HOLD_MS + 80
MENU_HOLD = MENU_MS + 80

_DIRECTIONS = (UP, RIGHT, DOWN, LEFT)  # by centre place and by step of the code
_KEY_NUMBERS = {1 << number: number for number in range(7)}
_HALF = 1 << 28
_MASK = (1 << 29) - 1


class Person:
    """Plays the handheld ``handheld``: anything with ``.face`` and ``.link`` (None while it boots is fine; after a
    reboot, set ``handheld`` anew).

    ``seed`` is any int; persons of one game may share it if their ``number`` differs. ``pace`` 1.0 is a quick human,
    2.0 twice as fast. ``number`` 0 opens the table and lets everybody in; others choose the first table that can be
    joined, or the one named ``host``, and enter what ``code()`` gives: the code on number 0's screen (5 steps, 0 up 1
    right 2 down 3 left) or None while none is shown; without ``code``, a joiner can't get in. ``players`` is how many
    must sit down before this one says ready. The opener sets ``best_of`` and ``lock_check`` in the lobby.
    With ``rematch`` it goes on after the match result; else it stays there and ``is_done`` turns True.
    """

    def __init__(
        self,
        handheld,
        seed,
        pace=1.0,
        *,
        number=0,
        players=2,
        code=None,
        host=None,
        best_of=3,
        lock_check=True,
        rematch=False,
    ):
        self.handheld = handheld
        self.number = number
        self.players = players
        self.is_done = False
        self._code = code
        self._host = host
        self._best_of = best_of
        self._lock_check = lock_check
        self._rematch = rematch
        self._pace = pace
        self._chance = random.Random(seed * 16 + number)
        self._steps = []  # what the fingers are about to do: (at, key number, down)
        self._down = 0  # the keys that are down, a bit each
        self._look_at = None
        self._screen = ""
        self._computer = None
        self._act = 0  # the intention of the computer that is being keyed in, or 0
        self._wants_end = False
        self._locks = None
        self._locked_at = 0

    # --- for whoever runs the handheld ---

    def next_wake_ms(self, now):
        """Milliseconds until ``keys`` wants to be called, 0 if it is due. ``now``: any clock in ms, also a wrapping one
        of 29 bits, as long as it is always the same."""
        if self._steps:
            return max(0, _until(self._steps[0][0], now))
        if self._look_at is None:
            return 0
        return max(0, _until(self._look_at, now))

    def keys(self, now):
        """The key changes that are due: a list of ``(key number, is down)``, often empty."""
        steps = self._steps
        if not steps and (self._look_at is None or _until(self._look_at, now) <= 0):
            self._look(now)
        changes = []
        while steps and _until(steps[0][0], now) <= 0:
            _, key, is_down = steps.pop(0)
            self._down = self._down | 1 << key if is_down else self._down & ~(1 << key)
            changes.append((key, is_down))
        return changes

    def next_keys(self, now):
        """The same as a picture of the keys: a bit for each that is down now."""
        self.keys(now)
        return self._down

    # --- looking and pressing ---

    def _look(self, now):
        face = self.handheld.face if self.handheld is not None else None
        if face is None:
            self._wait(now, LOOK)
            return
        name = face.overlay or face.screen_name
        if name != self._screen:
            self._screen = name
            self._act = 0
            # The table is watched from the countdown on: nothing new to read there.
            self._wait(now, LOOK if name in ("countdown", "paused") else self._take(REACT if name == "table" else READ))
            return
        getattr(self, "_at_" + name, self._at_other)(face, now)
        if not self._steps and _until(self._look_at, now) <= 0:
            self._wait(now, LOOK)

    def _take(self, span):
        """A human's time: within ``span``, more often in its middle."""
        least, most = span
        return int((least + (most - least) * (self._chance.random() + self._chance.random()) / 2) / self._pace)

    def _wait(self, now, wait):
        self._look_at = now + wait

    def _tap(self, now, button, after=REACT, hold=HOLD):
        """Press a key now, let it go after ``hold``, look again after ``after``."""
        key = _KEY_NUMBERS[button]
        self._steps.append((now, key, True))
        self._steps.append((now + hold, key, False))
        self._look_at = now + hold + self._take(after)

    # --- the screens ---

    def _at_other(self, face, now):
        """Settings, self-test and the like: nobody sent us there."""
        self._tap(now, Z, READ)

    def _at_problem(self, face, now):
        self._wait(now, 4 * LOOK)

    def _at_paused(self, face, now):
        self._wait(now, LOOK)

    def _at_countdown(self, face, now):
        self._wait(now, LOOK)

    def _at_title(self, face, now):
        wanted = title.FIND if self.number else title.OPEN
        if face.screen.selected == wanted:
            self._tap(now, O, READ)
        else:
            self._tap(now, DOWN if face.screen.selected < wanted else UP, NEXT)

    def _at_tables(self, face, now):
        tables = face.link.tables
        wanted = -1
        for index, found in enumerate(tables):
            if found.same_version and not found.in_play and self._host in (None, found.name):
                wanted = index
                break
        if wanted < 0 or self._code is None or self._code() is None:
            self._wait(now, LOOK)
        elif face.screen.cursor == wanted:
            self._tap(now, O, READ)
        else:
            self._tap(now, DOWN if face.screen.cursor < wanted else UP, NEXT)

    def _at_code(self, face, now):
        screen = face.screen
        code = self._code() if self._code else None
        if face.link.state == KNOCKING:
            self._wait(now, LOOK)
            return
        if code is None:
            self._tap(now, Z, READ)
            return
        entered = screen.arrow_count
        for at in range(entered):
            if screen.arrows[at] != code[at]:
                self._tap(now, X, NEXT)
                return
        if entered < len(code):
            self._tap(now, _DIRECTIONS[code[entered]], NEXT)
        else:
            self._tap(now, O, READ)

    def _at_knock(self, face, now):
        self._tap(now, O, READ)

    def _at_lobby(self, face, now):
        link = face.link
        table = link.shown
        if link.is_dealer and (table.best_of != self._best_of or table.lock_check != self._lock_check):
            rule = lobby.BEST if table.best_of != self._best_of else lobby.LOCK_CHECK
            self._tap(now, RIGHT if face.screen.rule == rule else DOWN, NEXT)
        elif table.seated() >= self.players and not self._is_ready(link):
            self._tap(now, O, READ)

    def _at_round_result(self, face, now):
        if not self._is_ready(face.link):
            self._tap(now, O, READ)

    def _at_match_result(self, face, now):
        if self._rematch:
            self._at_round_result(face, now)
        else:
            self.is_done = True
            self._wait(now, 4 * LOOK)

    def _at_menu(self, face, now):
        """The menu is for ending a stuck round; anything else was a slip of the finger."""
        over = face.over
        wanted = menu.CONTINUE
        if self._wants_end and menu.END_ROUND in over.items:
            wanted = menu.END_ROUND
        row = over.items.index(wanted)
        if over.selected != row:
            self._tap(now, DOWN, NEXT)
        else:
            self._wants_end = False
            self._tap(now, O, REACT)

    def _is_ready(self, link):
        return link.seat != NOBODY and bool(link.ready & 1 << link.seat)

    # --- the table ---

    def _at_table(self, face, now):
        link = face.link
        table = link.shown
        seat = link.seat
        if seat == NOBODY or table.phase != RUNNING or table.standing(seat) != PLAYING:
            self._act = 0
            self._wait(now, LOOK)
            return
        computer = self._computer
        if computer is None or computer.seat != seat:
            computer = self._computer = Computer(table, seat, self._chance.randrange(1 << 16))
        computer.table = table
        if not self._act or not self._still_wanted(face, table, computer):
            # What the person reads off the screen, or knows by itself with a pile in hand: nobody has locked a pile
            # for a minute.
            is_stuck = face.screen.hint in (HINT_STUCK, HINT_ASKED) or self._nothing_happens(table, now)
            self._act = computer.decide(table.since + (STUCK_MS if is_stuck else 0) & _MASK)
        self._key_in(face, table, computer, now)

    def _nothing_happens(self, table, now):
        """True if no pile has been seen to be locked for a minute."""
        locks = (table.round, table.state[AT_LOCKS], table.state[AT_LOCKS + 1])
        if locks != self._locks:
            self._locks = locks
            self._locked_at = now
        return -_until(self._locked_at, now) > STUCK_MS + _SLOW_MS

    def _still_wanted(self, face, table, computer):
        """True if the world is still as it was when the intention was made."""
        hand = table.in_hand[computer.seat]
        if self._act == PICK_UP:
            return hand == NO_PILE and not table.is_locked(computer.pile)
        if self._act == SWAP:
            gives = table.places[computer.pile * PILE_CARDS + computer.slot] == computer.give
            takes = table.places[CENTRE + computer.place] == computer.take
            return hand == computer.pile and gives and takes
        return False

    def _key_in(self, face, table, computer, now):
        """The next key of the intention; an act's last key ends it."""
        act = self._act
        screen = face.screen
        if act == PICK_UP and screen.cursor != computer.pile:
            self._tap(now, self._way_to(table, computer, screen.cursor), NEXT)
            return
        if act == SWAP and not self._will_do(table, computer, screen.marked):
            self._tap(now, X, NEXT)
            return
        self._act = 0
        if act in (PICK_UP, PUT_DOWN):
            self._tap(now, O)
        elif act == SWAP:
            self._tap(now, _DIRECTIONS[computer.place])
        elif act == LOCK:
            self._tap(now, Z)
        elif act == CALL:
            if self._sees_all_locked(face.link, computer.seat):
                self._tap(now, Z, READ, CALL_HOLD)
        elif act == PROPOSE:
            self._wants_end = True
            self._tap(now, X, REACT, MENU_HOLD)

    def _will_do(self, table, computer, marked):
        """True if the marked card may go: the intended one, or, when a card is raced for, any that isn't collected
        (rules.md: a fair swap in one second beats the perfect swap in three)."""
        if marked == computer.slot:
            return True
        target = computer.target(computer.pile)
        if rank_of(computer.take) != target:
            return False
        return rank_of(table.places[computer.pile * PILE_CARDS + marked]) != target

    def _way_to(self, table, computer, cursor):
        """LEFT or RIGHT, whichever is the shorter way over one's own piles that aren't locked."""
        own = [pile for pile in range(PILES) if table.owner(pile) == computer.seat and not table.is_locked(pile)]
        if cursor not in own or computer.pile not in own:
            return RIGHT
        steps = (own.index(computer.pile) - own.index(cursor)) % len(own)
        return RIGHT if steps * 2 <= len(own) else LEFT

    def _sees_all_locked(self, link, seat):
        """True if no lock is still pending on the screen: a call before that could be a false one."""
        table = link.table
        return all(table.is_locked(pile) for pile in range(PILES) if table.owner(pile) == seat)


def _until(at, now):
    return ((at - now + _HALF) & _MASK) - _HALF
