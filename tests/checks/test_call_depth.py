"""A board's Python stack is 2 KB: about 22 calls (device-facts.md, "Memory and language"). Counted in real play."""

import sys

from host_sim.bootstrap import ROOT
from tests.game.test_person import Game

DEEPEST = 22
# code.py, Handheld.run and Handheld.step lie below what is counted here.
BELOW = 3


def test_links_and_screens_stay_far_from_the_end_of_the_stack():
    game = Game(3, 1, best_of=1)
    firmware = str(ROOT / "firmware")
    depth = deepest = 0
    where = []
    calls = []
    recursive = set()

    def watch(frame, event, _):
        nonlocal depth, deepest, where
        if event not in ("call", "return") or not frame.f_code.co_filename.startswith(firmware):
            return
        if event == "call":
            if frame.f_code in calls and not frame.f_code.co_name.startswith("<"):
                recursive.add(frame.f_code.co_qualname)
            calls.append(frame.f_code)
            depth += 1
            if depth > deepest:
                deepest = depth
                where = [code.co_qualname for code in calls]
        else:
            calls.pop()
            depth -= 1

    sys.setprofile(watch)
    try:
        game.run(90_000)
    finally:
        sys.setprofile(None)
    assert 4 < deepest + BELOW <= DEEPEST, where
    # A base class's method of the same name is another function: what is left calls itself.
    assert recursive == set(), recursive
