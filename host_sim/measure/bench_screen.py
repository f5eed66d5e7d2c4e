"""The figures of the screen for the bench, in a process of its own: Blinka's displayio allows one display a process.

    python3 -m host_sim.measure.bench_screen      prints one JSON object

A handheld of a world gets the real pictures on a virtual ILI9341; its keys are pressed, the bytes on its bus counted.
"""

import json
import sys

from host_sim.game.match_world import MatchWorld  # before displayio: it puts the stand-ins before Blinka's modules

# isort: split
from firmware import spare
from firmware.rules.acts import CALL
from firmware.rules.layout import NO_PILE
from firmware.screens.face import Face
from firmware.words import load
from host_sim.game.seating import be_ready, deal, must, seat_everybody
from host_sim.handhelds.screen_rig import rig
from host_sim.measure.bitmap_sizes import bitmap_sizes, displayio_objects_bytes
from host_sim.measure.memory_bench import PAGES

SWAPS = 40
IDLE_MS = 10_000
_O = 4  # key numbers
_X = 5


def measure():
    """``spi_bytes_swap``: the most that one swap sends, from the press to after its verdict; ``spi_bytes_idle``: in ten
    seconds in which nothing changes; ``bitmap_bytes``: of all bitmaps once a round is on screen; ``screens``: those of
    bitmaps and displayio's own objects together at each of memory_bench.MOMENTS, by name."""
    spare.is_short = True  # as on the board without PSRAM
    world = MatchWorld(3, 5, persons=False, checked=False)
    world.run_ms(2000)
    player = world.players[1]
    handheld = player.handheld
    display = rig().display
    handheld.face = Face(handheld.link, load("en"), display, handheld.parts.store, handheld.parts)
    screens = {}
    for name in (*PAGES, "tables"):
        if name == "tables":
            world.outside(1).listen()
        handheld.face.go(name, player.device.ticks_ms)
        world.run_ms(500)
        _note_size(screens, name, handheld.face)
    seat_everybody(world, best_of=3)
    world.run_ms(500)
    _note_size(screens, "lobby", handheld.face)
    handheld.link.knocker = "Cleo"
    world.run_ms(500)
    _note_size(screens, "knock", handheld.face)
    handheld.link.knocker = ""
    world.run_ms(500)
    be_ready(world)
    must(world, lambda: handheld.face.screen_name == "countdown", "no countdown")
    world.run_ms(300)
    _note_size(screens, "countdown", handheld.face)
    deal(world)
    world.run_ms(500)
    while handheld.link.table.in_hand[1] == NO_PILE:
        _tap(world, _O, 500)
    # Blinka's displayio sends everything once more with the first change after a new root group; a board doesn't.
    display.refresh()
    world.run_ms(3000)
    panel = rig().panel
    most = 0
    swaps = 0
    while swaps < SWAPS:
        before = panel.spi_bytes
        refused = handheld.link.refused
        _tap(world, swaps % 4, 1000)
        if handheld.link.refused == refused and panel.spi_bytes > before:
            most = max(most, panel.spi_bytes - before)
        swaps += 1
        if swaps % 5 == 0:
            _tap(world, _X, 1000)  # another card is marked
    before = panel.spi_bytes
    world.run_ms(IDLE_MS)
    idle = panel.spi_bytes - before
    sizes = bitmap_sizes(handheld.face)
    _note_size(screens, "table", handheld.face)
    handheld.face.open_menu(player.device.ticks_ms)
    world.run_ms(500)
    _note_size(screens, "menu", handheld.face)
    handheld.face.close_menu()
    world.run_ms(500)
    for name in ("round_result", "match_result"):
        _end_the_round(world)
        _note_size(screens, name, handheld.face)
        if name == "round_result":
            deal(world)
    return {
        "spi_bytes_swap": most,
        "spi_swaps": swaps,
        "spi_bytes_idle": idle,
        "bitmap_bytes": sum(sizes),
        "bitmaps": len(sizes),
        "screens": screens,
    }


def _note_size(screens, name, face):
    up = face.overlay or face.screen_name
    if up != name:
        raise RuntimeError(f"{up} is up instead of {name}")
    screens[name] = sum(bitmap_sizes(face)) + displayio_objects_bytes(face)


def _end_the_round(world):
    """Everybody but the measured player calls, with piles that aren't locked: that player has won."""
    for number in (0, 2):
        world.outside(number).wish(CALL, world.players[number].device.ticks_ms)
    must(world, lambda: world.players[1].handheld.face.screen_name.endswith("_result"), "the round goes on")
    world.run_ms(500)


def _tap(world, key, ms):
    world.press(1, key, True)
    world.press(1, key, False, world.now_us + 80_000)
    world.run_ms(ms)


if __name__ == "__main__":
    print(json.dumps(measure()))
    sys.exit(0)
