"""A whole handheld in a round of so many minutes: the heap in use after the first minute and at the end."""

import gc
import sys

import shapes

shapes.stand_in()

import firmware.spare  # noqa: E402

firmware.spare.is_short = True

import handheld_round  # noqa: E402

RUNNING = 2
minutes = int(sys.argv[1])
game = handheld_round.Round(5, True, never_ends=True)
for seat in game.seats:
    radio = seat.link.radio
    getattr(radio, "radio", radio).make_memory(range(1, 130))
game.open()
# A minute in which everything that is made once has been made: letters of names, the players' memories.
game.run_to(RUNNING + 1, 60_000)
for _ in range(2):
    gc.collect()
begun = gc.mem_alloc()
wishes = game.wishes
game.run_to(RUNNING + 1, minutes * 60_000)
for _ in range(2):
    gc.collect()
print("heap", begun, gc.mem_alloc())
print("wishes", game.wishes - wishes)
print("shows", game.handheld.face.screen_name, game.handheld.link.table.phase)
