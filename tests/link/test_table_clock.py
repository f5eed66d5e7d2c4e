"""Table time: found within two milliseconds, kept while clocks drift, whole at every wrap."""

import random

import pytest

from firmware.link.table_clock import NO_USE, TableClock
from firmware.rules.layout import TICKS_MASK
from tests.link.air import Room, time_of


def apart(a, b):
    return (a - b + 1000) % (TICKS_MASK + 1) - 1000


def exchange(clock, rand, seconds, offset=0, ppm=0.0, jitter=12, start=0, each=None):
    """A snapshot every 180 ms, and stamps every 150, over a link with ``jitter``. Returns the largest error of the
    last half, ms."""
    worst = 0
    stamp, stamp_at = None, 0
    t = 0.0

    def local(at):
        return int(at * (1 + ppm / 1e6) + start) & TICKS_MASK

    end = seconds * 1000
    while t < end:
        if stamp is not None and t - stamp_at > 150 or stamp is None:
            stamp = local(t) & 0xFFFF
            stamp_at = t + 1 + rand.random() * jitter
        t += 180
        sent = max(t, stamp_at)
        arrives = sent + 1 + rand.random() * jitter
        held = min(NO_USE, int(sent - stamp_at))
        clock.hear(local(arrives), int(sent + offset) & TICKS_MASK, stamp, held)
        error = abs(apart(clock.table_time(local(arrives)), int(arrives + offset) & TICKS_MASK))
        if t > end / 2:
            worst = max(worst, error)
        t = arrives
    return worst


@pytest.mark.parametrize("seed", range(10))
def test_the_offset_is_found_under_jitter(seed):
    rand = random.Random(seed)
    offset = rand.randrange(1 << 29)
    assert exchange(TableClock(), rand, 20, offset=offset, start=rand.randrange(1 << 29)) <= 3


@pytest.mark.parametrize("ppm", (-100, 100))
def test_ten_minutes_of_drift_change_nothing(ppm):
    """Two crystals of 50 ppm may run apart by 100: 60 ms in ten minutes."""
    assert exchange(TableClock(), random.Random(3), 600, offset=12345, ppm=ppm) <= 3


@pytest.mark.parametrize("start, offset", ((TICKS_MASK - 3000, 0), (0, TICKS_MASK - 3000), (TICKS_MASK - 9000,) * 2))
def test_ticks_and_table_time_wrap_in_the_middle(start, offset):
    assert exchange(TableClock(), random.Random(4), 20, offset=offset, start=start) <= 3


def test_before_the_first_exchange_a_snapshot_sets_the_clock_once():
    clock = TableClock()
    clock.hear(1000, 50_000, 0, NO_USE)
    assert clock.table_time(1000) == 50_000
    clock.hear(1180, 50_170, 0, NO_USE)
    assert clock.table_time(1180) == 50_180, "the second one was only later on its way"


def test_a_stamp_of_nothing_is_never_taken_for_a_round_trip():
    """Held for "no use" says nothing, whatever the stamp."""
    clock = TableClock()
    clock.hear(10_000, 20_000, 10_000 - 4, 2)
    good = clock.offset
    for now in range(10_100, 80_000, 90):
        clock.hear(now, (now + good - 40) & TICKS_MASK, 0, NO_USE)
        assert clock.offset == good


def test_another_dealer_is_trusted_from_its_first_exchange_and_no_sooner():
    clock = TableClock()
    for now in range(1000, 3000, 180):
        clock.hear(now, now + 7000, now - 2 & 0xFFFF, 0)
    clock.forget()
    clock.hear(3000, 3000 + 6900, 0, NO_USE)
    assert abs(clock.offset - 7000) <= 1
    clock.hear(3200, 3200 + 7050 - 3, 3200 - 6 & 0xFFFF, 0)
    assert clock.offset == 7050


@pytest.mark.parametrize("seed", range(4))
def test_all_handhelds_at_a_table_have_one_time(seed):
    """Over whole links that look at their radios every 5 ms: no looking is as fast as the air."""
    room = Room(3, seed=seed, tick=1, jitter=10.0)
    for number, handheld in enumerate(room.handhelds):
        handheld.ppm = (50, -50, 20)[number]
    room.round()
    for _ in range(20):
        room.run(1000)
        times = [time_of(handheld) for handheld in room.handhelds]
        assert max(abs(apart(time, times[0])) for time in times) <= 4


def test_a_rebooted_handheld_learns_the_time_from_whoever_searches():
    """Two at a table: the dealer reboots, with ticks that begin anew, and table time goes on."""
    room = Room(2, seed=3).round()
    before = time_of(room[1])
    at = room.now
    ticket = room[0].power_off()
    room.run(4000)
    room[0].power_on(ticket)
    assert room.until(lambda: room.dealers() == [0], 3000)
    assert abs(apart(time_of(room[0]), int(before + room.now - at) & TICKS_MASK)) <= 12
