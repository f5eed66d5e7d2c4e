"""A table in a world, seated and dealt without a key pressed: for measurements and tests that begin in the round."""

from firmware.link.link import SEATED
from firmware.rules.acts import READY
from firmware.rules.layout import RUNNING


class NoTable(RuntimeError):
    """The table didn't come about."""


def seat_everybody(world, lock_check=True, best_of=9, opener=0):
    """Handheld ``opener`` opens a table and lets the others in, in their order. Raises `NoTable`."""
    world.run(1_600_000)  # all are switched on
    dealer = world.outside(opener)
    dealer.open_table(lock_check, best_of)
    for player in world.players:
        if player.number != opener:
            join(world, player.number, opener)
    must(world, lambda: all(p.link.roster.version == dealer.roster.version for p in world.players), "no roster")


def join(world, number, opener=0):
    """Handheld ``number`` sits down at the table of ``opener``. Raises `NoTable`."""
    dealer = world.players[opener].link
    link = world.outside(number)
    link.listen()
    must(world, lambda: any(table.id == dealer.table_id for table in link.tables), "no table is heard")
    found = [table for table in link.tables if table.id == dealer.table_id][0]
    world.outside(number).knock(found, dealer.code)
    must(world, lambda: dealer.knocker, "nobody knocks")
    world.outside(opener).answer_knock(True)
    must(world, lambda: link.state == SEATED and link.is_synced, "nobody sits down")


def be_ready(world):
    """Everybody says so."""
    for player in world.players:
        if player.link.state == SEATED:
            world.outside(player.number).wish(READY, player.device.ticks_ms, slot=1)


def deal(world):
    """Everybody is ready; lets the countdown pass. Raises `NoTable`."""
    be_ready(world)
    must(world, lambda: all(p.link.table.phase == RUNNING for p in world.players if p.link.state == SEATED), "no deal")


def must(world, is_true, why, limit_ms=20_000):
    """Let time pass until it is true. Raises `NoTable` if it never is."""
    if not world.run_until(is_true, limit_ms, 10):
        raise NoTable(why + (": " + world.broken if world.broken else ""))
