"""What a dealer does while no round runs: opens a table, lets people in, asks whether all are ready, deals. In memory
between rounds only (spare.py)."""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.layout import ABSENT, LEFT, MATCH_OVER, SEATS
from ..rules.verdicts import ACCEPTED, OUT
from ..spare import forget
from .codes import CODE_LENGTH, pack_code, table_key, unpack_code
from .door import FULL, KNOCK_BYTES, KNOCK_NAME, TURNED_AWAY, WAIT, WELCOME, answer
from .frames import get24
from .keys import Keys
from .roster import MAC_BYTES, unpack_name

COUNTDOWN_MS = 3_500
_FORGET_KNOCKER = 3_000
_REMEMBER_NO = 5_000


class Lobby:
    """Who waits at the door of our table, and who at it is ready. ``link.knocker`` is the name of whoever waits for the
    yes, or ""."""

    def __init__(self, link):
        self._link = link
        self._mac = None  # of the knocker
        self._heard_at = 0
        self._refused_mac = None
        self._refused_at = 0

    def open_table(self, lock_check, best_of, now):
        """``Link.open_table``."""
        link = self._link
        mac = link.radio.mac
        # Addresses differ: two handhelds that draw the same number still open two tables.
        table_id = (link.random32() ^ get24(mac, MAC_BYTES - 3)) & 0xFFFFFF or 1
        code = unpack_code(link.random32() % 4**CODE_LENGTH)
        link.sit_down(table_id, Keys(table_key(table_id, code)), 0)
        link.clock.set(0, 0)
        link.table.set_house(lock_check, best_of)
        link.table.sit(0)
        link.code = code
        link.roster.code = pack_code(code)
        link.roster.set(0, mac, link.name or "?")
        link.deal_on(now, 1)

    # --- at the door ---

    def receive(self, mac, message, now):
        """Somebody with the right code knocks, by ``message``. Returns the answer."""
        if self._free_seat() < 0:
            return FULL
        if mac == self._refused_mac and ticks_diff(now, self._refused_at) < _REMEMBER_NO:
            return TURNED_AWAY
        if self._mac is None or self._mac == mac:
            self._mac = mac
            self._heard_at = now
            name = unpack_name(message[KNOCK_NAME:KNOCK_BYTES])
            if name != self._link.knocker:
                self._link.knocker = name
        return WAIT

    def forget_gone(self, now):
        """Whoever stopped knocking waits no longer."""
        if self._mac is not None and ticks_diff(now, self._heard_at) > _FORGET_KNOCKER:
            self._forget_knocker()

    def answer_knock(self, is_welcome, now):
        """``Link.answer_knock``."""
        link = self._link
        mac = self._mac
        seat = self._free_seat()
        if mac is None:
            return
        if not is_welcome:
            self._refused_mac = mac
            self._refused_at = now
            answer(link, TURNED_AWAY, mac, 0)
        elif seat >= 0:
            link.roster.set(seat, mac, link.knocker)
            link.table.sit(seat)
            answer(link, WELCOME, mac, seat)
            link.add_peers()
            link.dealer.seat_taken(seat, now)
        self._forget_knocker()

    def _forget_knocker(self):
        self._link.knocker = ""
        self._mac = None

    def _free_seat(self):
        for seat in range(SEATS):
            if self._link.table.standing(seat) == ABSENT:
                return seat
        return -1

    # --- at the table ---

    def be_ready(self, seat, is_ready):
        """A seat says that it is ready for what comes next, or that it isn't any more. Returns the verdict."""
        copy = self._link.snapshot
        if not copy.table.is_seated(seat):
            return OUT
        ready = copy.ready | 1 << seat if is_ready else copy.ready & ~(1 << seat)
        copy.set_flags(ready, self._link.dealer.missing)
        return ACCEPTED

    def go_on(self, now):
        """All are ready: deal, or after a match begin a new one. Returns False if there are too few to deal to."""
        link = self._link
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
            link.forget_lobby()
        return True
