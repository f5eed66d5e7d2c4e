"""A person's keys take real links and real screens from the title to the match result."""

import math
import random

import pytest

from firmware.link.link import Link
from firmware.rules.layout import MATCH_OVER, RUNNING
from firmware.screens.face import Face
from firmware.words import load
from host_sim.game.person import Person
from tests.link.air import Air, Radio
from tests.screens.choices import Choices

START = 0x1FFF0000  # where a board's ticks begin: they wrap after 65.5 s
MASK = (1 << 29) - 1


class Handheld:
    def __init__(self, air, number, seed, **choices):
        chance = random.Random(seed * 10 + number)
        self.link = Link(Radio(air, bytes((2, 0, 0, 0, 0, number + 1))), f"P{number}", lambda: chance.getrandbits(32))
        self.face = Face(self.link, load("en"), None, Choices(name=f"P{number}", **choices))


class Game:
    """Handhelds with a person each; one step a millisecond where something is due."""

    def __init__(self, count, seed, loss=0.0, pace=1.0, **options):
        self.air = Air(seed, loss, delay=2, jitter=2)  # frames take 2 to 4 ms
        self.air.now = 0  # whole ms
        self.handhelds = [Handheld(self.air, number, seed) for number in range(count)]
        dealer = self.handhelds[0].link
        self.people = [
            Person(handheld, seed, pace, number=number, players=count, code=self.code_shown, **options)
            for number, handheld in enumerate(self.handhelds)
        ]
        self.dealer = dealer
        self.due = [0] * count
        self.presses = []
        self.screens = [[] for _ in range(count)]

    def code_shown(self):
        return self.dealer.code if self.handhelds[0].face.screen_name == "lobby" else None

    def run(self, until_ms):
        """Run until everybody is done. Returns the ms it took, or None."""
        while self.air.now < until_ms:
            for _ in self.air.deliver():
                pass
            for number, handheld in enumerate(self.handhelds):
                if self.due[number] <= self.air.now or handheld.link.radio.ring:
                    self.step(number, handheld)
            if all(person.is_done for person in self.people):
                return self.air.now
            after = min(self.due)
            arrival = self.air.next_arrival()
            if arrival is not None:
                after = min(after, math.ceil(arrival))
            self.air.now = max(after, self.air.now + 1)
        return None

    def step(self, number, handheld):
        now = self.air.now
        ticks = (START + now) & MASK
        person = self.people[number]
        for key, is_down in person.keys(now):
            self.presses.append((now, number, key, is_down))
            (handheld.face.press if is_down else handheld.face.release)(1 << key, ticks)
        wait = min(handheld.link.step(ticks), handheld.face.think(ticks), person.next_wake_ms(now))
        self.due[number] = now + max(1, wait)
        name = handheld.face.screen_name
        if not self.screens[number] or self.screens[number][-1] != name:
            self.screens[number].append(name)


@pytest.mark.parametrize(("count", "seed"), [(2, 1), (3, 2)])
def test_from_the_title_to_one_match_result_on_every_screen(count, seed):
    game = Game(count, seed)
    took = game.run(60 * 60_000)
    assert took is not None, [handheld.face.screen_name for handheld in game.handhelds]
    winners = {handheld.link.table.match_winner for handheld in game.handhelds}
    assert len(winners) == 1
    assert game.dealer.table.phase == MATCH_OVER
    assert game.screens[0][:3] == ["title", "lobby", "countdown"]
    assert game.screens[1][:5] == ["title", "tables", "code", "lobby", "countdown"]
    for screens in game.screens:
        assert screens[-1] == "match_result"
        assert "round_result" in screens


def test_a_match_ends_over_a_link_that_loses_a_fifth():
    game = Game(2, 5, loss=0.2)
    assert game.run(60 * 60_000) is not None


def test_the_same_seed_presses_the_same_keys_and_another_does_not():
    def presses(seed):
        game = Game(2, seed)
        game.run(40_000)
        return game.presses

    assert presses(3) == presses(3)
    assert presses(3) != presses(4)


def test_keys_are_pressed_as_fingers_can():
    """Each key goes down and up again in turn, no two at once, never faster than a hand; the slap is held."""
    game = Game(2, 6)
    game.run(120_000)
    for number in (0, 1):
        mine = [press for press in game.presses if press[1] == number]
        assert len(mine) > 40
        downs, ups = mine[0::2], mine[1::2]
        for down, up in zip(downs, ups, strict=False):
            assert (down[3], up[3]) == (True, False)
            assert down[2] == up[2]
            assert up[0] - down[0] >= 80
        for up, down in zip(ups, downs[1:], strict=False):
            assert down[0] - up[0] >= 100


def test_house_rules_are_set_in_the_lobby():
    game = Game(2, 7, best_of=1, lock_check=False)
    assert game.run(30 * 60_000) is not None
    assert game.dealer.table.best_of == 1
    assert game.dealer.table.lock_check is False


def test_a_wrong_code_is_entered_again():
    game = Game(2, 8)
    wrong = [True]

    def code():
        shown = game.code_shown()
        if shown is not None and wrong and game.air.now < 8000:
            return bytes(3 - step for step in shown)
        return shown

    game.people[1]._code = code
    for _ in range(60):
        game.run(game.air.now + 1000)
        if game.dealer.table.phase == RUNNING:
            break
    assert game.dealer.table.phase == RUNNING


def test_twice_the_pace_takes_less_time():
    def time_to_first_round(pace):
        game = Game(2, 9, pace=pace)
        while game.dealer.table.phase != RUNNING and game.air.now < 120_000:
            game.run(game.air.now + 200)
        return game.air.now

    assert time_to_first_round(3.0) < time_to_first_round(1.0) * 0.8


def test_without_a_handheld_and_without_a_code_it_waits():
    person = Person(None, 1)
    assert person.keys(0) == []
    assert person.next_wake_ms(0) > 0
    game = Game(2, 1)
    game.people[1]._code = None
    game.run(20_000)
    assert game.screens[1] == ["title", "tables"]


def test_keys_as_bits():
    """For runners that want the keys that are down, not the changes."""
    game = Game(2, 1)
    person = game.people[0]
    seen = set()
    for now in range(0, 3000, 5):
        seen.add(person.next_keys(now))
    assert 0 in seen
    assert 16 in seen, "O opens the table"
