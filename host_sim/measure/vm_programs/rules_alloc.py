"""What the acts of a round allocate on the device VM: prints a line an act, ``name bytes``.

Each act runs twice, granted and refused where both are possible: once with the heap locked, so that any
allocation raises, and once between two looks at ``gc.mem_alloc``.
"""

import gc

import micropython

from firmware.rules.computer import Computer, carry_out
from firmware.rules.table import RUNNING, STUCK_MS, Table

table = Table()
for seat in range(3):
    table.sit(seat)
computers = [Computer(table, seat, 9) for seat in range(3)]
# A time near the wrap, in table time: the largest number there is.
LATE = (1 << 29) - 1


def fresh():
    table.deal(5, LATE - 100)
    table.start(LATE - 100)
    for at in range(52):
        table.places[at] = at % 4 * 13 + at // 4  # every pile is four of a kind


def start():
    table.deal(6, LATE - 200)
    table.start(LATE)


def pick_up():
    table.pick_up(0, 0)


def pick_up_refused():
    table.pick_up(0, 1)
    table.pick_up(0, 9)
    table.pick_up(0, 255)
    table.pick_up(200, 0)


def swap():
    table.swap(0, 0, 1, 2, table.places[1], table.places[50])


def swap_gone():
    table.swap(0, 0, 1, 2, table.places[1], 77)
    table.swap(0, 0, 1, 2, 77, table.places[50])
    table.swap(0, 255, 1, 2, 0, 0)


def swap_back():
    table.swap(0, 0, 1, 2, table.places[1], table.places[50])


def put_down():
    table.put_down(0, 0)


def lock_refused():
    table.lock(0, 0, LATE)


def lock_all():
    for pile in range(4):
        table.pick_up(0, pile)
        table.lock(0, pile, LATE)


def false_call():
    table.call(1, LATE)


def propose():
    table.propose(0, LATE)
    table.propose(0, (LATE + STUCK_MS) & LATE)


def calls_together():
    table.call_together(0b111, LATE)


def call():
    table.call(0, LATE)


def leave():
    table.leave(2, LATE)


def read():
    # Compared, so that no look-up counts as useless.
    assert table.match_winner != table.phase and table.winner != table.phase and table.since >= 0
    for seat in range(4):
        table.standing(seat)
        table.place(seat)
        table.fours_count(seat)
        table.has_won(seat)
        table.proposes(seat)
    for pile in range(12):
        table.owner(pile)
        table.is_locked(pile)
        table.is_four(pile)
    for place in range(4):
        table.last_touch(place)
    table.is_stuck(LATE)


def computers_play():
    now = 0
    while table.phase == RUNNING and now < 300000:
        player = computers[now // 100 % 3]
        player.decide(now)
        carry_out(table, player, now)
        now += 100


def measure(name, act, setup=None):
    if setup:
        setup()
    gc.collect()
    before = gc.mem_alloc()
    micropython.heap_lock()
    act()
    micropython.heap_unlock()
    print(name, gc.mem_alloc() - before)


def nothing():
    pass


fresh()
# MicroPython remembers in a table of its own where a name was found; let it grow before anything counts.
for act in (nothing, pick_up, swap, put_down, read):
    measure("warm-up", act)
fresh()
measure("pick_up", pick_up)
measure("pick_up_refused", pick_up_refused)
measure("swap", swap)
measure("swap_gone", swap_gone)
measure("lock_refused", lock_refused)
measure("swap_back", swap_back)
measure("put_down", put_down)
measure("propose", propose)
measure("lock", lock_all)
measure("read", read)
measure("false_call", false_call)
measure("call", call)
fresh()
measure("calls_together", calls_together)
fresh()
measure("leave", leave)
measure("computers_play", computers_play, start)
print("phase", table.phase)
