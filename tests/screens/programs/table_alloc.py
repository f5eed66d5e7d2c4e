"""Runs the table screen's thinking on a device VM and prints the bytes that each key and look allocated."""

import gc

from firmware.link.link import IDLE, SEATED
from firmware.rules.acts import LOCK, PICK_UP, PUT_DOWN, SWAP
from firmware.rules.layout import CENTRE, NO_PILE, PILE_CARDS
from firmware.rules.table import Table
from firmware.screens.buttons import LEFT, RIGHT, UP, O, X, Z
from firmware.screens.face import Face
from firmware.words import load
from tests.screens.choices import Choices


class Answer:
    def __init__(self):
        self.kind = self.pile = self.slot = self.place = self.verdict = 0


class Link:
    """Grants every wish at once; allocates nothing itself."""

    def __init__(self):
        self.state = IDLE
        self.shown = Table()
        self.seat = 0
        self.problem = 0
        self.refusal = 0
        self.paused = self.is_leaving = self.rejoining = False
        self.knocker = ""
        self.names = ["Ann", "Bob", "", ""]
        self.quality = 4
        self.pending = 0
        self.answer = Answer()
        self.is_answered = True

    def table_time(self, ticks):
        return ticks

    def is_pending_place(self, place):
        return False

    def is_pending_pile(self, pile):
        return False

    def next_answer(self):
        if self.is_answered:
            return None
        self.is_answered = True
        return self.answer

    def wish(self, kind, at, pile=NO_PILE, slot=0, place=0):
        table = self.shown
        answer = self.answer
        answer.kind = kind
        answer.pile = pile
        answer.slot = slot
        answer.place = place
        if kind == PICK_UP:
            answer.verdict = table.pick_up(0, pile)
        elif kind == PUT_DOWN:
            answer.verdict = table.put_down(0, pile)
        elif kind == SWAP:
            give, take = table.places[pile * PILE_CARDS + slot], table.places[CENTRE + place]
            answer.verdict = table.swap(0, pile, slot, place, give, take)
        elif kind == LOCK:
            answer.verdict = table.lock(0, pile, at)
        self.is_answered = False
        return True


link = Link()
face = Face(link, load("en"), None, Choices())
table = link.shown
table.sit(0)
table.sit(1)
table.deal(7, 0)
table.start(0)
link.state = SEATED
now = 1000
face.think(now)


def keyed(button):
    face.press(button, now)
    face.think(now)
    face.release(button, now)
    face.think(now)


def looked(_):
    face.think(now)


def touched(_):
    table.places[CENTRE], table.places[40] = table.places[40], table.places[CENTRE]
    face.think(now)


steps = (
    ("look", looked, 0),
    ("cursor", keyed, RIGHT),
    ("back", keyed, LEFT),
    ("pick_up", keyed, O),
    ("mark", keyed, X),
    ("swap", keyed, UP),
    ("others", touched, 0),
    ("refused_lock", keyed, Z),
    ("put_down", keyed, O),
)
for _ in range(2):  # the first time warms up what is made once
    for name, act, button in steps:
        gc.collect()
        before = gc.mem_alloc()
        act(button)
        bytes_used = gc.mem_alloc() - before
        if _:
            print(name, bytes_used)
        now += 100
