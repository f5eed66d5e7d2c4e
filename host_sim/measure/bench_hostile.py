"""A million hostile frames into a running table: nothing may raise, and nothing may change but the counters."""

import random

from firmware.link.link import SEATED
from firmware.rules.layout import RUNNING
from host_sim.air.ether import BROADCAST
from host_sim.game.match_world import MatchWorld
from host_sim.game.seating import must
from host_sim.game.strangers import HostileFrames
from host_sim.handhelds.device import Frame

PLAY_MS = 20_000
BATCH = 8  # frames between two looks; more than a ring holds would only be lost
_SETTLE_MS = 2_000


def attack(count, note=lambda text: None, seed=1):
    """Let three handhelds play for ``PLAY_MS`` and record their frames; stop their time; then send ``count`` frames
    that are random, truncated, bit-flipped or replayed to each of them in turn, from their own addresses and from
    strange ones. The replayed ones are recordings, older than what they know.

    Returns ``frames``, ``raised`` (texts), ``changed`` (what differed afterwards) and the handhelds' counters.
    """
    chance = random.Random("attack %r" % (seed,))
    world = MatchWorld(3, seed, persons=True, best_of=9, pace=1.5)
    maker = HostileFrames(chance, [player.device.mac for player in world.players])
    world.taps.append(maker.overhear)
    must(world, lambda: all(player.phase == RUNNING for player in world.players), "no round began", 120_000)
    world.run_ms(PLAY_MS)
    for player in world.players:
        player.person = None
    world.run_ms(_SETTLE_MS)
    world.taps.remove(maker.overhear)
    before = [_known(player) for player in world.players]
    raised = []
    for nth in range(0, count, BATCH):
        player = world.players[nth // BATCH % len(world.players)]
        link = world.outside(player.number)
        for _ in range(min(BATCH, count - nth)):
            mac, to, message = maker.make()
            if mac == player.device.mac:
                mac = chance.choice(maker.macs)
            player.device.air.arrive(Frame(-1, mac, to if to == BROADCAST else player.device.mac, message))
        try:
            while True:
                packet = link.radio.receive()
                if packet is None:
                    break
                link._hear(packet.mac, packet.msg, player.device.ticks_ms)
        except Exception as error:
            raised.append("%s: %s" % (type(error).__name__, error))
            if len(raised) > 10:
                break
        if nth % 100_000 < BATCH and nth:
            note("%d hostile frames" % nth)
    changed = []
    for player, old in zip(world.players, before, strict=True):
        for name, value in _known(player).items():
            if value != old[name]:
                changed.append("%s of %s" % (name, player.name))
    # And they play on.
    world.run_ms(3000)
    if any(player.link.paused or player.link.state != SEATED for player in world.players):
        changed.append("the table stands still")
    found = {"frames": count, "raised": raised, "changed": changed}
    for player in world.players:
        for name in ("foreign", "damaged", "old"):
            found["%s_%s" % (name, player.name)] = getattr(player.link, name)
    return found


def _known(player):
    """What a player could notice, and what the link goes by."""
    link = player.link
    return {
        "snapshot": bytes(link.snapshot.frame),
        "shown": bytes(link.shown.state),
        "state": link.state,
        "seat": link.seat,
        "dealer": link.is_dealer,
        "macs": list(link.roster.macs),
        "names": list(link.roster.names),
        "clock": link.clock.offset,
        "wishes": link.wishes.count,
        "paused": link.paused,
        "searching": link.search.is_on,
        "screen": player.handheld.face.screen_name,
    }
