"""One handheld's link to a table: finds it, sits down, deals or plays, and survives the loss of others."""

from adafruit_ticks import ticks_add, ticks_diff

from ..rules.acts import LEAVE, SWAP
from ..rules.layout import ABSENT, LOBBY, NO_PILE, NOBODY, SEATS
from ..spare import forget
from . import door, frames
from .announcement import ANNOUNCE_BYTES, MEMBER, write_announcement
from .answers import Answers
from .dealer import Dealer
from .frames import get16, get24, get32, newer8
from .keys import KEY_BYTES, Keys
from .player import Player
from .roster import MAC_BYTES, Roster
from .search import Search
from .shown import show
from .snapshot import HELD, SNAPSHOT_BYTES, STAMP, TIME, Snapshot
from .table_clock import TableClock
from .wishes import PILE, WHAT, Wishes, entry

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

_ASK_BYTES = frames.HEADER + 1
_NO_SEAT_MAC = frames.HEADER
_NO_SEAT_BYTES = frames.HEADER + MAC_BYTES + 1


class Link:
    """The link of one handheld.

    ``radio`` is board/radio.py's or one like it; ``name`` is the player's, up to 12 bytes of UTF-8;
    ``random32`` gives a random number of 32 bits; ``now`` are the ticks at which it is made. Nothing here
    raises over what the radio brings.

    To be read by the screens: ``state``, ``seat``, ``is_dealer``, ``table`` (as last confirmed), ``shown``
    (the same with the own unanswered wishes applied), ``changes`` (counts up, in 16 bits, whenever ``shown`` may have
    changed or a wish was answered), ``names`` of the four seats ("" for an empty one), ``code`` of
    the table (5 presses: 0 up, 1 right, 2 down, 3 left), ``tables`` heard in the room (found.py), ``knocker`` (name of
    whoever waits for our yes, or ""), ``is_waiting`` (we knock, and the dealer's player is being asked), ``refusal``
    (door.py: why the door stayed shut), ``is_synced`` (a snapshot of this table is known), ``is_leaving`` (the others
    are being told), ``refused`` (how many own wishes were).
    ``table_time(ticks)``: table_clock.py; ``next_answer()`` tells what became of the own wishes: answers.py.
    Counted: ``foreign``, ``damaged`` and ``old`` frames that were dropped.
    """

    def __init__(self, radio, name, random32, now=0):
        self.radio = radio
        self.name = name
        self.random32 = random32
        self.state = IDLE
        self.table_id = 0
        self.keys = None
        self.foreign = 0
        self.damaged = 0
        self.old = 0
        self.refused = 0
        self.snapshot = Snapshot()
        self.table = self.snapshot.table
        self._shown = Snapshot()
        self.shown = self._shown.table
        self.changes = 0  # how often what is shown may have changed, 16 bits
        self.roster = Roster()
        self.names = self.roster.names
        self.clock = TableClock()
        self.table_time = self.clock.table_time
        self.wishes = Wishes()
        self.dealer = Dealer(self)
        self.player = Player(self)
        self.search = Search(self)
        self.tables = ()
        self._answers = Answers()
        self.next_answer = self._answers.next
        self._reply_at = now
        self._roster_tries = 0
        self._now = now
        self.is_hurried = False  # the player did something since the last step
        self._announcement = bytearray(ANNOUNCE_BYTES)
        self._announced = None  # the name in it
        self.close()

    # --- what the player does ---

    def open_table(self, lock_check, best_of):
        """Open a table of our own and deal at it. ``best_of`` is 1, 3, 5, 7 or 9."""
        self.lobby().open_table(lock_check, best_of, self._now)

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
        self._guest = FoundTables()
        self.tables = self._guest.tables
        self.state = LISTENING

    def knock(self, found, code):
        """Ask to join a table of the list. ``code``: its 5 presses, 0 to 3 each."""
        self.close()
        if not found.same_version:
            self.refusal = door.OTHER_VERSION
            return
        from .knock import Knock

        forget("firmware.link.knock")
        self._guest = Knock(self, found, code, self._now)
        self.is_hurried = True
        self.state = KNOCKING

    def answer_knock(self, is_welcome):
        """The dealer's player says yes or no to ``knocker``."""
        if self.is_dealer and self._lobby is not None:
            self.is_hurried = self.is_hurried or is_welcome
            self._lobby.answer_knock(is_welcome, self._now)

    def leave(self, at):
        """Leave the table, or give up knocking or listening. The others are told; ``at``: ticks of the press."""
        if self.state != SEATED or self.rejoining or (self.table.phase == LOBBY and self.table.seated() < 2):
            self.close()
        elif not self.is_leaving:
            self.wishes.add(LEAVE, at, NO_PILE, 0, 0, self.shown)
            self.is_leaving = True
            self._leave_at = self._now
            self._hurry()

    def wish(self, act, at, pile=NO_PILE, slot=0, place=0):
        """An act of the player (rules/acts.py), pressed at ticks ``at``. It shows at once in ``shown``.

        READY takes ``slot`` 1 for yes and 0 for no. Returns False if it can't be taken: no table, or too
        many wishes wait for an answer.
        """
        if self.state != SEATED or not self.is_synced:
            return False
        if not self.wishes.add(act, at, pile, slot, place, self.shown):
            return False
        self._hurry()
        self._show()
        return True

    def _hurry(self):
        self.player.send_at = self._now
        self.is_hurried = True

    def close(self, refusal=door.NONE):
        """Back to ``IDLE``, without a word to anybody."""
        if self.state == SEATED:
            for seat in range(SEATS):
                if self.roster.macs[seat] is not None and seat != self.seat:
                    self.radio.remove_peer(self.roster.macs[seat])
            self.radio.set_key(None)
        self.state = IDLE
        self.seat = NOBODY
        self.is_dealer = False
        self.is_synced = False
        self.is_waiting = False
        self.is_leaving = False
        self.refusal = refusal
        self.code = bytes(5)  # codes.py
        self.deaf_until = self._now  # to knocks
        self.search.is_on = False
        self.roster.clear()
        self.wishes.clear()
        self._answers.clear()
        self._guest = None  # what we do without a seat: found.py or knock.py
        self._is_dealer_gone = False  # its player has left
        self._roster_owed = 0  # a bit a seat
        self.forget_lobby()

    def lobby(self):
        """What only a dealer between rounds needs (lobby.py); loaded if it isn't there."""
        if self._lobby is None:
            from .lobby import Lobby

            self._lobby = Lobby(self)
        return self._lobby

    def forget_lobby(self):
        """A round begins, or we are no dealer any more: nobody waits, and if memory is short, the code goes."""
        self._lobby = None
        self.knocker = ""  # name of whoever waits for our yes
        forget("firmware.link.lobby")
        forget("firmware.link.codes")

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
        self.sit_down(table_id, Keys(key), seat)
        self.roster.macs[seat] = self.radio.mac
        self.search.begin(self._now, True)

    # --- what the screens read ---

    @property
    def problem(self):
        """What is wrong with the radio, 0 for nothing (board/radio.py)."""
        return self.radio.problem

    @property
    def ready(self):
        """A bit for each seat that is ready."""
        return self.snapshot.ready

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
        missing = self.snapshot.missing
        return missing != 0 and self.table.seated(missing) * 2 <= self.table.seated()

    @property
    def quality(self):
        """The link's health, 0 to 4 bars."""
        if self.state != SEATED or self.search.is_on:
            return 0
        if self.is_dealer:
            return self.dealer.quality(self._now)
        return self.player.quality(self._now)

    @property
    def pending(self):
        """How many of our wishes wait for an answer."""
        return self.wishes.count

    def is_pending_pile(self, pile):
        """True while a pile, 0 to 11, waits for an answer to a wish of ours."""
        for nth in range(self.wishes.count):
            if self.wishes.frame[entry(nth) + PILE] == pile:
                return True
        return False

    def is_pending_place(self, place):
        """True while a centre place, 0 to 3, waits for an answer to a swap of ours."""
        for nth in range(self.wishes.count):
            what = self.wishes.frame[entry(nth) + WHAT]
            if what >> 4 == SWAP and what & 3 == place:
                return True
        return False

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
            if self._roster_owed:
                wait = min(wait, self._hand_out_roster())
            return wait if frames_left else 0
        return 1000 if self._guest is None else self._guest.step(now)

    def _step_seated(self, now):
        if self.is_leaving and self._has_left(now):
            self.close()
            return 1000
        if self.is_dealer:
            if self._lobby is not None:
                self._lobby.forget_gone(now)
            wait = self.dealer.step(now)
            if self.dealer.has_lost_majority:
                self._lose_majority()
                return 0
        else:
            if self._is_dealer_gone or ticks_diff(now, self.player.heard_at) > SILENT_MS:
                self.search.begin(now)
            wait = 1000
            if self.search.is_on:
                wait = self.search.step(now)
                if wait < 0:
                    self.close(door.NO_ANSWER)
                    return 1000
                if self.is_dealer:
                    return 0
            wait = min(wait, self.player.step(now))
        return min(wait, 50) if self.is_leaving else wait

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
            self.close(door.NO_ANSWER)

    def silent_ms(self, now):
        """For how many ms no dealer has been heard."""
        return max(0, ticks_diff(now, self.player.heard_at))

    # --- frames that came ---

    def _hear(self, mac, message, now):
        kind = frames.kind_of(message)
        if not kind:
            if self._guest is not None:
                self._guest.hear(mac, message, now)  # perhaps a table of another version
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
        if self._guest is not None:
            self._guest.hear(mac, message, now)
        elif self.state == SEATED and get24(message, 6) == self.table_id:
            if kind == frames.ANNOUNCE and message[10] < SEATS:
                self._meet(message[10], mac)
            elif kind == frames.KNOCK and self.is_dealer:
                door.hear(self, mac, message, now)

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
            self.add_peers()
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
        self.player.heard(now, get16(message, 11), copy.sequence if is_same_epoch else -1)
        copy.load(message)
        self.is_synced = True
        if self.search.is_on or not is_same_epoch:
            # Whoever deals shall know at once that we are here.
            self.player.send_at = now
            self.search.is_on = False
        if not is_same_epoch:
            self.player.renumber()
        if not self.table.is_seated(self.seat) and not self.is_leaving:
            self.close(door.CLOSED)
            return
        self.clock.hear(now, get32(message, TIME), get16(message, STAMP), message[HELD])
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
            self.add_peers()
            self.dealer.hear_ask(seat, now)
        elif self.is_synced:
            if seat == self.snapshot.dealer and self.silent_ms(now) > _ASK_IS_TRUE_MS:
                self.search.begin(now)
            if ticks_diff(now, self._reply_at) >= 0:
                self._reply_at = ticks_add(now, _REPLY_EVERY)
                self.add_peers()
                self.announce(MEMBER)

    def _tell_no_seat(self, mac):
        frame = bytearray(_NO_SEAT_BYTES)
        frame[_NO_SEAT_MAC : _NO_SEAT_MAC + MAC_BYTES] = mac
        self.seal(frame, frames.NO_SEAT, _NO_SEAT_BYTES)
        self.radio.broadcast(frame)

    def _hear_no_seat(self, message):
        if len(message) != _NO_SEAT_BYTES or message[_NO_SEAT_MAC : _NO_SEAT_MAC + MAC_BYTES] != self.radio.mac:
            return
        # An old dealer doesn't know yet, and a recording is from before we sat down.
        if self.search.is_on and newer8(message[9], self.snapshot.epoch) >= 0:
            self.close(door.CLOSED)

    def _read_roster(self, message):
        old = self.roster.macs
        number = self.roster.code
        if not self.roster.read(message):
            return
        if self.roster.code != number:
            from .codes import unpack_code

            self.code = unpack_code(self.roster.code)
            self.forget_lobby()
        for mac in old:
            if mac is not None and self.roster.seat_of(mac) < 0:
                self.radio.remove_peer(mac)
        self.add_peers()

    # --- what the dealing and the searching half need ---

    def table_changed(self):
        """The confirmed table has changed."""
        self._is_dealer_gone = not self.table.is_seated(self.snapshot.dealer)
        self.refused += self._answers.take(self.wishes, self.snapshot, self.seat)
        self._show()

    def seal(self, frame, kind, length):
        """Write the header of a frame of ours, and seal its first ``length`` bytes."""
        frames.start(frame, kind, self.table_id, self.snapshot.epoch, self.seat)
        frames.seal(frame, length, self.keys.secret if kind > frames.DOOR else 0)

    def write_snapshot(self, kind, now, stamp, held):
        """Make the snapshot's frame ready to be sent, as a frame of this ``kind``."""
        copy = self.snapshot
        copy.write(self.clock.table_time(now), stamp, held)
        self.seal(copy.frame, kind, SNAPSHOT_BYTES)

    def announce(self, taken):
        """Tell the room about this table. ``taken``: seats, or ``MEMBER`` (announcement.py)."""
        frame = self._announcement
        name = None
        if self._announced != self.name:
            self._announced = name = self.name
        write_announcement(frame, self.table_id, self.snapshot.epoch, self.seat, taken, self.table.phase, name)
        self.radio.broadcast(frame)

    def send_roster(self):
        """Tell everybody who sits where, as soon as the radio takes it: to each peer one frame at a time."""
        if self.roster.version:
            self._roster_owed = (1 << SEATS) - 1
            self._roster_tries = _ROSTER_TRIES

    def _hand_out_roster(self):
        """Send what ``send_roster`` promised. Returns ms until the next try, 1000 if nothing is left."""
        owed = self._roster_owed
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
        frame = bytearray(_ASK_BYTES)
        self.seal(frame, frames.ASK, _ASK_BYTES)
        self.radio.broadcast(frame)

    def adopt(self, message, now, alone_ms):
        """Take over another searcher's newer snapshot; the dealer it had, silent for ``alone_ms``, is still the
        lost one."""
        copy = self.snapshot
        is_same_epoch = copy.epoch == message[9]
        copy.load(message)
        # Its header names who searches; whose epoch it is tells who dealt.
        copy.frame[10] = copy.epoch % SEATS
        if not self.is_synced:
            # We know nothing else: not even what time it is.
            self.is_synced = True
            self.player.heard_at = ticks_add(now, -alone_ms)
            self.clock.set(now, get32(message, TIME))
        if not is_same_epoch:
            self.player.renumber()
        self.table_changed()

    def deal_on(self, now, heard):
        """Become the dealer, with the next epoch of ours: a seat's epochs leave its number by four, so that
        two dealers never share one."""
        copy = self.snapshot
        if self.is_synced:
            # Nobody could play in the meantime.
            self.table.postpone(self.silent_ms(now))
        ours = copy.epoch + 1
        while ours % SEATS != self.seat or not ours & 255:
            ours += 1
        copy.begin_epoch(ours & 255)
        copy.frame[10] = self.seat
        self.is_dealer = True
        self.is_synced = True
        self.player.renumber()
        if not self.roster.version:
            # It went with the lost dealer.
            from .codes import make_roster

            make_roster(self)
            self.forget_lobby()
        for seat in range(SEATS):
            if copy.table.standing(seat) == ABSENT:
                self.forget_seat(seat)
        self.roster.epoch = copy.epoch
        self.add_peers()
        self.dealer.begin(now, heard)
        self._show()

    def forget_seat(self, seat):
        """Nobody sits there any more. Returns False if nobody did."""
        mac = self.roster.macs[seat]
        if mac is None:
            return False
        self.radio.remove_peer(mac)
        self.roster.set(seat, None, "")
        return True

    def _step_down(self):
        self.is_dealer = False
        self.forget_lobby()

    def sit_down(self, table_id, keys, seat):
        """Take a seat of which we have the keys, whatever we did before."""
        self.close()
        self.table_id = table_id
        self.keys = keys
        self.seat = seat
        self.state = SEATED
        self.tables = ()
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
            self.add_peers()

    def add_peers(self):
        """Tell the radio of everybody at the table."""
        own = self.radio.mac
        for seat in range(SEATS):
            mac = self.roster.macs[seat]
            if mac is not None and mac != own:
                self.radio.add_peer(mac, self.keys.lmk(own, mac))

    def _show(self):
        self.changes = self.changes + 1 & 0xFFFF
        show(self._shown, self.snapshot, self.wishes, self.seat, self.clock)
