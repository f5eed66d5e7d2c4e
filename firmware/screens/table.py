"""The table in play: key presses become wishes, and everything the picture shows becomes small numbers.

Nothing here allocates while a round runs: no strings are built, texts are chosen by number.
"""

from adafruit_ticks import ticks_diff

from ..rules.acts import CALL, LOCK, PICK_UP, PUT_DOWN, SWAP
from ..rules.cards import NO_CARD, rank_of
from ..rules.layout import (
    CENTRE,
    CENTRE_CARDS,
    NO_PILE,
    NOBODY,
    PILE_CARDS,
    PILES,
    PLAYING,
    RUNNING,
    SEATS,
)
from ..rules.verdicts import ACCEPTED
from .buttons import DOWN, LEFT, RIGHT, UP, O, X, Z
from .page import LONG
from .tones import BUZZ, START
from .tones import CALL as CALL_TONE

HOLD_MS = 400  # design.md, "The face": Z held this long is the slap
MENU_MS = 1000  # X held this long opens the menu
RING_STEPS = 8
TOAST_MS = 1000
FLASH_MS = 700
PEEK_MS = 800  # the small sign of another's wrongly locked pile shows each of its cards for so long
RING_MS = 50  # a holding finger sees the ring move this often

# What the buttons do now: the picture has one made line for each.
HINT_LOOK = 0  # no pile in hand
HINT_HAND = 1  # a pile in hand
HINT_CALL = 2  # all piles are locked
HINT_OUT = 3  # out of the round
HINT_FOUR = 4  # the pile in hand is four of a kind
HINT_STUCK = 5  # nobody locked a pile for a minute
HINT_ASKED = 6  # another proposes to end the round
HINT_ASKED_HAND = 7  # the same, with a pile in hand
HINT_PROPOSED = 8  # this player has proposed it
HINTS = 9

NO_RANK = 255

_PLACES = (UP, RIGHT, DOWN, LEFT)  # the centre's, 0 to 3


class TableScreen:
    """``cursor`` is the own pile under the cursor (0 to 11, or ``NO_PILE`` if none can be taken), ``marked`` the
    slot (0 to 3) of the pile in hand that a D-pad press gives away. Both survive everything that others do (F4).

    ``ring`` is how far Z has been held, 0 (not at all) to ``RING_STEPS`` (the call is out). ``toast`` is the
    verdict whose words are shown, or 0. ``flash_seat[place]`` is the seat that has just touched a centre
    place, or ``NOBODY``; ``refused_place`` the centre place of a refused swap, or ``NOBODY``.
    ``pending_places``, ``pending_slots`` (of the pile in hand) and ``pending_piles`` are bits of what an own
    unanswered wish touches.
    ``hint`` is one of the ``HINT_`` numbers. ``version`` grows with each visible change.
    """

    name = "table"

    def __init__(self, face):
        self.face = face
        self.version = 0
        self.cursor = NO_PILE
        self.marked = 0
        self.ring = 0
        self.toast = 0
        self.hint = HINT_LOOK
        self.refused_place = NOBODY
        self.flash_seat = bytearray(CENTRE_CARDS)
        self.pending_places = 0
        self.pending_piles = 0
        self.pending_slots = 0
        self.quality = 0
        self.in_hand = NO_PILE  # the own pile in hand as shown
        self.peek = 0  # what the small signs of wrongly locked piles show: 1 to 4 a card, 0 that they are no four
        self._flash_at = [0] * CENTRE_CARDS
        self._centre = bytearray(CENTRE_CARDS)
        self._ranks = bytearray(PILE_CARDS)
        self._target = bytearray(PILES)  # the rank that each pile is collecting, for the help mark
        self._state = bytearray(len(face.link.shown.state))
        self._names = [""] * SEATS
        self._round = -1
        self._swap_marked = False  # the mark was last moved by an own swap, not by the player
        self._toast_at = 0
        self._peek_at = 0
        self._is_peeking = False  # somebody else has locked a pile wrongly
        self._z_at = None  # when Z went down with no pile in hand, None if it is up
        self._x_at = None

    # --- the screen's life ---

    def open(self, now):
        """A round starts, or this handheld comes back into one. Keys that are already down do nothing (F14)."""
        table = self.face.link.shown
        self._z_at = self._x_at = None
        self.ring = 0
        if table.round != self._round:
            self._round = table.round
            self.face.tone = START
            self.cursor = NO_PILE
            self.toast = 0
            self.in_hand = NO_PILE
            self.refused_place = NOBODY
            for pile in range(PILES):
                self._target[pile] = NO_RANK
        for place in range(CENTRE_CARDS):
            self.flash_seat[place] = NOBODY
            self._centre[place] = table.places[CENTRE + place]
        self._follow(now)
        self.version += 1

    @property
    def is_in(self):
        """True while the own seat hasn't been put out of the round."""
        return self.hint != HINT_OUT

    def is_playing(self):
        """True if the own seat is in the round and it runs."""
        link = self.face.link
        table = link.shown
        return table.phase == RUNNING and link.seat != NOBODY and table.standing(link.seat) == PLAYING

    # --- keys ---

    def press(self, button, at):
        """One key press, with its time in ticks."""
        if button == X:
            self._x_at = at
        if not self.is_playing():
            return
        link = self.face.link
        self._see_hand()
        pile = self.in_hand
        if pile == NO_PILE:
            if button == Z:
                self._z_at = at
            elif self.cursor == NO_PILE:
                return
            elif button == O:
                link.wish(PICK_UP, at, self.cursor, 0, 0)
            elif button == LEFT:
                self._set_cursor(self._next_pile(self.cursor, PILES - 1))
            elif button == RIGHT:
                self._set_cursor(self._next_pile(self.cursor, 1))
        elif button == O:
            link.wish(PUT_DOWN, at, pile, 0, 0)
        elif button == Z:
            link.wish(LOCK, at, pile, 0, 0)
        elif button == X:
            self.marked = (self.marked + 1) % PILE_CARDS
            self._swap_marked = False
            self.version += 1
        else:
            self._swap(pile, _PLACES.index(button), at)

    def release(self, button, at):
        """A key came up. A slap counts if the key itself was down long enough, however late we look."""
        if button == Z and self._z_at is not None:
            self._check_slap(at)
            self._z_at = None
            self._set_ring(0)
        elif button == X:
            self._x_at = None

    def answer(self, answer, now):
        """The verdict of an own wish. Refusals show; a refused swap gives its card the mark back."""
        verdict = answer.verdict
        if verdict == ACCEPTED:
            return
        if answer.kind == SWAP:
            self.refused_place = answer.place
            if self._swap_marked and answer.pile == self.in_hand:
                self.marked = answer.slot
                self._swap_marked = False
        self.toast = verdict
        self.face.tone = BUZZ
        self._toast_at = now
        self.version += 1

    def _next_pile(self, pile, step):
        """The next own pile after ``pile``, by steps of ``step``, that isn't locked: perhaps itself, ``NO_PILE`` if all
        are locked."""
        link = self.face.link
        table = link.shown
        for _ in range(PILES):
            pile = (pile + step) % PILES
            if table.owner(pile) == link.seat and not table.is_locked(pile):
                return pile
        return NO_PILE

    def _set_cursor(self, pile):
        if pile != self.cursor:
            self.cursor = pile
            self.version += 1

    def _swap(self, pile, place, at):
        link = self.face.link
        table = link.shown
        first = pile * PILE_CARDS
        slot = self.marked
        taken = table.places[CENTRE + place]
        if taken == NO_CARD:
            return
        # The ranks as they will lie, read before the wish: the shown table may change with it.
        for at_slot in range(PILE_CARDS):
            self._ranks[at_slot] = rank_of(table.places[first + at_slot])
        link.wish(SWAP, at, pile, slot, place)
        self.pending_slots |= 1 << slot
        self._ranks[slot] = rank_of(taken)
        self._centre[place] = link.shown.places[CENTRE + place]
        if self.face.settings.help_mark:
            odd = self._odd_after(pile, slot)
            if odd >= 0:
                self.marked = odd
        self._swap_marked = True
        self.version += 1

    # --- the mark ---

    def _odd_after(self, pile, slot):
        """The next slot after ``slot``, cyclic, whose card isn't of the pile's most frequent rank (``_ranks``),
        or -1 if all four are equal. Among equally frequent ranks the pile keeps the one it was collecting."""
        ranks = self._ranks
        target = collected = self._target[pile]
        best = 0
        for rank in ranks:
            count = 1 if rank == collected else 0
            for other in ranks:
                if other == rank:
                    count += 2
            if count > best:
                best = count
                target = rank
        self._target[pile] = target
        for step in range(1, PILE_CARDS + 1):
            a = (slot + step) % PILE_CARDS
            if ranks[a] != target:
                return a
        return -1

    def _mark_picked_up(self, pile):
        table = self.face.link.shown
        self.marked = 0
        self._swap_marked = False
        if not self.face.settings.help_mark:
            return
        for slot in range(PILE_CARDS):
            card = table.places[pile * PILE_CARDS + slot]
            if card == NO_CARD:
                return
            self._ranks[slot] = rank_of(card)
        odd = self._odd_after(pile, PILE_CARDS - 1)
        if odd >= 0:
            self.marked = odd

    # --- the slap and the menu ---

    def _check_slap(self, now):
        """Call if Z has been down for ``HOLD_MS``. The press is the time of the call."""
        at = self._z_at
        if ticks_diff(now, at) < HOLD_MS:
            return
        self._z_at = None
        self._see_hand()
        if self.is_playing() and self.in_hand == NO_PILE:
            self.face.link.wish(CALL, at, NO_PILE, 0, 0)
            self.face.tone = CALL_TONE

    def _set_ring(self, ring):
        if ring != self.ring:
            self.ring = ring
            self.version += 1

    # --- looking ---

    def _see_hand(self):
        link = self.face.link
        if link.seat == NOBODY:
            return
        pile = link.shown.in_hand[link.seat]
        if pile != self.in_hand:
            self.in_hand = pile
            if pile != NO_PILE:
                self.cursor = pile
                self._mark_picked_up(pile)
                self._z_at = None
                self._set_ring(0)
            self.version += 1

    def _follow(self, now):
        """The shown table changed: keep the cursor and the mark where they make sense."""
        link = self.face.link
        table = link.shown
        self._see_hand()
        seat = link.seat
        # The one it is on, if that can still be taken, otherwise the next.
        self._set_cursor(self._next_pile((self.cursor if self.cursor != NO_PILE else PILES) - 1, 1))
        for place in range(CENTRE_CARDS):
            card = table.places[CENTRE + place]
            if card != self._centre[place]:
                self._centre[place] = card
                toucher = table.last_touch(place)
                if toucher != seat and table.phase == RUNNING:
                    self.flash_seat[place] = toucher
                    self._flash_at[place] = now
        self._is_peeking = False
        if not table.lock_check:
            for pile in range(PILES):
                if table.is_locked(pile) and table.owner(pile) != seat and not table.is_four(pile):
                    self._is_peeking = True

    def _see_hint(self, now):
        link = self.face.link
        table = link.shown
        if link.seat == NOBODY or table.standing(link.seat) != PLAYING:
            hint = HINT_OUT
        elif self.in_hand != NO_PILE:
            pile = self.in_hand
            if table.places[pile * PILE_CARDS] != NO_CARD and table.is_four(pile):
                hint = HINT_FOUR
            else:
                hint = HINT_ASKED_HAND if self._is_asked() and not table.proposes(link.seat) else HINT_HAND
        elif self.cursor == NO_PILE:
            hint = HINT_CALL
        elif table.proposes(link.seat):
            hint = HINT_PROPOSED
        elif self._is_asked():
            hint = HINT_ASKED
        elif table.is_stuck(link.table_time(now)):
            hint = HINT_STUCK
        else:
            hint = HINT_LOOK
        if hint != self.hint:
            self.hint = hint
            self.version += 1

    def _is_asked(self):
        """True if anybody still in the round proposes to end it."""
        table = self.face.link.shown
        if not table.is_end_proposed():
            return False
        for seat in range(SEATS):
            if table.proposes(seat) and table.standing(seat) == PLAYING:
                return True
        return False

    def _see_pending(self):
        link = self.face.link
        if not link.pending and not self.pending_piles and not self.pending_places:
            self.pending_slots = 0
            return
        places = 0
        for place in range(CENTRE_CARDS):
            if link.is_pending_place(place):
                places |= 1 << place
        piles = 0
        for pile in range(PILES):
            if link.is_pending_pile(pile):
                piles |= 1 << pile
        if not places:
            self.pending_slots = 0
        if places != self.pending_places or piles != self.pending_piles:
            self.pending_places = places
            self.pending_piles = piles
            self.version += 1

    def think(self, now):
        """Follow the table, let flashes and toasts end, and see whether a held key has been held long enough."""
        link = self.face.link
        table = link.shown
        wait = LONG
        if table.state != self._state:
            state = table.state
            mine = self._state
            for at in range(len(mine)):
                mine[at] = state[at]
            self.version += 1
            self._follow(now)
        if link.names != self._names:
            # After a restart the table comes first and who sits there a moment later.
            for seat in range(SEATS):
                self._names[seat] = link.names[seat]
            self.version += 1
        self._see_pending()
        self._see_hint(now)
        if link.quality != self.quality:
            self.quality = link.quality
            self.version += 1
        if self._z_at is not None:
            held = ticks_diff(now, self._z_at)
            if held >= HOLD_MS:
                self._set_ring(RING_STEPS)
                self._check_slap(now)
            else:
                self._set_ring(1 + held * (RING_STEPS - 1) // HOLD_MS)
                wait = min(RING_MS, HOLD_MS - held)
        if self._x_at is not None:
            left = MENU_MS - ticks_diff(now, self._x_at)
            if left <= 0:
                self._x_at = None
                self.face.open_menu(now)
            else:
                wait = min(wait, left)
        if self.toast:
            left = TOAST_MS - ticks_diff(now, self._toast_at)
            if left <= 0:
                self.toast = 0
                self.refused_place = NOBODY
                self.version += 1
            else:
                wait = min(wait, left)
        if self._is_peeking:
            left = PEEK_MS - ticks_diff(now, self._peek_at)
            if left <= 0:
                self.peek = (self.peek + 1) % (PILE_CARDS + 1)
                self._peek_at = now
                self.version += 1
                left = PEEK_MS
            wait = min(wait, left)
        for place in range(CENTRE_CARDS):
            if self.flash_seat[place] != NOBODY:
                left = FLASH_MS - ticks_diff(now, self._flash_at[place])
                if left <= 0:
                    self.flash_seat[place] = NOBODY
                    self.version += 1
                else:
                    wait = min(wait, left)
        return wait
