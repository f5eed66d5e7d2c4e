"""Races for a card, thousands of them: who gets it, in which order, and when the players know.

The keys are pressed at true times, through the real key scanner, screens, link and radio. Two players hold a pile each
and press the same direction; one of them gets the card. Nobody locks, so a round holds as many races as one likes.
"""

import random

from firmware.rules.acts import SWAP
from firmware.rules.layout import NO_PILE
from firmware.screens.buttons import DOWN, LEFT, RIGHT, UP, O
from host_sim.game import faults
from host_sim.game.match_world import MatchWorld
from host_sim.game.seating import deal, must, seat_everybody

GAP_MS = (330, 470)  # from one race to the next
HELD_MS = 70
SETTLE_MS = 280  # the verdicts are in by then, even at 20 % loss
APART_MS = (10.0, 40.0)  # "more than 10 ms apart"
_KEYS = {1 << number: number for number in range(7)}
_DIRECTIONS = (UP, RIGHT, DOWN, LEFT)  # by centre place
_ACCEPTED = 1


class Races:
    """What came of it: ``decided`` races, ``dealer_won`` of them, ``in_order`` of them (for races apart), ``undecided``
    (nobody got the card), ``both`` (both got one: the later one saw the new card before the press; in races of the same
    instant it must stay 0), and ``waits``: ms from each true press to its verdict on the screen."""

    def __init__(self):
        self.decided = 0
        self.dealer_won = 0
        self.in_order = 0
        self.undecided = 0
        self.both = 0
        self.waits = []

    def add(self, other):
        """Take those of another run in."""
        self.decided += other.decided
        self.dealer_won += other.dealer_won
        self.in_order += other.in_order
        self.undecided += other.undecided
        self.both += other.both
        self.waits += other.waits

    @property
    def dealer_share(self):
        """0 to 1."""
        return self.dealer_won / self.decided if self.decided else None

    @property
    def order_share(self):
        """0 to 1."""
        return self.in_order / self.decided if self.decided else None

    def wait_ms(self, share):
        """The wait that ``share`` (0 to 1) of all presses don't exceed."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(share * len(waits)))] if waits else None


def run_races(count, seed, text="", apart=False, per_world=250, dealer=None):
    """Run ``count`` races with the faults of ``text``, ``per_world`` in a world; each handheld deals in half of them.

    ``apart``: one presses ``APART_MS`` (evenly spread) before the other, in turns; else both in the same instant. In
    the faults' text, handheld 0 is whoever deals. ``dealer``: handheld 0 or 1 deals in all of them instead.
    """
    total = Races()
    number = 0
    while count > 0:
        opener = number % 2 if dealer is None else dealer
        total.add(_one_world(min(count, per_world), seed * 1000 + number, opener, text, apart))
        number += 1
        count -= per_world
    return total


def _one_world(count, seed, opener, text, apart):
    chance = random.Random("races %d" % seed)
    world = MatchWorld(2, seed, (), persons=False, checked=False)
    if opener and ":" in text:
        name, who = text.split(":")
        text = name + ":" + who.translate(str.maketrans("01", "10"))
    for fault in faults.parse(text):
        fault.begin(world)
    seat_everybody(world, opener=opener)
    deal(world)
    races = Races()
    watched = [_Watch(world, player) for player in world.players]
    world.run_ms(3000)  # the clocks settle
    for player in world.players:
        _take_a_pile(world, player)
    for _ in range(count):
        place = chance.randrange(4)
        first = chance.randrange(2)
        ahead_us = int(chance.uniform(*APART_MS) * 1000) if apart else 0
        at = world.now_us + chance.randrange(10_000, 60_000)
        times = [0, 0]
        times[first] = at
        times[1 - first] = at + ahead_us
        key = _KEYS[_DIRECTIONS[place]]
        for watch, press_us in zip(watched, times, strict=True):
            watch.verdict = None
            world.press(watch.number, key, True, press_us)
            world.press(watch.number, key, False, press_us + HELD_MS * 1000)
        world.run(at + ahead_us + SETTLE_MS * 1000)
        if any(watch.verdict is None for watch in watched):
            world.run_ms(1500)
        _count(races, watched, times, first, opener)
        for player in world.players:
            if player.link.shown.in_hand[player.link.seat] == NO_PILE:
                _take_a_pile(world, player)
        world.run_ms(chance.randint(*GAP_MS) - SETTLE_MS)
    if world.broken:
        raise RuntimeError(world.broken)
    return races


def _count(races, watched, times, first, opener):
    verdicts = [watch.verdict for watch in watched]
    won = [verdict == _ACCEPTED for verdict in verdicts]
    for watch, press_us in zip(watched, times, strict=True):
        if watch.verdict is not None:
            races.waits.append((watch.at_us - press_us) / 1000)
    if all(won):
        races.both += 1
    elif not any(won) or None in verdicts:
        races.undecided += 1
    else:
        races.decided += 1
        races.dealer_won += won[opener]
        races.in_order += won[first]


class _Watch:
    """Notes the verdict of a handheld's next swap, and when its screen learned it."""

    def __init__(self, world, player):
        self.number = player.number
        self.verdict = None
        self.at_us = 0
        link = player.link
        next_answer = link.next_answer

        def watched():
            answer = next_answer()
            if answer is not None and answer.kind == SWAP:
                self.verdict = answer.verdict
                self.at_us = world.now_us
            return answer

        link.next_answer = watched


def _take_a_pile(world, player):
    """By the keys, as a player does."""
    link = player.link
    key = _KEYS[O]
    for _ in range(5):
        if link.table.in_hand[link.seat] != NO_PILE:
            return
        world.press(player.number, key, True)
        world.run_ms(80)
        world.press(player.number, key, False)
        world.run_ms(250)
    must(world, lambda: link.table.in_hand[link.seat] != NO_PILE, "no pile in hand")
