"""Handhelds with the small firmware, for the tests."""

import contextlib
from pathlib import Path

from host_sim.air.ether import Ether
from host_sim.game.james_bond import JamesBond
from host_sim.handhelds.hub import Hub
from host_sim.handhelds.remote import Remote

BOARD = "deshipu_ugame_s3"
SMALL_FIRMWARE = Path(__file__).parent / "small_firmware"
UP, RIGHT, DOWN, LEFT, O, X, Z = range(7)  # noqa: E741


@contextlib.contextmanager
def small_table(folder, handhelds=2, seed=1, source=SMALL_FIRMWARE):
    """A hub with that many handhelds switched on; nothing of them is left afterwards."""
    remotes = [
        Remote(number, folder, BOARD, seed, source=source, game=JamesBond()) for number in range(1, handhelds + 1)
    ]
    hub = Hub(remotes, Ether(seed))
    try:
        for remote in remotes:
            hub.power_on(remote)
        yield hub
    finally:
        hub.close()
        for remote in remotes:
            remote.close()


def run_for(hub, ms):
    """Let so much virtual time pass."""
    assert hub.advance(hub.now_us + ms * 1000)


def tap(hub, remote, key):
    """Press a key for 80 ms and give everybody time to react."""
    hub.key(remote, key, True)
    run_for(hub, 80)
    hub.key(remote, key, False)
    run_for(hub, 80)
