"""What a step of a link and a wish allocate in a running round, on a device VM.

Prints ``step KINDS COUNT LARGEST`` for each combination of frames that a step sent (names of frames.py, or "none"),
``wish ACT COUNT LARGEST`` for each act, and ``phase N`` at the end. LARGEST in bytes.
"""

import gc

from link_game import Game

from firmware.link import frames, snapshot, wishes
from firmware.rules.acts import SWAP
from firmware.rules.layout import MATCH_OVER

NAMES = ("SNAPSHOT", "WISHES", "ROSTER", "SEEK", "ANNOUNCE", "KNOCK", "DOOR", "ASK")
SIZES = [snapshot.SNAPSHOT_BYTES] + [wishes.entry(n) for n in range(wishes.IN_FRAME + 1)]
# Kinds are bits 0 to 15 of ``Radio.kinds``; memory for the counts is made before anything is measured.
COMBINATIONS = 1 << 10


class Measured(Game):
    is_on = False
    steps = [0] * COMBINATIONS
    largest = [0] * COMBINATIONS
    acts = [0] * 16
    largest_act = [0] * 16

    def step_link(self, seat, ticks):
        radio = seat.link.radio
        radio.kinds = 0
        before = gc.mem_alloc()
        wait = seat.link.step(ticks)
        used = gc.mem_alloc() - before
        if self.is_on:
            kinds = radio.kinds & COMBINATIONS - 1
            self.steps[kinds] += 1
            self.largest[kinds] = max(self.largest[kinds], used)
        return wait

    def wish(self, link, computer, kind, ticks):
        slot = computer.slot if kind == SWAP else 0
        place = computer.place if kind == SWAP else 0
        before = gc.mem_alloc()
        link.wish(kind, ticks, computer.pile if kind <= 4 else 255, slot, place)
        used = gc.mem_alloc() - before
        if self.is_on:
            self.acts[kind] += 1
            self.largest_act[kind] = max(self.largest_act[kind], used)


def names_of(kinds):
    names = []
    for name in NAMES:
        if kinds >> getattr(frames, name) & 1:
            names.append(name)
    return "+".join(names) or "none"


def measure(count, seed, loss):
    game = Measured(count, seed, loss)
    for seat in game.seats:
        seat.link.radio.make_memory(SIZES)
    game.open()
    # What is made once (a computer player, a roster heard for the first time) is made in these two seconds.
    game.run_to(MATCH_OVER, 2000)
    gc.collect()
    gc.disable()
    game.is_on = True
    ended = False
    while not ended:
        ended = game.run_to(MATCH_OVER, 1000)
        gc.collect()
    for kinds in range(COMBINATIONS):
        if game.steps[kinds]:
            print("step", names_of(kinds), game.steps[kinds], game.largest[kinds])
    for kind in range(16):
        if game.acts[kind]:
            print("wish", kind, game.acts[kind], game.largest_act[kind])
    print("phase", game.seats[0].link.table.phase)


if __name__ == "__main__":
    # Three handhelds over a radio that loses a tenth.
    measure(3, 5, 10)
