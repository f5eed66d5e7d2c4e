"""The table screen: keys become wishes, and what the player chose survives what others do."""

import pytest

from firmware.rules.acts import CALL, LOCK, PICK_UP, PROPOSE, PUT_DOWN, SWAP
from firmware.rules.layout import AT_RESULT, CENTRE, NO_PILE, NOBODY, PILE_CARDS
from firmware.rules.verdicts import GONE, NOT_FOUR
from firmware.screens.buttons import DOWN, LEFT, RIGHT, UP, O, X, Z
from firmware.screens.face import Face
from firmware.screens.table import (
    FLASH_MS,
    HINT_ASKED,
    HINT_ASKED_HAND,
    HINT_CALL,
    HINT_FOUR,
    HINT_HAND,
    HINT_LOOK,
    HINT_OUT,
    HINT_PROPOSED,
    HINT_STUCK,
    HOLD_MS,
    MENU_MS,
    RING_STEPS,
    TOAST_MS,
)
from firmware.words import load
from tests.screens.choices import Choices
from tests.screens.fake_link import FakeLink

HEARTS = 13


class Play:
    """One player at a table of the fake link, with a clock."""

    def __init__(self, help_mark=True, seed=7, seats=2, seat=0, start=1000, **more):
        self.now = start
        self.link = FakeLink(**more).running(seed, self.now, seats, seat)
        self.face = Face(self.link, load("en"), None, Choices("Ann", help_mark=help_mark))
        self.face.think(self.now)
        self.screen = self.face.screen
        assert self.face.screen_name == "table"

    def tap(self, *buttons, hold=30):
        for button in buttons:
            self.now += 50
            self.face.press(button, self.now)
            self.wait(hold)
            self.face.release(button, self.now)
            self.face.think(self.now)
        return self

    def wait(self, ms):
        for _ in range(0, ms, 10):
            self.now += 10
            self.face.think(self.now)
        return self

    def asked(self):
        asked, self.link.asked = [(wish[0], *wish[2:]) for wish in self.link.asked], []
        return asked

    def lock(self, *piles):
        for pile in piles:
            self.link.lay(pile, *(pile + 13 * suit for suit in range(4)))
        for pile in piles:
            self.link.table.in_hand[self.link.seat] = pile
            self.link.table.lock(self.link.seat, pile, self.link.table.since)
        self.link.show()
        self.face.think(self.now)


def ranks(*cards_of_rank):
    """A pile's cards of these ranks, each of another suit."""
    return [rank + HEARTS * suit for suit, rank in enumerate(cards_of_rank)]


# --- keys to wishes ---


def test_o_picks_up_and_puts_down_the_pile_under_the_cursor():
    play = Play()
    play.tap(RIGHT, RIGHT, O)
    assert play.asked() == [(PICK_UP, 2, 0, 0)]
    assert play.screen.in_hand == 2
    play.tap(O)
    assert play.asked() == [(PUT_DOWN, 2, 0, 0)]
    assert play.screen.cursor == 2


@pytest.mark.parametrize("seat, piles", [(0, range(4)), (1, range(4, 8)), (2, range(8, 12))])
def test_the_cursor_goes_round_over_the_own_piles(seat, piles):
    play = Play(seats=3, seat=seat)
    seen = []
    for _ in range(5):
        seen.append(play.screen.cursor)
        play.tap(RIGHT)
    assert seen == [*piles, piles[0]]
    play.tap(LEFT, LEFT)
    assert play.screen.cursor == piles[-1]


@pytest.mark.parametrize("button, place", [(UP, 0), (RIGHT, 1), (DOWN, 2), (LEFT, 3)])
def test_one_press_swaps_the_marked_card_with_that_place(button, place):
    play = Play(help_mark=False)
    play.tap(O, X, X)
    mine = play.link.table.places[2]
    theirs = play.link.table.places[CENTRE + place]
    play.asked()
    play.tap(button)
    assert play.asked() == [(SWAP, 0, 2, place)]
    assert play.link.table.places[2] == theirs
    assert play.link.table.places[CENTRE + place] == mine


def test_wishes_carry_the_time_of_the_press_not_of_the_look():
    play = Play()
    play.face.press(O, play.now + 3)
    assert play.link.asked[-1][1] == play.now + 3


def test_x_marks_the_next_card_round_and_round():
    play = Play(help_mark=False)
    play.tap(O)
    seen = [play.screen.marked]
    for _ in range(4):
        play.tap(X)
        seen.append(play.screen.marked)
    assert seen == [0, 1, 2, 3, 0]


def test_z_locks_at_the_press_and_the_cursor_goes_on():
    play = Play()
    play.link.lay(0, *ranks(4, 4, 4, 4))
    play.tap(O)
    assert play.screen.hint == HINT_FOUR
    play.asked()
    play.tap(Z)
    assert play.asked() == [(LOCK, 0, 0, 0)]
    assert play.screen.cursor == 1
    assert play.screen.in_hand == NO_PILE
    play.tap(RIGHT, LEFT, LEFT)
    assert play.screen.cursor == 5  # the locked pile is skipped


def test_a_refused_lock_says_why():
    play = Play()
    play.link.lay(0, *ranks(4, 4, 4, 5))
    play.tap(O, Z)
    assert play.screen.toast == NOT_FOUR
    assert play.screen.in_hand == 0
    play.wait(TOAST_MS + 20)
    assert play.screen.toast == 0


def test_keys_do_nothing_before_the_start_and_when_out():
    play = Play()
    play.link.table.call(0, 1)
    play.link.show()
    play = Play(seats=3)
    play.link.table.call(0, 1)
    play.link.show()
    play.face.think(play.now)
    assert play.screen.hint == HINT_OUT
    play.tap(O, UP, X, Z, hold=HOLD_MS + 100)
    assert play.asked() == []


# --- the help mark ---


@pytest.mark.parametrize(
    "pile, marked",
    [((7, 7, 9, 12), 2), ((9, 7, 7, 7), 0), ((7, 7, 7, 9), 3), ((7, 7, 7, 7), 0), ((7, 9, 9, 7), 1), ((1, 2, 3, 4), 1)],
)
def test_help_marks_a_card_that_is_not_of_the_most_frequent_rank(pile, marked):
    play = Play()
    play.link.lay(0, *ranks(*pile))
    play.tap(O)
    assert play.screen.marked == marked


def test_without_help_the_first_card_is_marked_and_stays_after_a_swap():
    play = Play(help_mark=False)
    play.link.lay(0, *ranks(7, 7, 7, 9))
    play.tap(O)
    assert play.screen.marked == 0
    play.tap(X, UP)
    assert play.screen.marked == 1


def test_after_a_swap_help_marks_the_next_odd_card_and_keeps_the_rank_it_collects():
    play = Play()
    play.link.lay(0, *ranks(7, 7, 9, 12))
    seven = 7 + HEARTS * 3
    place = list(play.link.table.places).index(seven)
    play.link.table.places[place], play.link.table.places[CENTRE] = play.link.table.places[CENTRE], seven
    play.link.show()
    play.tap(O)
    assert play.screen.marked == 2
    play.tap(UP)
    assert play.screen.marked == 3
    # Two pairs now: sevens are collected, so the other pair is the odd one.
    play = Play()
    play.link.lay(0, *ranks(9, 7, 7, 12))
    nine = 9 + HEARTS * 2
    place = list(play.link.table.places).index(nine)
    play.link.table.places[place], play.link.table.places[CENTRE] = play.link.table.places[CENTRE], nine
    play.link.show()
    play.tap(O, X, X, X, UP)
    assert play.link.table.places[3] == nine
    assert play.screen.marked == 0


# --- what others do (field case F4) ---


def test_others_change_everything_else_and_cursor_mark_and_hand_stay():
    play = Play(seats=3, help_mark=False)
    play.tap(RIGHT, O, X, X)
    for step in range(40):
        seat = 1 + step % 2
        play.link.other_swaps(seat, 4 * seat + step % 4, step // 4 % 4, step % 4)
        play.wait(20)
        assert play.screen.cursor == 1
        assert play.screen.in_hand == 1
        assert play.screen.marked == 2


def test_the_cursor_stays_while_others_lock_and_leave():
    play = Play(seats=3)
    play.tap(RIGHT, RIGHT)
    for seat, pile in ((1, 4), (2, 9)):
        play.link.lay(pile, *ranks(*[pile] * 4))
        play.link.table.in_hand[seat] = pile
        play.link.table.lock(seat, pile, play.link.table.since)
        play.link.show()
        play.wait(20)
        assert play.screen.cursor == 2
    play.link.table.leave(1, 9)
    play.link.show()
    play.wait(20)
    assert play.screen.cursor == 2


def test_what_another_touched_flashes_in_their_colour_and_own_swaps_do_not():
    play = Play(seats=3)
    play.link.other_swaps(2, 8, 0, 3)
    play.wait(10)
    assert list(play.screen.flash_seat) == [NOBODY, NOBODY, NOBODY, 2]
    play.wait(FLASH_MS)
    assert list(play.screen.flash_seat) == [NOBODY] * 4
    play.tap(O, UP)
    assert list(play.screen.flash_seat) == [NOBODY] * 4


# --- pending and refused ---


def test_own_swap_is_pending_until_it_is_answered():
    play = Play(help_mark=False)
    play.tap(O)
    play.link.auto = False
    play.tap(RIGHT)
    assert play.screen.pending_places == 1 << 1
    assert play.screen.pending_piles == 1
    assert play.screen.pending_slots == 1
    play.link.settle()
    play.wait(10)
    assert (play.screen.pending_places, play.screen.pending_piles, play.screen.pending_slots) == (0, 0, 0)


def gone(play):
    """A swap with the upper card, which another was quicker to take."""
    play.link.auto = False
    play.tap(UP)
    waiting, play.link.waiting = play.link.waiting, []
    play.link.other_swaps(1, 6, 0, 0)
    play.link.waiting = waiting
    play.link.settle()
    play.link.auto = True
    play.wait(10)


def test_a_refused_swap_shows_gone_at_its_place_and_gives_the_mark_back():
    play = Play()
    play.link.lay(0, *ranks(7, 7, 9, 12))
    play.tap(O)
    assert play.screen.marked == 2
    gone(play)
    assert play.screen.toast == GONE
    assert play.screen.refused_place == 0
    assert play.screen.marked == 2
    play.wait(TOAST_MS + 20)
    assert play.screen.toast == 0
    assert play.screen.refused_place == NOBODY


def test_a_mark_that_the_player_has_moved_since_is_not_given_back():
    play = Play(help_mark=False)
    play.tap(O)
    play.link.auto = False
    play.tap(UP, X, X)
    waiting, play.link.waiting = play.link.waiting, []
    play.link.other_swaps(1, 6, 0, 0)
    play.link.waiting = waiting
    play.link.settle()
    play.wait(10)
    assert play.screen.toast == GONE
    assert play.screen.marked == 2


# --- the slap ---


def test_z_held_calls_with_the_time_of_the_press():
    play = Play(seats=3)
    at = play.now + 50
    play.face.press(Z, at)
    play.now = at
    play.wait(HOLD_MS - 20)
    assert play.link.asked == []
    play.wait(40)
    assert play.link.asked == [(CALL, at, NO_PILE, 0, 0)]
    play.wait(1000)
    play.face.release(Z, play.now)
    assert len(play.link.asked) == 1


def test_the_ring_fills_and_letting_go_earlier_does_nothing():
    play = Play(seats=3)
    play.face.press(Z, play.now)
    seen = []
    for _ in range(0, HOLD_MS - 20, 10):
        play.wait(10)
        seen.append(play.screen.ring)
    assert seen == sorted(seen)
    assert seen[0] >= 1 and seen[-1] == RING_STEPS - 1
    play.face.release(Z, play.now)
    play.wait(1000)
    assert play.screen.ring == 0
    assert play.link.asked == []


def test_a_slap_held_long_enough_counts_although_nobody_looked():
    play = Play(seats=3)
    at = play.now
    play.face.press(Z, at)
    play.face.release(Z, at + HOLD_MS)
    assert play.link.asked == [(CALL, at, NO_PILE, 0, 0)]
    play = Play(seats=3)
    play.face.press(Z, at)
    play.face.release(Z, at + HOLD_MS - 1)
    assert play.link.asked == []


def test_a_slap_works_across_the_wrap_of_the_ticks():
    play = Play(seats=3, start=2**29 - 150)
    at = play.now
    play.face.press(Z, at)
    play.face.think((at + 399) % 2**29)
    assert play.link.asked == []
    play.face.think((at + 400) % 2**29)
    assert play.link.asked == [(CALL, at, NO_PILE, 0, 0)]


def test_with_a_pile_in_hand_z_held_does_not_call():
    play = Play()
    play.tap(O)
    play.asked()
    play.tap(Z, hold=HOLD_MS + 200)
    assert [wish[0] for wish in play.asked()] == [LOCK]


def test_keys_held_from_before_the_round_do_nothing():
    """Field case F14: a lone release, and a key that was down before the start signal."""
    play = Play(seats=3)
    play.face.release(Z, play.now)
    play.face.release(O, play.now)
    play.wait(HOLD_MS * 2)
    assert play.asked() == []
    play.link.table.call(0, 1)
    play.link.table.call(1, 1)
    play.link.show()
    play.face.think(play.now)
    play.face.press(Z, play.now)  # still in the result
    play.face.close_menu()
    play.link.table.deal(9, play.link.table_time(play.now))
    play.link.table.start(play.link.table_time(play.now))
    play.link.show()
    play.wait(HOLD_MS * 3)
    play.face.release(Z, play.now)
    assert CALL not in [wish[0] for wish in play.asked()]


def test_all_locked_asks_for_the_slap():
    play = Play()
    play.lock(*range(6))
    assert play.screen.hint == HINT_CALL
    assert play.screen.cursor == NO_PILE
    play.tap(O, LEFT, UP)
    assert play.asked() == []
    play.tap(Z, hold=HOLD_MS + 20)
    assert play.asked() == [(CALL, NO_PILE, 0, 0)]
    assert play.face.screen_name == "round_result"


# --- the menu, stuck rounds ---


def test_x_held_opens_the_menu_and_z_closes_it():
    play = Play()
    play.tap(X, hold=MENU_MS + 20)
    assert play.face.overlay == "menu"
    assert play.face.over.row_count == 2  # continue, leave
    play.tap(Z)
    assert play.face.overlay == ""
    assert play.asked() == []
    play.tap(X, hold=MENU_MS - 100)
    assert play.face.overlay == ""


def test_leaving_is_by_the_menu():
    play = Play()
    play.tap(X, hold=MENU_MS + 20)
    play.tap(DOWN, O)
    assert play.link.asked == [("leave",)]
    assert play.face.screen_name == "title"


def test_a_stuck_round_offers_to_end_it():
    play = Play()
    play.wait(100)
    assert play.screen.hint == HINT_LOOK
    play.now += 60_000
    play.face.think(play.now)
    assert play.screen.hint == HINT_STUCK
    play.tap(X, hold=MENU_MS + 20)
    play.tap(DOWN, O)
    assert play.asked() == [(PROPOSE, NO_PILE, 0, 0)]


def test_everybody_sees_that_one_proposes_to_end_the_round():
    """A proposal that nobody sees is never agreed to."""
    play = Play()
    table = play.link.table
    play.now += 60_000
    play.face.think(play.now)
    table.state[AT_RESULT] |= 16 << 1
    play.link.show()
    play.wait(50)
    assert play.screen.hint == HINT_ASKED
    play.tap(O)
    assert play.screen.hint == HINT_ASKED_HAND
    play.tap(O)
    table.state[AT_RESULT] |= 16 << play.link.seat
    play.link.show()
    play.wait(50)
    assert play.screen.hint == HINT_PROPOSED
    play.tap(O)
    assert play.screen.hint == HINT_HAND


def test_a_proposal_of_one_who_left_asks_nobody():
    play = Play(seats=3)
    table = play.link.table
    play.now += 60_000
    table.state[AT_RESULT] |= 16 << 1
    table.leave(1, play.now)
    play.link.show()
    play.wait(50)
    assert play.screen.hint == HINT_STUCK


def test_the_hint_follows_the_hand():
    play = Play()
    play.link.lay(0, *ranks(4, 4, 4, 5))
    assert play.screen.hint == HINT_LOOK
    play.tap(O)
    assert play.screen.hint == HINT_HAND
    assert play.screen.in_hand == 0 and PILE_CARDS == 4


def test_names_that_come_after_the_table_are_shown():
    """A handheld that was restarted hears the table first and the names later."""
    play = Play(seats=3)
    play.link.names[:] = ["", "", "", ""]
    play.wait(20)
    version = play.screen.version
    play.link.names[2] = "Cyd"
    play.wait(20)
    assert play.screen.version > version


def test_nothing_changes_while_nothing_happens():
    play = Play()
    play.wait(100)
    version = play.screen.version
    play.wait(2000)
    assert play.screen.version == version
