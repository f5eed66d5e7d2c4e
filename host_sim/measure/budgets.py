"""Measures every line of the budget table (design.md, "Budgets"), for ``python3 -m host_sim bench``.

No figure of a budget is estimated: what can't be measured here is null, with the reason on standard error. Only those
that begin with ``floor_`` and ``collect_`` use sizes that were read, not measured (memory_floor.py, bitmap_sizes.py).
"""

import json
import os
import subprocess
import sys
import time

from host_sim.bootstrap import ROOT
from host_sim.measure import memory_floor

# Each line of the table: what it is, its keys, the least and the most it may be.
BUDGETS = (
    ("heap allocated by a hot path, bytes", ("alloc_bytes_hot",), None, 0),
    ("rules + link + a round, heap on a 32-bit VM", ("heap_rules_link_bytes",), None, 49152),
    ("all of the firmware, without bitmaps", ("heap_firmware_bytes",), None, 98304),
    ("display bitmaps", ("bitmap_bytes",), None, 40960),
    ("snapshot of a 52-card table", ("snapshot_bytes",), None, 110),
    ("wish frame", ("wish_bytes",), None, 40),
    ("airtime, three handhelds in full play", ("airtime_share",), None, 0.06),
    ("SPI bytes for a swap on screen", ("spi_bytes_swap",), None, 8192),
    ("SPI bytes for nothing changed", ("spi_bytes_idle",), None, 0),
    (
        "dealer's share of equal races",
        ("dealer_share_loss0", "dealer_share_loss5", "dealer_share_loss20", "dealer_share_unequal"),
        0.49,
        0.51,
    ),
    ("presses over 10 ms apart in true order, 20 % loss", ("true_order_loss20",), 0.995, None),
    ("verdict after the press, ms, half", ("verdict_p50_loss0",), None, 40),
    ("verdict after the press, ms, 99 %", ("verdict_p99_loss0",), None, 60),
    ("the same at 20 % loss, half", ("verdict_p50_loss20",), None, 60),
    ("the same at 20 % loss, 99 %", ("verdict_p99_loss20",), None, 100),
    ("back after a reboot, s, 99 %", ("rejoin_s_p99",), None, 2.5),
    ("play goes on without the dealer, s, 99 %", ("dealer_lost_s_p99",), None, 2.5),
    ("simulated over real time", ("world_speed",), 300, None),
    ("window up, first picture, s", ("window_start_s",), None, 2),
)
RACE_KEYS = (
    "dealer_share_loss0",
    "dealer_share_loss5",
    "dealer_share_loss20",
    "dealer_share_unequal",
    "true_order_loss20",
    "verdict_p50_loss0",
    "verdict_p99_loss0",
    "verdict_p50_loss20",
    "verdict_p99_loss20",
)
RACES = 10_000
CHILD_S = 300


def measure(is_quick=False):
    """All figures as a flat dict; null for what couldn't be measured."""
    from host_sim.measure import bench_link

    share = 20 if is_quick else 1
    figures = {}
    parts = (
        (("window_start_s",), _window),
        (("world_speed",), lambda: bench_link.speed(max(1, 6 // share), note)),
        (("alloc_bytes_hot", "heap_rules_link_bytes", "heap_firmware_bytes"), _memory),
        (("spi_bytes_swap", "spi_bytes_idle", "bitmap_bytes"), _screen),
        (("snapshot_bytes", "wish_bytes"), bench_link.frames),
        (("airtime_share",), lambda: bench_link.airtime(max(2, 10 // share), note)),
        (("rejoin_s_p99", "dealer_lost_s_p99"), lambda: bench_link.recovery(400 // share, note)),
        (RACE_KEYS, lambda: bench_link.races(RACES // share, note)),
    )
    for keys, part in parts:
        try:
            found = part()
        except Exception as error:
            print("bench: no %s: %s: %s" % (", ".join(keys), type(error).__name__, error), file=sys.stderr)
            found = dict.fromkeys(keys)
        for key, value in found.items():
            figures[key] = round(value, 4) if isinstance(value, float) else value
    moments, screens = figures.pop("moments", None), figures.pop("screens", None)
    if moments and screens:
        figures.update(memory_floor.floor(moments, screens))
        if figures.get("packet_bytes_per_s"):
            times = memory_floor.collections(moments, screens, figures["packet_bytes_per_s"])
            figures.update({key: round(value, 1) for key, value in times.items()})
    return figures


def is_within(figures, keys, least, most):
    """True or False, or None if nothing was measured."""
    values = [figures[key] for key in keys if figures.get(key) is not None]
    if len(values) < len(keys):
        return None
    return all((least is None or value >= least) and (most is None or value <= most) for value in values)


def are_kept(figures):
    """True if all that could be measured is within its budget."""
    return all(is_within(figures, keys, least, most) is not False for _, keys, least, most in BUDGETS)


def table(figures):
    """The budget table with what was measured, as text."""
    lines = ["%-50s %-22s %13s %10s  %s" % ("what", "key", "budget", "measured", "")]
    known = set()
    for what, keys, least, most in BUDGETS:
        budget = "-".join(str(limit) for limit in (least, most) if limit is not None)
        for key in keys:
            known.add(key)
            within = is_within(figures, (key,), least, most)
            value = figures.get(key)
            word = "?" if within is None else "ok" if within else "OVER"
            lines.append("%-50s %-22s %13s %10s  %s" % (what, key, budget, "-" if value is None else value, word))
    if "floor_room_bytes" in figures:
        lines.append(memory_floor.said(figures))
    if "collect_every_s_psram" in figures:
        lines.append(
            "garbage is collected every %s s of full play with 2 MB of PSRAM, every %s s without"
            % (figures["collect_every_s_psram"], figures["collect_every_s_floor"])
        )
    lines.append("samples: " + ", ".join("%s %s" % item for item in figures.items() if item[0] not in known))
    return "\n".join(lines)


def note(text):
    print("bench: " + text, file=sys.stderr)


def _memory():
    note("memory")
    from host_sim.measure import memory_bench

    figures = memory_bench.measure()
    for room in figures.pop("rooms"):
        figures["heap_of_" + room.name.replace(",", "").replace(" ", "_")] = room.heap
    for name, heap in figures["moments"].items():
        figures["heap_at_" + name] = heap
    return figures


def _screen():
    note("screen")
    return json.loads(_child("host_sim.measure.bench_screen").splitlines()[-1])


def _window():
    """The best of three: the budget is about the program, not about what else this computer does."""
    note("window")
    tries = [float(_child("host_sim.measure.bench_window", repr(time.time())).splitlines()[-1]) for _ in range(3)]
    return {"window_start_s": min(tries), "window_starts": len(tries)}


def _child(module, *arguments):
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=CHILD_S,
        check=False,
    )
    if done.returncode:
        raise RuntimeError((done.stderr.strip() or "status %d" % done.returncode).splitlines()[-1])
    return done.stdout
