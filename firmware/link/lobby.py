"""What a dealer does while no round runs: opens a table, lets people in, asks whether all are ready, deals. In memory
between rounds only (spare.py)."""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.layout import ABSENT, COUNTDOWN, LEFT, MATCH_OVER, RUNNING, SEATS
from ..rules.verdicts import ACCEPTED, NOT_RUNNING, OUT
from ..spare import forget
from .codes import CODE_LENGTH, pack_code, table_key, unpack_code
from .door import FULL, KNOCK_BYTES, KNOCK_NAME, TURNED_AWAY, WAIT, WELCOME
from .frames import get24
from .keys import Keys
from .roster import MAC_BYTES, unpack_name

COUNTDOWN_MS = 3_500
_REMEMBER_NO = 5_000


def open_table(link, lock_check, best_of, now):
    """Open a table of our own and deal at it. ``best_of`` is 1, 3, 5, 7 or 9."""
    mac = link.radio.mac
    # Addresses differ: two handhelds that draw the same number still open two tables.
    table_id = (link.random32() ^ get24(mac, MAC_BYTES - 3)) & 0xFFFFFF or 1
    code = unpack_code(link.random32() % 4**CODE_LENGTH)
    link.sit_down(table_id, Keys(table_key(table_id, code)), 0)
    link.clock.set(0, 0)
    link.table.set_house(lock_check, best_of)
    link.table.sit(0)
    link.roster.code = pack_code(code)
    link.roster.set(0, mac, link.name or "?")
    link.deal_on(now, 1)


def receive(door, table, mac, message, now):
    """Somebody with the right code knocks, by ``message``. Returns the answer."""
    if _free_seat(table) < 0:
        return FULL
    if mac == door.refused_mac and ticks_diff(now, door.refused_at) < _REMEMBER_NO:
        return TURNED_AWAY
    if door.mac is None or door.mac == mac:
        door.mac = mac
        door.heard_at = now
        name = unpack_name(message[KNOCK_NAME:KNOCK_BYTES])
        if name != door.knocker:
            door.knocker = name
    return WAIT


def let_in(link, door, now):
    """The dealer's player says yes to whoever waits."""
    table = link.table
    mac = door.mac
    seat = _free_seat(table)
    if mac is None or seat < 0:
        return
    link.roster.set(seat, mac, door.knocker)
    table.sit(seat)
    door.reply(WELCOME, seat)
    link.add_peers()
    link.dealer.seat_taken(seat, now)


def be_ready(link, seat, is_ready):
    """A seat says that it is ready for what comes next, or that it isn't any more. Returns the verdict."""
    copy = link.snapshot
    phase = copy.table.phase
    if phase == COUNTDOWN or phase == RUNNING:
        return NOT_RUNNING
    if not copy.table.is_seated(seat):
        return OUT
    ready = copy.ready | 1 << seat if is_ready else copy.ready & ~(1 << seat)
    copy.set_flags(ready, link.dealer.missing)
    return ACCEPTED


def go_on(link, now):
    """All are ready: deal, or after a match begin a new one. Returns False if there are too few to deal to."""
    copy = link.snapshot
    table = copy.table
    if table.phase == MATCH_OVER:
        for seat in range(SEATS):
            if table.standing(seat) == LEFT and link.forget_seat(seat):
                link.dealer.roster_at = now
        table.open_match()
    elif table.seated() < 2:
        return False
    copy.set_flags(0, link.dealer.missing)
    if table.seated() >= 2:
        seed = link.random32()
        link.dealer.gate.coin.seed(seed)
        table.deal(seed, ticks_add(link.clock.table_time(now), COUNTDOWN_MS))
        forget("firmware.rules.deal")
        forget("firmware.rules.dice")
    return True


def _free_seat(table):
    for seat in range(SEATS):
        if table.standing(seat) == ABSENT:
            return seat
    return -1
