"""A whole handheld with little memory: every page is opened and left, then a match is played to its end. Prints the
screens that were up, which of their modules are still there, and how the match ended."""

import gc
import sys

import shapes

shapes.stand_in()

import firmware.spare  # noqa: E402

firmware.spare.is_short = True

import handheld_round  # noqa: E402

from firmware.rules.layout import MATCH_OVER, RUNNING  # noqa: E402

game = handheld_round.Round(5, True)
face = game.handheld.face
seen = []


def look():
    if not seen or seen[-1] != face.screen_name:
        seen.append(face.screen_name)


now = game.ticks()
for name in ("settings", "name", "settings", "self_test", "statistics", "title"):
    face.go(name, now)
    face.think(now)
    face.draw(now)
    look()
step = game.step_link


def step_and_look(seat, ticks):
    wait = step(seat, ticks)
    look()
    return wait


game.step_link = step_and_look
game.open()
game.run_to(RUNNING, 60_000)
words = getattr(face, "_words", None)  # another name in a compiled bundle
face.open_menu(game.ticks())
print("menu", face.over.row_count, face.over.headline)
face.close_menu()
print("words", words is None, getattr(face, "_words", None) is None)
print("over", game.run_to(MATCH_OVER, 30 * 60_000))
game.run_to(MATCH_OVER + 1, 300)
print("seen", *seen)
gc.collect()
here = "firmware.screens."
print("there", *sorted(name[len(here) :] for name in sys.modules if name.startswith(here)))
table = game.handheld.link.table
print("ended", table.phase, table.how, game.seats[1].link.table.match_winner == table.match_winner)
