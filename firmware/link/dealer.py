"""The dealer: runs the rules for everybody at the table and sends snapshots.

Its own player's wishes go through the same gate as all others'.
"""

from array import array

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.acts import CALL, LEAVE, READY
from ..rules.layout import ABSENT, COUNTDOWN, LEFT, LOBBY, PLAYING, RUNNING, SEATS, TICKS_MASK
from ..rules.verdicts import ACCEPTED, NOT_RUNNING, OUT
from . import frames
from .frames import get16, get24, newer8, newer16
from .gate import Gate
from .snapshot import NO_USE
from .wishes import ACK, GIVE, PILE, PRESS, STAMP, TAKE, WHAT, count_in, entry

SNAPSHOT_EVERY = 180
ANNOUNCE_EVERY = 500
ROSTER_EVERY = 900
MISSING_MS = 1_300  # not heard for so long: the table may have to pause
LEFT_MS = 60_000  # rules.md, "Leaving"
LEFT_LOBBY_MS = 8_000
REPEAT_MS = 30  # a snapshot may be this long on its way before it counts as lost
_TOGETHER_MS = 10  # a wish that comes this soon after a snapshot was sent before it arrived
_GAP_MS = 6  # between two new snapshots, for each other seat: keeps us within a quarter of the air (field case F11)
_ASKED_MS = 100  # and between two announcements, however many ask for us
_GOOD_MS = 500  # whoever was heard within this time costs no bar
_BAR_MS = 250  # and each time as long costs one
_LIFE_MS = 2_000  # a stamp this far from where it should be: the handheld has rebooted

_REMEMBERED = 64  # sendings, to know when what is acknowledged was sent


class Dealer:
    """The dealing half of a link. Works on the link's snapshot, roster, keys and radio. ``missing``: a bit a seat that
    isn't heard. ``has_lost_majority``: for so long that the others have gone on without us."""

    def __init__(self, link):
        self.gate = Gate()
        self._link = link
        self._received = bytearray(SEATS)
        self._heard_at = [0] * SEATS
        self._stamp = [0] * SEATS
        self._stamp_at = [0] * SEATS
        self._ack = [0] * SEATS
        self._sent_last = [0] * SEATS
        self._sent_at = array("H", [0] * _REMEMBERED)  # low 16 bits of ticks: they are 12 s old at most
        self._paused_at = 0

    def begin(self, now, heard):
        """Deal from the link's snapshot on. ``heard``: the seats, a bit each, that are surely there."""
        copy = self._link.snapshot
        for seat in range(SEATS):
            self.gate.clear(seat)
            self._received[seat] = copy.answered(seat)
            self._heard_at[seat] = now if heard & 1 << seat else ticks_add(now, -MISSING_MS)
            self._sent_last[seat] = ticks_add(now, -SNAPSHOT_EVERY)
        for at in range(_REMEMBERED):
            self._sent_at[at] = now & 0xFFFF
        self._owed = 0  # a bit a seat that gets the newest snapshot
        self._stamped = 0  # a bit a seat that has sent a stamp
        self.gate.coin.seed(self._link.random32())
        self._snapshot_at = self._announce_at = self.roster_at = now
        self._regular_at = ticks_add(now, -SNAPSHOT_EVERY)
        self._changed = copy.sequence + 1 & 0xFFFF
        self.missing = 0
        self.is_paused = False
        self.has_lost_majority = False
        self._good_until = now
        self._mark_missing(now)

    # --- what comes in ---

    def hear_wishes(self, seat, message, now):
        """A player's frame came. Handling it twice changes nothing."""
        link = self._link
        copy = link.snapshot
        if len(message) < entry(0) or message[9] != copy.epoch:
            # From before we dealt; the snapshot will tell. It is somebody, all the same.
            self._owed |= 1 << seat
            return
        stamp = get16(message, STAMP)
        ack = get16(message, ACK)
        behind = newer16(copy.sequence, ack)
        if behind < 0 or not self._is_news(seat, ack, stamp, now):
            link.old += 1
            return
        self._stamp[seat] = stamp
        self._stamp_at[seat] = now
        self._stamped |= 1 << seat
        self._ack[seat] = ack
        if behind < _REMEMBERED:
            # Heard both ways: what it acknowledges was sent then, at the latest.
            sent = ticks_add(now, -((now - self._sent_at[ack % _REMEMBERED]) & 0xFFFF))
            if ticks_diff(sent, self._heard_at[seat]) > 0:
                self._heard_at[seat] = sent
        since = ticks_diff(now, self._sent_last[seat])
        if since > REPEAT_MS and newer16(self._changed, ack) > 0:
            self._owed |= 1 << seat
        table_now = link.clock.table_time(now)
        for nth in range(count_in(message)):
            at = entry(nth)
            if newer8(copy.answered(seat), message[at]) >= 0:
                # It asks again for what is answered: the answer got lost.
                if since > _TOGETHER_MS:
                    self._owed |= 1 << seat
            else:
                self._take(seat, table_now, _whole_press(get24(message, at + PRESS), table_now), message, at, True)

    def _take(self, seat, table_now, press, frame, at, is_remote):
        """The wish that begins at ``at`` of a frame goes to the gate, if it is the seat's next one."""
        is_next = newer8(frame[at], self._received[seat]) == 1
        if is_next and self.gate.add(seat, table_now, press, frame, at, is_remote):
            self._received[seat] = frame[at]

    def _is_news(self, seat, ack, stamp, now):
        """True unless a frame came again, or too late. Stamps wrap after a minute, so the acknowledged snapshot
        comes first: a seat that wasn't heard for so long is heard again, and a recording is not."""
        if not self._stamped & 1 << seat:
            return True
        later = newer16(ack, self._ack[seat])
        since = newer16(stamp, self._stamp[seat])
        if later < 0 or (later == 0 and since <= 0):
            return False
        late = newer16(since, ticks_diff(now, self._stamp_at[seat]) & 0xFFFF)
        if not -_LIFE_MS < late < _LIFE_MS:
            # Another life of this handheld numbers its wishes from the last answered one on.
            self.gate.clear(seat)
            self._received[seat] = self._link.snapshot.answered(seat)
        return True

    def hear_ask(self, seat, now):
        """A member has lost us, or its memory: tell it everything. That it is heard, its next frame says: for
        somebody who doesn't hear us the table can't run."""
        self._owed |= 1 << seat
        self.roster_at = now
        if ticks_diff(self._announce_at, now) < ANNOUNCE_EVERY - _ASKED_MS:
            self._announce_at = now

    def seat_taken(self, seat, now):
        """The door let somebody in."""
        self._link.snapshot.forget_answers(seat)
        self.gate.clear(seat)
        self._received[seat] = 0
        self._stamped &= ~(1 << seat)
        self._heard_at[seat] = now
        self.roster_at = now
        self._change(now)

    def house_changed(self, now):
        """The house rules were changed in the lobby: nobody has said yes to them yet."""
        self._link.snapshot.set_flags(0, self.missing)
        self._change(now)

    # --- one step ---

    def step(self, now):
        """Apply what is due and send what is owed. Returns ms until there is something to do."""
        link = self._link
        if link.wishes.count:
            self._take_own(now)
        if self.missing or ticks_diff(now, self._look_at) >= 0:
            self._mark_missing(now)
            if self.has_lost_majority:
                return 0
        wait = 1000
        if not self.is_paused:
            wait = self._run(now)
        return min(wait, self._send(now))

    def _take_own(self, now):
        link = self._link
        own = link.wishes
        clock = link.clock
        for nth in range(own.count):
            press = clock.table_time(own.pressed[nth])
            self._take(link.seat, clock.table_time(now), press, own.frame, entry(nth), False)

    def _mark_missing(self, now):
        link = self._link
        table = link.snapshot.table
        self._heard_at[link.seat] = now
        missing = 0
        gone = 0
        heard = 0
        seated = 0
        longest = 0
        for seat in range(SEATS):
            if not table.is_seated(seat):
                continue
            silent = ticks_diff(now, self._heard_at[seat])
            if silent > (LEFT_LOBBY_MS if table.phase == LOBBY else LEFT_MS):
                gone |= 1 << seat
            seated += 1
            if silent > MISSING_MS:
                missing |= 1 << seat
            else:
                heard += 1
                longest = max(longest, silent)
        # While nobody is missing, nothing changes before the one who was silent longest has been so for too long.
        self._look_at = ticks_add(now, MISSING_MS + 1 - longest)
        if gone:
            if (seated - heard) * 2 > seated:
                # As many as that can play on by themselves: one table must not become two.
                self.has_lost_majority = True
                return
            for seat in range(SEATS):
                if gone & 1 << seat:
                    self._let_go(seat, now)
                    seated -= 1
            missing &= ~gone
        if missing != self.missing:
            self.missing = missing
            link.snapshot.set_flags(link.snapshot.ready, missing)
            self._change(now)
        is_paused = heard * 2 <= seated
        if is_paused and not self.is_paused:
            self._paused_at = now
        elif self.is_paused and not is_paused:
            table.postpone(ticks_diff(now, self._paused_at))
            self._change(now)
        self.is_paused = is_paused

    def _let_go(self, seat, now):
        link = self._link
        table = link.snapshot.table
        table.leave(seat, link.clock.table_time(now))
        if table.phase == LOBBY:
            link.forget_seat(seat)
            self.roster_at = now
        link.snapshot.set_flags(link.snapshot.ready & ~(1 << seat), self.missing)
        self._change(now)

    def _run(self, now):
        link = self._link
        table = link.snapshot.table
        gate = self.gate
        wait = 1000
        phase = table.phase
        if phase == RUNNING and not gate.waiting:
            return wait
        table_now = link.clock.table_time(now)
        if phase == COUNTDOWN:
            wait = ticks_diff(table.since, table_now)
            if wait <= 0:
                table.start(table_now)
                self._change(now)
                wait = 1000
        if gate.waiting:
            while True:
                seat = gate.due(table_now)
                if seat < 0:
                    break
                self._apply(seat, now, table_now)
            if gate.waiting:
                wait = min(wait, gate.left)
            phase = table.phase
        are_all_ready = phase != COUNTDOWN and phase != RUNNING and not table.seated(link.snapshot.ready)
        if are_all_ready and link.lobby().go_on(now):
            self._change(now)
        return wait

    def _apply(self, seat, now, table_now):
        gate = self.gate
        copy = self._link.snapshot
        wish = gate.wishes
        at = gate.head(seat)
        number = wish[at]
        what = wish[at + WHAT]
        act = what >> 4
        if act == CALL:
            self._check_calls(gate.calls_with(seat), table_now)
        else:
            if act == READY:
                phase = copy.table.phase
                if phase == COUNTDOWN or phase == RUNNING:
                    verdict = NOT_RUNNING
                else:
                    verdict = self._link.lobby().be_ready(seat, what >> 2 & 3)
            elif act == LEAVE:
                self._let_go(seat, now)
                verdict = ACCEPTED
            else:
                verdict = copy.table.act(seat, what, wish[at + PILE], wish[at + GIVE], wish[at + TAKE], table_now)
            copy.answer(seat, number, verdict)
            gate.drop(seat)
        self._change(now)

    def _check_calls(self, callers, table_now):
        copy = self._link.snapshot
        table = copy.table
        gate = self.gate
        refused = 0 if table.phase == RUNNING else NOT_RUNNING
        for seat in range(SEATS):
            if callers & 1 << seat:
                verdict = refused or (ACCEPTED if table.standing(seat) == PLAYING else OUT)
                copy.answer(seat, gate.wishes[gate.head(seat)], verdict)
                gate.drop(seat)
        if not refused:
            table.call_together(callers, table_now)

    # --- what goes out ---

    def _change(self, now):
        """The table has changed: everybody gets a snapshot at once."""
        self._snapshot_at = now
        self._changed = self._link.snapshot.sequence + 1 & 0xFFFF
        self._link.table_changed()

    def _send(self, now):
        link = self._link
        if ticks_diff(now, self._snapshot_at) >= 0:
            copy = link.snapshot
            wait = _GAP_MS * (copy.table.seated() - 1) - ticks_diff(now, self._regular_at)
            if wait > 0:
                # What is repeated now would be out of date; what is new goes out in a moment.
                return wait
            self._snapshot_at = ticks_add(now, SNAPSHOT_EVERY)
            self._regular_at = now
            copy.next_sequence()
            self._sent_at[copy.sequence % _REMEMBERED] = now & 0xFFFF
            for seat in range(SEATS):
                if self._is_listening(seat, now):
                    self._owed |= 1 << seat
            link.player.heard_at = now  # our own screen is as new as everybody's
        wait = ticks_diff(self._snapshot_at, now)
        if self._owed:
            for seat in range(SEATS):
                # A repeated one keeps its number, so that gaps in the numbers are lost frames and nothing else.
                if self._owed & 1 << seat and self._send_to(seat, now):
                    self._owed &= ~(1 << seat)
            if self._owed:
                wait = min(wait, 5)  # the radio is busy
        left = ticks_diff(self.roster_at, now)
        if left <= 0:
            self.roster_at = ticks_add(now, ROSTER_EVERY)
            link.send_roster()
            left = ROSTER_EVERY
        wait = min(wait, left)
        left = ticks_diff(self._announce_at, now)
        if left <= 0:
            self._announce_at = ticks_add(now, ANNOUNCE_EVERY)
            link.announce(link.table.seated())
            left = ANNOUNCE_EVERY
        return min(wait, left)

    def _is_listening(self, seat, now):
        link = self._link
        if seat == link.seat or link.roster.macs[seat] is None:
            return False
        # Whoever has left hears no more, unless it comes back and asks what became of it.
        standing = link.snapshot.table.standing(seat)
        if standing == LEFT or standing == ABSENT:
            return self._stamped & 1 << seat and ticks_diff(now, self._stamp_at[seat]) < MISSING_MS
        return True

    def _send_to(self, seat, now):
        link = self._link
        mac = link.roster.macs[seat]
        if mac is None or seat == link.seat:
            return True
        held = NO_USE
        if self._stamped & 1 << seat:
            held = min(ticks_diff(now, self._stamp_at[seat]), NO_USE)
        link.write_snapshot(frames.SNAPSHOT, now, self._stamp[seat], held)
        if not link.radio.send(mac, link.snapshot.frame):
            return False
        self._sent_last[seat] = now
        return True

    def quality(self, now):
        """4 (all heard just now) to 0 bars, by the seat that is heard worst. Who is missing is told by name and
        doesn't count, unless all others are."""
        if not self.missing and ticks_diff(now, self._good_until) < 0:
            return 4
        table = self._link.snapshot.table
        worst = 0
        is_any = False
        is_any_missing = False
        for seat in range(SEATS):
            if not table.is_seated(seat) or seat == self._link.seat:
                continue
            if self.missing & 1 << seat:
                is_any_missing = True
            else:
                is_any = True
                worst = max(worst, ticks_diff(now, self._heard_at[seat]))
        if is_any_missing and not is_any:
            return 0
        # While nobody is missing, a frame that comes makes it only better.
        self._good_until = ticks_add(now, _GOOD_MS - worst)
        return max(0, 4 - max(0, worst - (_GOOD_MS - _BAR_MS)) // _BAR_MS)

    def is_heard_out(self):
        """True if all who are heard know the newest table: the dealer's player can go."""
        table = self._link.snapshot.table
        for seat in range(SEATS):
            if seat == self._link.seat or not table.is_seated(seat) or self.missing & 1 << seat:
                continue
            if not self._stamped & 1 << seat or newer16(self._changed, self._ack[seat]) > 0:
                return False
        return True


def _whole_press(low, table_now):
    """Table time of a press from its low 24 bits: the one that is nearest to now."""
    return (table_now + ((low - table_now + 0x800000) & 0xFFFFFF) - 0x800000) & TICKS_MASK
