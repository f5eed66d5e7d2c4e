"""One handheld's link to a table: finds it, sits down, deals or plays, and survives the loss of others."""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.acts import LEAVE, SWAP
from ..rules.layout import ABSENT, LOBBY, NO_PILE, NOBODY, SEATS
from ..spare import forget
from . import door, frames, snapshot
from .announcement import MEMBER, Announcement
from .answers import Answers
from .dealer import Dealer
from .door import Door
from .frames import get24, newer8
from .keys import CODE_LENGTH, KEY_BYTES, Keys, find_code, pack_code, table_key, unpack_code
from .player import Player
from .roster import MAC_BYTES, Roster
from .search import Search
from .shown import Shown
from .snapshot import SNAPSHOT_BYTES, Snapshot
from .table_clock import TableClock
from .wishes import Wishes

# States.
IDLE = 0
LISTENING = 1  # the list of tables is being filled
KNOCKING = 2
SEATED = 3

SILENT_MS = 1_100  # the dealer has sent six snapshots in this time
_LEAVE_MS = 700  # to tell the others that we leave
_REPLY_EVERY = 80  # ms between our answers to those who ask for the table
_ASK_IS_TRUE_MS = 400  # a dealer that was heard more lately hasn't lost its memory: its ASK is a recording
_ROSTER_TRIES = 20
_ROSTER_AGAIN_MS = 4  # by then a snapshot has left the air
_FRAMES_A_STEP = 40  # strangers may send faster than we read

_NO_SEAT_MAC = frames.HEADER
_NO_SEAT_BYTES = frames.HEADER + MAC_BYTES + 1


class Link:
    """The link of one handheld.

    ``radio`` is board/radio.py's or one like it; ``name`` is the player's, up to 12 bytes of UTF-8;
    ``random32`` gives a random number of 32 bits; ``now`` are the ticks at which it is made. Nothing here
    raises over what the radio brings.

    To be read by the screens: ``state``, ``seat``, ``is_dealer``, ``table`` (as last confirmed), ``shown``
    (the same with the own unanswered wishes applied), ``refusal`` (door.py: why the door stayed shut).
    Counted: ``foreign``, ``damaged`` and ``old`` frames that were dropped.
    """

    def __init__(self, radio, name, random32, now=0):
        self.radio = radio
        self.name = name
        self.random32 = random32
        self.state = IDLE
        self.seat = NOBODY
        self.is_dealer = False
        self.table_id = 0
        self.keys = None
        self.refusal = door.NONE
        self.foreign = 0
        self.damaged = 0
        self.old = 0
        self.snapshot = Snapshot()
        self.table = self.snapshot.table
        self._shown = Shown()
        self.shown = self._shown.table
        self.roster = Roster()
        self.clock = TableClock()
        self.wishes = Wishes()
        self.dealer = Dealer(self)
        self.player = Player(self)
        self.search = Search(self)
        self._found = None
        self._door = Door(radio)
        self._knock = None
        self._answers = Answers()
        self._leave_at = None
        self._is_synced = False
        self._reply_at = now
        self._roster_owed = 0  # a bit a seat
        self._roster_tries = 0
        self._now = now
        self.is_hurried = False  # the player did something since the last step
        self._announcement = Announcement()
        self._ask = bytearray(frames.HEADER + 1)

    # --- what the player does ---

    def open_table(self, lock_check, best_of):
        """Open a table of our own and deal at it. ``best_of`` is 1, 3, 5, 7 or 9."""
        mac = self.radio.mac
        # Addresses differ: two handhelds that draw the same number still open two tables.
        table_id = (self.random32() ^ get24(mac, MAC_BYTES - 3)) & 0xFFFFFF or 1
        code = unpack_code(self.random32() % 4**CODE_LENGTH)
        self._sit_down(table_id, Keys(table_key(table_id, code)), 0)
        self.clock.set(0, 0)
        self.table.set_house(lock_check, best_of)
        self.table.sit(0)
        self.roster.code = pack_code(code)
        self.roster.set(0, mac, self.name or "?")
        self.deal_on(self._now, 1)

    def set_house(self, lock_check, best_of):
        """House rules, for the dealer in the lobby; everybody has to say again that they are ready."""
        if self.is_dealer and self.table.phase == LOBBY:
            self.table.set_house(lock_check, best_of)
            self.dealer.house_changed(self._now)

    def listen(self):
        """Begin to fill the list of tables."""
        self.close()
        from .found import FoundTables

        forget("firmware.link.found")
        self._found = FoundTables()
        self.state = LISTENING

    def knock(self, found, code):
        """Ask to join a table of the list. ``code``: its 5 presses, 0 to 3 each."""
        self.close()
        if not found.same_version:
            self.refusal = door.OTHER_VERSION
            return
        from .knock import Knock

        forget("firmware.link.knock")
        self._knock = Knock(self.radio, self.name or "?", found, code, self._now)
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
        if self.state != SEATED or self.rejoining or (self.table.phase == LOBBY and self.table.seated() < 2):
            self.close()
        elif self._leave_at is None:
            self.wishes.add(LEAVE, at, NO_PILE, 0, 0, self.shown)
            self._leave_at = self._now
            self.player.hurry(self._now)
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
        self.player.hurry(self._now)
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
        self._answers.clear()
        self._is_synced = False
        self._door.clear()
        self._knock = None
        self._leave_at = None
        self._roster_owed = 0

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
        self.search.begin(self._now, True)

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
        return self._found.tables if self._found else []

    @property
    def refused(self):
        """How many own wishes were refused."""
        return self._answers.refused

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
        if not self.snapshot.missing:
            return False
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
        return self.player.quality(self._now)

    def table_time(self, ticks):
        """Table time at a moment of this handheld's ticks."""
        return self.clock.table_time(ticks)

    @property
    def pending(self):
        """How many of our wishes wait for an answer."""
        return self.wishes.count

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
        return self._answers.next()

    # --- one step ---

    def step(self, now):
        """Hear what came, do what is due. Returns ms until something is to be done, 0 to 1000."""
        self._now = now
        self.is_hurried = False
        frames_left = _FRAMES_A_STEP
        while frames_left:
            packet = self.radio.receive()
            if packet is None:
                break
            self._hear(packet.mac, packet.msg, now)
            frames_left -= 1
        if self.state == SEATED:
            wait = self._step_seated(now)
            if self.state == SEATED:
                wait = min(wait, self._hand_out_roster())
            return wait if frames_left else 0
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
            return 0
        if knock.answer > door.WELCOME:
            self.close()
            self.refusal = knock.answer
            return 1000
        return wait

    def _step_seated(self, now):
        if self._leave_at is not None and self._has_left(now):
            self.close()
            return 1000
        if self.is_dealer:
            self._door.forget_gone(now)
            wait = self.dealer.step(now)
            if self.dealer.has_lost_majority:
                self._lose_majority()
                return 0
            return min(wait, 50) if self._leave_at is not None else wait
        is_dealer_gone = self.is_synced and not self.table.is_seated(self.dealer_seat)
        if is_dealer_gone or self.silent_ms(now) > SILENT_MS:
            self.search.begin(now)
        wait = 1000
        if self.search.is_on:
            wait = self.search.step(now)
            if wait < 0:
                self._lose_table(door.NO_ANSWER)
                return 1000
            if self.is_dealer:
                return 0
        if self._leave_at is not None:
            wait = min(wait, 50)
        return min(wait, self.player.step(now))

    def _has_left(self, now):
        if ticks_diff(now, self._leave_at) > _LEAVE_MS:
            return True
        return not self.wishes.count and (not self.is_dealer or self.dealer.is_heard_out())

    def _lose_majority(self):
        # Those who went silent together may have gone on with this table, under another dealer.
        table = self.table
        if table.phase == LOBBY:
            self.open_table(table.lock_check, table.best_of)
        else:
            self._lose_table(door.NO_ANSWER)

    @property
    def dealer_seat(self):
        """The seat that deals, as far as is known."""
        return self.snapshot.dealer & 3

    def silent_ms(self, now):
        """For how many ms no dealer has been heard."""
        return self.player.silent_ms(now)

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
            elif self.state == SEATED and get24(message, 6) == self.table_id and message[10] < SEATS:
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
        if kind == frames.NO_SEAT:
            self._hear_no_seat(message)
            return
        if self.is_dealer and self.roster.macs[seat] is None and self.table.is_seated(seat):
            # It sits here, and its seal proves it, but nobody could tell us its address.
            self.roster.set(seat, bytes(mac), "?")
            self._add_peers()
        if self.roster.macs[seat] != mac:
            if kind != frames.ASK or self.roster.version:
                if kind == frames.ASK and self.is_dealer:
                    self._tell_no_seat(mac)
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
            if not self.is_dealer:
                self._read_roster(message)
        elif kind == frames.SEEK:
            if len(message) == SNAPSHOT_BYTES:
                self._hear_seek(seat, message, now)
        elif kind == frames.ASK:
            self._hear_ask(seat, now)
        else:
            self.foreign += 1

    def _hear_snapshot(self, message, now):
        copy = self.snapshot
        if not copy.is_older_than(message):
            self.old += 1
            return
        is_same_epoch = copy.epoch == message[9]
        if self.is_dealer:
            if is_same_epoch:
                self.old += 1
                return
            self._step_down()
        elif is_same_epoch and self.search.holds_back(now):
            self.old += 1
            return
        if not is_same_epoch:
            self.clock.forget()
        self.player.heard(now, frames.get16(message, 11), copy.sequence if is_same_epoch else -1)
        copy.load(message)
        self._is_synced = True
        if self.search.is_on or not is_same_epoch:
            # Whoever deals shall know at once that we are here.
            self.player.hurry(now)
            self.search.end()
        if not is_same_epoch:
            self._renumber()
        if not self.table.is_seated(self.seat) and self._leave_at is None:
            self._lose_table(door.CLOSED)
            return
        self.clock.hear(now, copy.time, snapshot.stamp_in(message), snapshot.held_in(message))
        self.table_changed()

    def _hear_seek(self, seat, message, now):
        if self.is_dealer:
            # It doesn't hear us, or we are the old dealer and it will tell us so by its epoch.
            if newer8(message[9], self.snapshot.epoch) > 0:
                self._step_down()
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
            if seat == self.dealer_seat and self.silent_ms(now) > _ASK_IS_TRUE_MS:
                self.search.begin(now)
            self._reply(now)

    def _reply(self, now):
        if ticks_diff(now, self._reply_at) < 0:
            return
        self._reply_at = ticks_add(now, _REPLY_EVERY)
        self._add_peers()
        self._announcement.write(self.table_id, self.snapshot.epoch, self.seat, MEMBER, self.table.phase, self.name)
        self.radio.broadcast(self._announcement.frame)

    def _tell_no_seat(self, mac):
        frame = bytearray(_NO_SEAT_BYTES)
        frames.start(frame, frames.NO_SEAT, self.table_id, self.snapshot.epoch, self.seat)
        frame[_NO_SEAT_MAC : _NO_SEAT_MAC + MAC_BYTES] = mac
        frames.seal(frame, _NO_SEAT_BYTES, self.keys.secret)
        self.radio.broadcast(frame)

    def _hear_no_seat(self, message):
        if len(message) != _NO_SEAT_BYTES or message[_NO_SEAT_MAC : _NO_SEAT_MAC + MAC_BYTES] != self.radio.mac:
            return
        # An old dealer doesn't know yet, and a recording is from before we sat down.
        if self.search.is_on and newer8(message[9], self.snapshot.epoch) >= 0:
            self._lose_table(door.CLOSED)

    def _read_roster(self, message):
        radio = self.radio
        old = self.roster.macs
        if not self.roster.read(message):
            return
        for mac in old:
            if mac is not None and self.roster.seat_of(mac) < 0:
                radio.remove_peer(mac)
        self._add_peers()

    # --- what the dealing and the searching half need ---

    def table_changed(self):
        """The confirmed table has changed."""
        self._answers.take(self.wishes, self.snapshot, self.seat)
        self._show()

    def snapshot_sent(self):
        """The dealer has sent a snapshot: the own screen is as new as everybody's."""
        self.player.heard_at = self._now

    def send_roster(self):
        """Tell everybody who sits where, as soon as the radio takes it: to each peer one frame at a time."""
        if self.roster.version:
            self._roster_owed = (1 << SEATS) - 1
            self._roster_tries = _ROSTER_TRIES

    def _hand_out_roster(self):
        """Send what ``send_roster`` promised. Returns ms until the next try, 1000 if nothing is left."""
        owed = self._roster_owed
        if not owed:
            return 1000
        self.roster.write(self.table_id, self.seat, self.keys.secret)
        for seat in range(SEATS):
            mac = self.roster.macs[seat]
            if owed & 1 << seat and (mac is None or seat == self.seat or self.radio.send(mac, self.roster.frame)):
                owed &= ~(1 << seat)
        self._roster_tries -= 1
        if not self._roster_tries:
            owed = 0  # a peer that the radio doesn't take; the next regular one tries again
        self._roster_owed = owed
        return _ROSTER_AGAIN_MS if owed else 1000

    def ask(self):
        """Tell the room that we sit at this table and hear nobody."""
        frames.start(self._ask, frames.ASK, self.table_id, self.snapshot.epoch, self.seat)
        frames.seal(self._ask, len(self._ask), self.keys.secret)
        self.radio.broadcast(self._ask)

    def adopt(self, message, now, alone_ms):
        """Take over another searcher's newer snapshot; the dealer it had, silent for ``alone_ms``, is still the
        lost one."""
        copy = self.snapshot
        is_same_epoch = copy.epoch == message[9]
        copy.load(message)
        # Its header names who searches; whose epoch it is tells who dealt.
        copy.frame[10] = copy.epoch % SEATS
        if not self._is_synced:
            # We know nothing else: not even what time it is.
            self._is_synced = True
            self.player.heard_at = ticks_add(now, -alone_ms)
            self.clock.set(now, copy.time)
        if not is_same_epoch:
            self._renumber()
        self.table_changed()

    def deal_on(self, now, heard):
        """Become the dealer, with the next epoch of ours: a seat's epochs leave its number by four, so that
        two dealers never share one."""
        copy = self.snapshot
        if self._is_synced:
            # Nobody could play in the meantime.
            self.table.postpone(self.silent_ms(now))
        ours = copy.epoch + 1
        while ours % SEATS != self.seat or not ours & 255:
            ours += 1
        copy.begin_epoch(ours & 255)
        copy.frame[10] = self.seat
        self.is_dealer = True
        self._is_synced = True
        self._renumber()
        if not self.roster.version:
            self._make_roster()
        for seat in range(SEATS):
            mac = self.roster.macs[seat]
            if mac is not None and copy.table.standing(seat) == ABSENT:
                self.radio.remove_peer(mac)
        self.roster.clear_seats(copy.table)
        self.roster.begin_epoch(copy.epoch)
        self._add_peers()
        self.dealer.begin(now, heard)
        self._show()

    def _make_roster(self):
        """The roster went with the lost dealer: nobody knows more of it than addresses, and the key."""
        roster = self.roster
        roster.code = find_code(self.table_id, self.keys.key)
        for seat in range(SEATS):
            if seat == self.seat:
                roster.set(seat, self.radio.mac, self.name or "?")
            elif roster.macs[seat] is not None:
                roster.set(seat, roster.macs[seat], "?")

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
        self._found = None
        self.snapshot.clear()
        self.clock.clear()
        self.radio.set_key(keys.pmk)
        self.player.begin(self._now)
        self._show()

    def _meet(self, seat, mac):
        # Whoever comes back doesn't know the addresses. Once it has the roster, nobody tells it others.
        if self.roster.version or self.is_dealer or seat == self.seat:
            return
        mac = bytes(mac)
        known = self.roster.macs[seat]
        if known != mac and mac != self.radio.mac:
            if known is not None:
                self.radio.remove_peer(known)
            self.roster.macs[seat] = mac
            self._add_peers()

    def _add_peers(self):
        own = self.radio.mac
        for seat in range(SEATS):
            mac = self.roster.macs[seat]
            if mac is not None and mac != own:
                self.radio.add_peer(mac, self.keys.lmk(own, mac))

    def _renumber(self):
        self.player.renumber(self.snapshot.answered(self.seat))

    def _show(self):
        self._shown.show(self.snapshot, self.wishes, self.seat, self.clock)
