"""The figures of the link for the bench: fairness, waiting, airtime, coming back. All on virtual time."""

import gc
import random
import time

from firmware.link.snapshot import SNAPSHOT_BYTES
from firmware.link.wishes import WISHES_BYTES
from firmware.rules.layout import RUNNING
from host_sim.air.ether import BROADCAST
from host_sim.game import faults
from host_sim.game.match_world import MatchWorld
from host_sim.game.races import run_races
from host_sim.game.seating import deal, must, seat_everybody
from host_sim.measure.memory_floor import packet_bytes

UNEQUAL = "delay=20:0<>1"  # the dealer sits at the table, the other 20 ms away in both directions
SEATS = 3
_LIMIT_MS = 90_000


def races(count, note):
    """Dealer's shares, true order and waits, ``count`` races each. ``note(text)`` tells how far it is."""
    figures = {}
    airs = (("loss0", ""), ("loss5", "loss=0.05"), ("loss20", "loss=0.2"), ("unequal", UNEQUAL))
    for seed, (name, text) in enumerate(airs, 11):
        note("races, %s" % name)
        found = run_races(count, seed, text)
        figures["dealer_share_" + name] = found.dealer_share
        figures["dealer_share_%s_races" % name] = found.decided
        if name in ("loss0", "loss20"):
            figures["verdict_p50_" + name] = found.wait_ms(0.5)
            figures["verdict_p99_" + name] = found.wait_ms(0.99)
            figures["verdict_%s_presses" % name] = len(found.waits)
    note("races, apart")
    found = run_races(count, 20, "loss=0.2", apart=True)
    figures["true_order_loss20"] = found.order_share
    figures["true_order_loss20_races"] = found.decided
    return figures


def frames():
    """The longest frames, bytes."""
    return {"snapshot_bytes": SNAPSHOT_BYTES, "wish_bytes": WISHES_BYTES}


def airtime(matches, note):
    """The share of time in which the air of three handhelds in a round is in use; the busiest of the matches counts.
    ``packet_bytes_per_s``: what the packets that one of them reads take of its heap, the most of all."""
    note("airtime")
    worst = most = 0.0
    seconds = 0.0
    for seed in range(matches):
        world = MatchWorld(SEATS, 100 + seed, best_of=1, pace=2.0, checked=False)
        must(world, lambda world=world: world.players[0].phase == RUNNING, "no round began", 120_000)
        began_us, used_us = world.now_us, world.ether.airtime_us
        packets = _Packets(world)
        world.run_until(lambda world=world: world.players[0].phase != RUNNING, 300_000)
        passed = world.now_us - began_us
        worst = max(worst, (world.ether.airtime_us - used_us) / passed)
        most = max(most, max(packets.bytes) * 1e6 / passed)
        seconds += passed / 1e6
    return {"airtime_share": worst, "airtime_s": seconds, "packet_bytes_per_s": most}


class _Packets:
    """Counts what each handheld's reading takes of its heap: nothing else makes garbage in a round."""

    def __init__(self, world):
        self.macs = [player.device.mac for player in world.players]
        self.bytes = [0] * len(self.macs)
        world.taps.append(self.hear)

    def hear(self, frame, now_us):
        for number, mac in enumerate(self.macs):
            if number != frame.source and frame.to in (mac, BROADCAST):
                self.bytes[number] += packet_bytes(len(frame.msg))


def recovery(count, note):
    """Seconds, the 99th percentile: back in the round after a reboot, counted from when the handheld runs again; and
    until the others play on when the dealer is gone for good. At 5 % loss, at random moments of a round."""
    back = []
    lost = []
    for nth in range(count):
        if nth % 20 == 0:
            note("recovery, %d of %d" % (nth, count))
        back.append(_rejoin(nth))
        lost.append(_dealer_lost(nth))
    back.sort()
    lost.sort()
    at = min(count - 1, int(0.99 * count))
    return {
        "rejoin_s_p99": back[at],
        "dealer_lost_s_p99": lost[at],
        "recovery_samples": count,
    }


def _round_of_three(seed):
    chance = random.Random("recovery %d" % seed)
    world = MatchWorld(SEATS, seed, faults.parse("loss=0.05"), persons=False)
    seat_everybody(world)
    deal(world)
    world.run_ms(chance.randint(500, 4000))
    return world, chance


def _rejoin(seed):
    world, chance = _round_of_three(seed)
    number = chance.randrange(SEATS)  # the dealer too
    player = world.players[number]
    world.reboot(number, chance.choice((0, 200, 1500, 5000)), keeps_power=chance.random() < 0.5)
    must(world, lambda: player.handheld is not None, "not switched on", _LIMIT_MS)
    began_us = world.now_us
    must(world, lambda: player.phase == RUNNING and not player.link.paused, "not back", _LIMIT_MS)
    return (world.now_us - began_us) / 1e6


def _dealer_lost(seed):
    world, _ = _round_of_three(seed)
    world.reboot(0, 3_600_000_000, keeps_power=False)
    began_us = world.now_us
    others = world.players[1:]
    must(
        world,
        lambda: any(p.link.is_dealer for p in others) and not any(p.link.paused for p in others),
        "nobody deals on",
        _LIMIT_MS,
    )
    return (world.now_us - began_us) / 1e6


def speed(matches, note):
    """Virtual seconds in a second of this computer: three handhelds played by computers, invariants off, one core. Each
    match is played three times and its fastest counts: the budget is about the program, not about what else this
    computer does."""
    note("speed")
    virtual = spent = 0.0
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for seed in range(matches):
            tries = [_play(seed) for _ in range(3)]
            spent += min(seconds for _, seconds in tries)
            virtual += tries[0][0]
    finally:
        gc.enable()
        gc.unfreeze()
    return {"world_speed": virtual / spent, "world_speed_virtual_s": virtual}


def _play(seed):
    """Virtual seconds of a match, and those of one core that it took."""
    world = MatchWorld(SEATS, seed, best_of=3, checked=False)
    began = time.process_time()
    world.run_until(lambda: world.is_over, 1_800_000, 500)
    return world.now_us / 1e6, time.process_time() - began
