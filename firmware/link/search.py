"""When the dealer is silent: its players look for each other, and one of them deals on.

Each sends the newest snapshot it knows to all others, together with whom it hears. Everybody takes over
the newest one. Of the seats that hear a majority, the lowest deals on (design.md, "Losing people").
A handheld that comes back from a reboot looks in the same way: it has only its seat and the table's key,
asks openly for the others, and learns their addresses from their answers.

Such a blank one knows nothing of what was confirmed, so it doesn't count for the majority: a player who isn't heard
may know more. It counts once nobody but the lost dealer is missing, and after a while: better to play on than to wait
for ever. And in the lobby, where there is nothing to lose.
"""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.layout import LOBBY, SEATS
from . import frames
from .frames import get16
from .snapshot import HELD, NO_USE, STAMP

SEEK_EVERY = 90
ASK_EVERY = 150
LISTEN_MS = 380  # long enough to hear the others even when every second frame is lost
TOGETHER_MS = 200  # and who began to search before the others waits for what they know, and whom they hear
ROSTER_MS = 1_300  # so long whoever comes back waits for the roster, which the others send along
HEARD_MS = 450
BOUND_MS = 650  # HEARD_MS and what a frame may take: so long a SEEK binds whoever sent it
_BACK_MS = 450  # a dealer heard this lately is back
BLANK_MS = 15_000  # so long, those who lost their memory don't count
BLANK = 254  # in place of how long a stamp was held: the sender lost its memory
GIVE_UP_MS = 60_000  # rules.md, "Leaving": by then the others have gone on without us


class Search:
    """The searching half of a link. ``is_on`` while it searches, until a dealer is heard."""

    def __init__(self, link):
        self.is_on = False
        self._link = link
        self._heard_at = [0] * SEATS
        self._misses = bytearray(SEATS)

    def begin(self, now, is_blank=False):
        """The dealer is silent, or we are back (``is_blank``: and know only our seat)."""
        if self.is_on:
            return
        self.is_on = True
        self._since = self._seek_at = self._ask_at = now
        self._majority_at = now  # when the majority was not yet heard
        self._ever = 0  # a bit a seat that was heard since we began
        self._blank = 1 << self._link.seat if is_blank else 0  # a bit a seat that lost its memory
        self._bound_at = None  # when our last SEEK was sent
        self._back_at = None  # when the old dealer was heard again

    def holds_back(self, now):
        """A snapshot of the lost dealer came after all: True while we must not follow it.

        Somebody who heard us seek may have dealt on from what we told, and the others with it. What the old dealer
        confirms now could be undone by that, so it has to wait until nobody counts on us any more.
        """
        link = self._link
        if not self.is_on or not link.table.is_seated(link.snapshot.dealer):
            return False
        self._back_at = now
        return self._bound_at is not None and ticks_diff(now, self._bound_at) < BOUND_MS

    def hear(self, seat, message, now):
        """Another one searches. Its snapshot may be newer than ours."""
        link = self._link
        self._ever |= 1 << seat
        self._heard_at[seat] = now
        self._misses[seat] = message[17] >> 4
        if message[HELD] == BLANK:
            self._blank |= 1 << seat
        else:
            self._blank &= ~(1 << seat)
        if link.snapshot.is_older_than(message):
            link.adopt(message, now, get16(message, STAMP))

    def step(self, now):
        """Ask, seek, and deal on if it is our turn. Returns ms to wait, or -1 if nobody is left."""
        link = self._link
        copy = link.snapshot
        heard = 1 << link.seat
        for seat in range(SEATS):
            if self._ever & 1 << seat and ticks_diff(now, self._heard_at[seat]) < HEARD_MS:
                heard |= 1 << seat
        if ticks_diff(now, self._since) > GIVE_UP_MS:
            return -1
        if copy.epoch:
            missing = 0
            for seat in range(SEATS):
                if link.table.is_seated(seat) and not heard & 1 << seat:
                    missing |= 1 << seat
            copy.set_flags(copy.ready, missing)
            if self._back_at is not None and ticks_diff(now, self._back_at) < _BACK_MS:
                return _BACK_MS  # seeking on would bind us for longer
            if ticks_diff(now, self._since) > BLANK_MS:
                self._blank = 0
            if not self._is_majority(missing):
                self._majority_at = now
            elif self._is_my_turn(now, missing):
                self.is_on = False
                link.deal_on(now, heard)
                return 0
        if ticks_diff(now, self._ask_at) >= 0:
            self._ask_at = ticks_add(now, ASK_EVERY)
            link.ask()
        if ticks_diff(now, self._seek_at) >= 0:
            self._seek_at = ticks_add(now, SEEK_EVERY)
            self._seek(now)
        return max(0, min(ticks_diff(self._seek_at, now), ticks_diff(self._ask_at, now)))

    def _is_my_turn(self, now, missing):
        link = self._link
        table = link.snapshot.table
        if not table.is_seated(link.seat):
            return False
        if table.seated() > 1:
            if ticks_diff(now, self._since) < (LISTEN_MS if link.roster.version else ROSTER_MS):
                return False
            if ticks_diff(now, self._majority_at) < TOGETHER_MS:
                return False
        for seat in range(link.seat):
            if not missing & 1 << seat and table.is_seated(seat) and self._is_majority(self._misses[seat]):
                return False
        return True

    def _is_majority(self, missing):
        """True if those who aren't ``missing``, a bit a seat, may play on by themselves."""
        copy = self._link.snapshot
        table = copy.table
        seated = table.seated()
        if table.seated(missing) * 2 <= seated:
            return False
        # Those who know what was confirmed are enough; or nobody but the lost dealer could know more.
        if table.phase == LOBBY or table.seated(missing | self._blank) * 2 > seated:
            return True
        return table.seated(~missing | 1 << copy.dealer) == 0

    def _seek(self, now):
        link = self._link
        copy = link.snapshot
        if not copy.epoch:
            return
        alone = min(link.silent_ms(now), 0xFFFF)  # goes in place of a snapshot's stamp
        held = BLANK if self._blank & 1 << link.seat else NO_USE
        for seat in range(SEATS):
            mac = link.roster.macs[seat]
            if mac is not None and seat != link.seat and copy.table.is_seated(seat):
                # The dealer's seat in the header tells who a frame is from, so it is ours for now.
                dealer = copy.dealer
                link.write_snapshot(frames.SEEK, now, alone, held)
                link.radio.send(mac, copy.frame)
                copy.frame[10] = dealer
                if seat != dealer:
                    self._bound_at = now
        link.send_roster()
