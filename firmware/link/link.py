"""One handheld's link to a table: finds it, sits down, deals or plays, and survives the loss of others."""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.acts import LEAVE, LOCK, PICK_UP, PUT_DOWN, SWAP
from ..rules.layout import LEFT, LOBBY, NO_PILE, NOBODY, SEATS
from . import door, frames, snapshot
from .dealer import Dealer
from .door import Door, Knock
from .found import ANNOUNCE_BYTES, MEMBER, FoundTables, write_announcement
from .frames import get24, newer8
from .keys import CODE_LENGTH, KEY_BYTES, Keys, pack_code, table_key, unpack_code
from .roster import Roster
from .search import Search
from .snapshot import SNAPSHOT_BYTES, Snapshot
from .table_clock import TableClock
from .wishes import Wishes

# States.
IDLE = 0
LISTENING = 1  # the list of tables is being filled
KNOCKING = 2
SEATED = 3

SILENT_MS = 1_100  # the dealer has sent six snapshots in this time
HEARTBEAT_MS = 150
_REPEATS = (12, 12, 12, 14, 20, 30, 50, 80)  # ms between the sendings of an unanswered wish
_LEAVE_MS = 700
_ANSWERS = 8
_REPLY_EVERY = 80


class Answer:
    """What became of a wish: its act ``kind`` (rules/acts.py), ``pile``, ``slot``, ``place`` and the ``verdict``."""

    def __init__(self):
        self.kind = 0
        self.pile = NO_PILE
        self.slot = 0
        self.place = 0
        self.verdict = 0


class Link:
    """The link of one handheld.

    ``radio`` is board/radio.py's or one like it; ``name`` is the player's, up to 12 bytes of UTF-8;
    ``random32`` gives a random number of 32 bits. Nothing here raises over what the radio brings.

    To be read by the screens: ``state``, ``seat``, ``is_dealer``, ``table`` (as last confirmed), ``shown``
    (the same with the own unanswered wishes applied), ``refusal`` (door.py: why the door stayed shut).
    Counted: ``foreign``, ``damaged`` and ``old`` frames that were dropped.
    """

    def __init__(self, radio, name, random32):
        self.radio = radio
        self.name = name
        self.random32 = random32
        self.state = IDLE
        self.seat = NOBODY
        self.is_dealer = False
        self.table_id = 0
        self.keys = None
        self.refusal = door.NONE
        self.refused = 0  # own wishes that were refused
        self.foreign = 0
        self.damaged = 0
        self.old = 0
        self.snapshot = Snapshot()
        self.table = self.snapshot.table
        self._shown = Snapshot()
        self.shown = self._shown.table
        self.roster = Roster()
        self.clock = TableClock()
        self.wishes = Wishes()
        self.dealer = Dealer(self)
        self.search = Search(self)
        self._found = FoundTables()
        self._door = Door(radio)
        self._knock = None
        self._answers = [Answer() for _ in range(_ANSWERS)]
        self._answer_first = 0
        self._answer_count = 0
        self._heard_at = 0
        self._send_at = 0
        self._sent = 0  # sendings of the oldest unanswered wish
        self._sent_number = 0
        self._leave_at = None
        self._is_synced = False
        self._history = 0  # a bit a snapshot, the newest lowest: 1 it came
        self._reply_at = 0
        self._now = 0
        self.is_hurried = False  # the player did something since the last step
        self._announcement = bytearray(ANNOUNCE_BYTES)
        self._ask = bytearray(frames.HEADER + 1)

    # --- what the player does ---

    def open_table(self, lock_check, best_of):
        """Open a table of our own and deal at it. ``best_of`` is 1, 3, 5, 7 or 9."""
        table_id = self.random32() & 0xFFFFFF or 1
        code = unpack_code(self.random32() % 4**CODE_LENGTH)
        self._sit_down(table_id, Keys(table_key(table_id, code)), 0)
        self.clock.offset = 0
        self.table.set_house(lock_check, best_of)
        self.table.sit(0)
        self.roster.code = pack_code(code)
        self.roster.set(0, self.radio.mac, self.name)
        self.deal_on(self._now, 1)

    def set_house(self, lock_check, best_of):
        """House rules, for the dealer in the lobby; everybody has to say again that they are ready."""
        if self.is_dealer and self.table.phase == LOBBY:
            self.table.set_house(lock_check, best_of)
            self.dealer.house_changed(self._now)

    def listen(self):
        """Begin to fill the list of tables."""
        self.close()
        self._found.clear()
        self.state = LISTENING

    def knock(self, found, code):
        """Ask to join a table of the list. ``code``: its 5 presses, 0 to 3 each."""
        self.close()
        if not found.same_version:
            self.refusal = door.OTHER_VERSION
            return
        self._knock = Knock(self.radio, self.name, found, code, self._now)
        self.is_hurried = True
        self.state = KNOCKING

    def answer_knock(self, is_welcome):
        """The dealer's player says yes or no to ``knocker``."""
        if not self.is_dealer:
            return
        epoch = self.snapshot.epoch
        if not is_welcome:
            self._door.turn_away(self.table_id, epoch, self.seat, self._now)
            return
        self.is_hurried = True
        seat = self._door.let_in(self.table_id, epoch, self.seat, self.roster, self.table)
        if seat >= 0:
            self._add_peers()
            self.dealer.seat_taken(seat, self._now)

    def leave(self, at):
        """Leave the table, or give up knocking or listening. The others are told; ``at``: ticks of the press."""
        if self.state != SEATED or self.table.phase == LOBBY and self.table.seated() < 2:
            self.close()
        elif self._leave_at is None:
            if self.is_synced:
                self.wishes.add(LEAVE, at, NO_PILE, 0, 0, self.shown)
            self._leave_at = self._now
            self._send_at = self._now
            self.is_hurried = True

    def wish(self, act, at, pile=NO_PILE, slot=0, place=0):
        """An act of the player (rules/acts.py), pressed at ticks ``at``. It shows at once in ``shown``.

        READY takes ``slot`` 1 for yes and 0 for no. Returns False if it can't be taken: no table, or too
        many wishes wait for an answer.
        """
        if self.state != SEATED or not self.is_synced:
            return False
        if not self.wishes.add(act, at, pile, slot, place, self.shown):
            return False
        self._send_at = self._now
        self.is_hurried = True
        self._show()
        return True

    def close(self):
        """Back to ``IDLE``, without a word to anybody."""
        if self.state == SEATED:
            for seat in range(SEATS):
                if self.roster.macs[seat] is not None and seat != self.seat:
                    self.radio.remove_peer(self.roster.macs[seat])
            self.radio.set_key(None)
        self.state = IDLE
        self.seat = NOBODY
        self.is_dealer = False
        self.refusal = door.NONE
        self.search.end()
        self.roster.clear()
        self.wishes.clear()
        self._answer_count = 0
        self._door.clear()
        self._knock = None
        self._leave_at = None

    # --- coming back after a reboot ---

    def ticket(self):
        """What to keep for coming back: ``(table_id, key, seat)``, or None without a table."""
        if self.state != SEATED:
            return None
        return self.table_id, self.keys.key, self.seat

    def come_back(self, table_id, key, seat):
        """Take the seat back that a ticket names: 24 bits, 16 bytes, 0 to 3."""
        if len(key) != KEY_BYTES or not 0 <= seat < SEATS:
            return
        self._sit_down(table_id, Keys(key), seat)
        self.roster.macs[seat] = self.radio.mac
        self.search.begin(self._now)

    # --- what the screens read ---

    @property
    def problem(self):
        """What is wrong with the radio, 0 for nothing (board/radio.py)."""
        return self.radio.problem

    @property
    def names(self):
        """The names of the four seats, "" for an empty one."""
        return self.roster.names

    @property
    def code(self):
        """The table's code: 5 presses, 0 up, 1 right, 2 down, 3 left."""
        return unpack_code(self.roster.code)

    @property
    def knocker(self):
        """Name of whoever waits for our yes, or ""."""
        return self._door.knocker

    @property
    def is_waiting(self):
        """While we knock: True once the code was right and the dealer's player is being asked."""
        return self._knock is not None and self._knock.answer == door.WAIT

    @property
    def tables(self):
        """The tables heard in the room (found.py)."""
        return self._found.tables

    @property
    def ready(self):
        """A bit for each seat that is ready."""
        return self.snapshot.ready

    @property
    def is_synced(self):
        """True once a snapshot of this table is known."""
        return self._is_synced

    @property
    def is_leaving(self):
        """True while the others are being told that we leave."""
        return self._leave_at is not None

    @property
    def rejoining(self):
        """True while we look for a table of which we know nothing but our seat."""
        return self.state == SEATED and not self.is_synced

    @property
    def missing(self):
        """A bit for each seat that isn't heard."""
        if self.search.is_on or self.is_dealer:
            return self.snapshot.missing
        return self.snapshot.missing & ~(1 << self.seat)

    @property
    def paused(self):
        """True while too few are heard to play on, or the dealer is silent."""
        if self.state != SEATED:
            return False
        if self.is_dealer:
            return self.dealer.is_paused
        if self.search.is_on:
            return True
        seated = self.table.seated()
        heard = seated
        for seat in range(SEATS):
            if self.snapshot.missing & 1 << seat and self.table.is_seated(seat):
                heard -= 1
        return heard * 2 <= seated

    @property
    def quality(self):
        """The link's health, 0 to 4 bars."""
        if self.state != SEATED or self.search.is_on:
            return 0
        if self.is_dealer:
            return self.dealer.quality(self._now)
        came = 0
        for at in range(16):
            came += self._history >> at & 1
        silent = max(0, ticks_diff(self._now, self._heard_at) - 300) // 200
        return max(0, (came + 2) // 4 - silent)

    def table_time(self, ticks):
        """Table time at a moment of this handheld's ticks."""
        return self.clock.table_time(ticks)

    def is_pending_pile(self, pile):
        """True while a pile, 0 to 11, waits for an answer to a wish of ours."""
        for nth in range(self.wishes.count):
            if self.wishes.pile(nth) == pile:
                return True
        return False

    def is_pending_place(self, place):
        """True while a centre place, 0 to 3, waits for an answer to a swap of ours."""
        for nth in range(self.wishes.count):
            if self.wishes.act(nth) == SWAP and self.wishes.place(nth) == place:
                return True
        return False

    def next_answer(self):
        """The next own wish that was answered, once each, or None. The object is used again."""
        if not self._answer_count:
            return None
        answer = self._answers[self._answer_first]
        self._answer_first = (self._answer_first + 1) % _ANSWERS
        self._answer_count -= 1
        return answer

    # --- one step ---

    def step(self, now):
        """Hear what came, do what is due. Returns ms until something is to be done, 0 to 1000."""
        self._now = now
        self.is_hurried = False
        while True:
            packet = self.radio.receive()
            if packet is None:
                break
            self._hear(packet.mac, packet.msg, now)
        if self.state == SEATED:
            return self._step_seated(now)
        if self.state == KNOCKING:
            return self._step_knocking(now)
        if self.state == LISTENING:
            self._found.forget_stale(now)
        return 1000

    def _step_knocking(self, now):
        knock = self._knock
        wait = knock.step(now)
        if knock.answer == door.WELCOME:
            self._sit_down(knock.table_id, knock.keys, knock.seat)
            self.roster.macs[knock.dealer_seat] = knock.dealer_mac
            self._add_peers()
            self._heard_at = now
            self._send_at = now
            return 0
        if knock.answer > door.WELCOME:
            self.close()
            self.refusal = knock.answer
            return 1000
        return wait

    def _step_seated(self, now):
        if self._leave_at is not None:
            left = not self.wishes.count or ticks_diff(now, self._leave_at) > _LEAVE_MS
            if left and ticks_diff(now, self._leave_at) > 100:
                self.close()
                return 1000
        if self.is_dealer:
            self._door.forget_gone(now)
            wait = self.dealer.step(now)
            if self.table.standing(self.seat) == LEFT and self._leave_at is None:
                self._lose_table(door.CLOSED)
            return min(wait, 100) if self._leave_at is not None else wait
        if self.table.standing(self._dealer_seat) == LEFT and self.is_synced:
            self.search.begin(now)
        if ticks_diff(now, self._heard_at) > SILENT_MS:
            self.search.begin(now)
        wait = 1000
        if self.search.is_on:
            wait = self.search.step(now)
            if wait < 0:
                self._lose_table(door.NO_ANSWER)
                return 1000
            if self.is_dealer:
                return 0
        return min(wait, self._send_wishes(now))

    @property
    def _dealer_seat(self):
        return self.snapshot.dealer & 3

    def _send_wishes(self, now):
        if ticks_diff(now, self._send_at) < 0:
            return ticks_diff(self._send_at, now)
        mac = self.roster.macs[self._dealer_seat]
        gap = HEARTBEAT_MS
        if self.wishes.count:
            if self.wishes.number(0) != self._sent_number:
                self._sent_number = self.wishes.number(0)
                self._sent = 0
            gap = _REPEATS[min(self._sent, len(_REPEATS) - 1)]
            self._sent = min(self._sent + 1, 100)
        if mac is not None and self._dealer_seat != self.seat:
            copy = self.snapshot
            frame = self.wishes.write(
                self.table_id, copy.epoch, self.seat, self.keys.secret, copy.sequence, now, self.clock.offset
            )
            if not self.radio.send(mac, frame):
                gap = min(gap, 10)
        self._send_at = ticks_add(now, gap)
        return gap

    # --- frames that came ---

    def _hear(self, mac, message, now):
        kind = frames.kind_of(message)
        if not kind:
            if self.state == LISTENING and frames.is_other_version(message):
                self._found.hear(mac, message, now)
            self.foreign += 1
        elif kind <= frames.DOOR:
            if frames.is_sealed(message, 0):
                self._hear_open(kind, mac, message, now)
            else:
                self.damaged += 1
        elif self.state != SEATED or get24(message, 6) != self.table_id:
            self.foreign += 1
        elif not frames.is_sealed(message, self.keys.secret):
            self.damaged += 1
        else:
            self._hear_member(kind, mac, message, now)

    def _hear_open(self, kind, mac, message, now):
        if kind == frames.ANNOUNCE:
            if self.state == LISTENING:
                self._found.hear(mac, message, now)
            elif self.rejoining and get24(message, 6) == self.table_id and message[10] < SEATS:
                self._meet(message[10], mac)
        elif kind == frames.KNOCK:
            if self.is_dealer and get24(message, 6) == self.table_id:
                self._door.hear(
                    mac,
                    message,
                    self.table_id,
                    self.snapshot.epoch,
                    self.seat,
                    self.keys,
                    self.roster,
                    self.table,
                    now,
                )
        elif self.state == KNOCKING:
            self._knock.hear(mac, message)

    def _hear_member(self, kind, mac, message, now):
        seat = message[10]
        if seat >= SEATS or seat == self.seat:
            self.foreign += 1
            return
        if self.roster.macs[seat] != mac:
            if kind != frames.ASK or self.roster.version:
                self.foreign += 1
                return
            self._meet(seat, mac)
        if kind == frames.SNAPSHOT:
            if len(message) == SNAPSHOT_BYTES:
                self._hear_snapshot(message, now)
        elif kind == frames.WISHES:
            if self.is_dealer:
                self.dealer.hear_wishes(seat, message, now)
        elif kind == frames.ROSTER:
            if not self.is_dealer and self.roster.read(message):
                self._add_peers()
        elif kind == frames.SEEK:
            if len(message) == SNAPSHOT_BYTES:
                self._hear_seek(seat, message, now)
        elif kind == frames.ASK:
            self._hear_ask(seat, now)
        else:
            self.foreign += 1

    def _hear_snapshot(self, message, now):
        copy = self.snapshot
        if copy.epoch and not copy.is_older_than(message):
            self.old += 1
            return
        is_same_epoch = copy.epoch == message[9]
        if self.is_dealer:
            if is_same_epoch:
                self.old += 1
                return
            self._step_down()
        gap = frames.newer16(frames.get16(message, 11), copy.sequence) if is_same_epoch else 16
        self._history = (self._history << min(gap, 16) | 1) & 0xFFFF if is_same_epoch else 0xFFFF
        if not is_same_epoch:
            self.clock.forget()
        copy.load(message)
        self._is_synced = True
        if not is_same_epoch:
            self._renumber()
        self.search.end()
        self._heard_at = now
        self.clock.hear(now, copy.time, snapshot.stamp_in(message), snapshot.held_in(message))
        self._take_answers()
        self._show()

    def _hear_seek(self, seat, message, now):
        if self.is_dealer:
            # It doesn't hear us, or we are the old dealer and it will tell us so by its epoch.
            if newer8(message[9], self.snapshot.epoch) > 0:
                self._step_down()
                self.adopt(message)
                self.search.begin(now)
                self.search.hear(seat, message, now)
            else:
                self.dealer.hear_ask(seat, now)
        elif self.search.is_on:
            self.search.hear(seat, message, now)

    def _hear_ask(self, seat, now):
        if self.is_dealer:
            self._add_peers()
            self.dealer.hear_ask(seat, now)
        elif self.is_synced:
            if seat == self._dealer_seat:
                self.search.begin(now)
            self._reply(now)

    def _reply(self, now):
        if ticks_diff(now, self._reply_at) < 0:
            return
        self._reply_at = ticks_add(now, _REPLY_EVERY)
        self._add_peers()
        write_announcement(
            self._announcement, self.table_id, self.snapshot.epoch, self.seat, MEMBER, self.table.phase, self.name
        )
        self.radio.broadcast(self._announcement)

    # --- what the dealing and the searching half need ---

    def table_changed(self):
        """The dealer has changed the table."""
        self._take_answers()
        self._show()

    def snapshot_sent(self):
        """The dealer has sent a snapshot: the own screen is as new as everybody's."""
        self._heard_at = self._now

    def send_roster(self):
        """Tell everybody who sits where."""
        if not self.roster.version:
            return
        self.roster.write(self.table_id, self.snapshot.epoch, self.seat, self.keys.secret)
        for seat in range(SEATS):
            mac = self.roster.macs[seat]
            if mac is not None and seat != self.seat:
                self.radio.send(mac, self.roster.frame)

    def ask(self):
        """Tell the room that we sit at this table and hear nobody."""
        frames.start(self._ask, frames.ASK, self.table_id, self.snapshot.epoch, self.seat)
        frames.seal(self._ask, len(self._ask), self.keys.secret)
        self.radio.broadcast(self._ask)

    def adopt(self, message):
        """Take over another searcher's newer snapshot; the dealer it had is still the lost one."""
        self.snapshot.load(message)
        self._is_synced = True
        self._take_answers()
        self._show()

    def deal_on(self, now, heard):
        """Become the dealer, with the next epoch of ours: a seat's epochs leave its number by four, so that
        two dealers never share one."""
        epoch = self.snapshot.epoch
        ours = epoch + 1
        while ours % SEATS != self.seat or not ours & 255:
            ours += 1
        self.snapshot.begin_epoch(ours & 255)
        self.snapshot.frame[10] = self.seat
        self.is_dealer = True
        self._is_synced = True
        self._renumber()
        self._add_peers()
        self.dealer.begin(now, heard)
        self._show()

    def count_old(self):
        """A frame came again, or too late."""
        self.old += 1

    def _step_down(self):
        self.is_dealer = False
        self._door.clear()

    def _lose_table(self, refusal):
        self.close()
        self.refusal = refusal

    def _sit_down(self, table_id, keys, seat):
        self.close()
        self.table_id = table_id
        self.keys = keys
        self.seat = seat
        self.state = SEATED
        self._is_synced = False
        self._history = 0xFFFF
        self.snapshot.clear()
        self.clock.forget()
        self.radio.set_key(keys.pmk)
        self._heard_at = self._now
        self._send_at = self._now
        self._show()

    def _meet(self, seat, mac):
        mac = bytes(mac)
        if seat != self.seat and self.roster.macs[seat] != mac:
            self.roster.macs[seat] = mac
            self._add_peers()

    def _add_peers(self):
        own = self.radio.mac
        for seat in range(SEATS):
            mac = self.roster.macs[seat]
            if mac is not None and mac != own:
                self.radio.add_peer(mac, self.keys.lmk(own, mac))

    def _renumber(self):
        self.wishes.renumber(self.snapshot.answered(self.seat))
        self._sent = 0

    def _take_answers(self):
        wishes = self.wishes
        copy = self.snapshot
        answered = copy.answered(self.seat)
        while wishes.count:
            back = newer8(answered, wishes.number(0))
            if back < 0:
                return
            answer = self._answers[(self._answer_first + self._answer_count) % _ANSWERS]
            answer.kind = wishes.act(0)
            answer.pile = wishes.pile(0)
            answer.slot = wishes.slot(0)
            answer.place = wishes.place(0)
            answer.verdict = copy.verdict(self.seat, back) if back < 4 else 0
            if answer.verdict > 1:
                self.refused += 1
            wishes.drop_first()
            if self._answer_count < _ANSWERS:
                self._answer_count += 1
            else:
                self._answer_first = (self._answer_first + 1) % _ANSWERS

    def _show(self):
        """The table as this player sees it: what is confirmed, and on top what is still wished."""
        shown = self._shown
        shown.load(self.snapshot.frame)
        table = self.shown
        wishes = self.wishes
        seat = self.seat
        for nth in range(wishes.count):
            act = wishes.act(nth)
            if act == PICK_UP:
                table.pick_up(seat, wishes.pile(nth))
            elif act == PUT_DOWN:
                table.put_down(seat, wishes.pile(nth))
            elif act == SWAP:
                table.swap(
                    seat, wishes.pile(nth), wishes.slot(nth), wishes.place(nth), wishes.give(nth), wishes.take(nth)
                )
            elif act == LOCK:
                table.lock(seat, wishes.pile(nth), self.clock.table_time(wishes.at(nth)))
