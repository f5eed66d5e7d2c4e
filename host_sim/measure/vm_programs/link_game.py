"""Links at one table over a tiny radio, for a device VM and for CPython: same frames, same cards, same result.

Only what all three know (MicroPython, its WASM build, CPython). Frames take 2 to 4 ms; a share of them is lost. The
radio's memory is made at the start, so that what a step allocates is the link's.
"""

from firmware.link import frames
from firmware.link.link import KNOCKING, LISTENING, SEATED, Link
from firmware.rules.acts import LOCK, NO_ACT, READY, SWAP
from firmware.rules.computer import Computer
from firmware.rules.dice import Coin, Dice
from firmware.rules.layout import LOBBY, MATCH_OVER, ROUND_OVER, RUNNING

START = 0x1FFF0000  # where a board's ticks begin
MASK = 0x1FFFFFFF
EVERYBODY = b"\xff\xff\xff\xff\xff\xff"
SLOTS = 16


class Packet:
    def __init__(self):
        self.mac = None
        self.msg = None
        self.rssi = -50
        self.at = 0


class Radio:
    """Room for ``SLOTS`` frames on their way to this handheld; one more is lost, as in a full ring."""

    def __init__(self, air, number):
        self.air = air
        self.mac = bytes([2, 0, 0, 0, 0, number + 1])
        self.problem = 0
        self.kinds = 0  # a bit for each kind of frame sent since it was cleared
        self._packets = [Packet() for _ in range(SLOTS)]
        # A memory for each slot and length that a frame has, made once.
        self._memory = {}
        self._first = 0
        self._count = 0
        air.radios.append(self)

    def set_key(self, pmk):
        pass

    def add_peer(self, mac, lmk=None):
        pass

    def remove_peer(self, mac):
        pass

    def broadcast(self, frame):
        return self.send(EVERYBODY, frame)

    def send(self, mac, frame):
        self.kinds |= 1 << frames.kind_of(frame)
        air = self.air
        for radio in air.radios:
            if radio is not self and (mac == EVERYBODY or mac == radio.mac) and air.coin.throw(100) >= air.loss:
                radio.arrive(self.mac, frame, air.now + 2 + air.coin.throw(3))
        return True

    def arrive(self, mac, frame, at):
        if self._count == SLOTS:
            return
        slot = (self._first + self._count) % SLOTS
        self._count += 1
        size = len(frame)
        key = slot << 8 | size
        if key not in self._memory:
            self._memory[key] = bytearray(size)
        memory = self._memory[key]
        for i in range(size):
            memory[i] = frame[i]
        packet = self._packets[slot]
        packet.mac = mac
        packet.msg = memory
        packet.at = at

    def make_memory(self, sizes):
        """Make the memory for frames of these lengths now."""
        for slot in range(SLOTS):
            for size in sizes:
                self._memory[slot << 8 | size] = bytearray(size)

    def due(self):
        """When the next frame can be read, or -1."""
        return self._packets[self._first].at if self._count else -1

    def receive(self):
        if not self._count or self._packets[self._first].at > self.air.now:
            return None
        packet = self._packets[self._first]
        self._first = (self._first + 1) % SLOTS
        self._count -= 1
        return packet


class Air:
    """``loss`` in percent, ``now`` in ms from the start."""

    def __init__(self, seed, loss):
        self.coin = Coin()
        self.coin.seed(seed ^ 0x5EED)
        self.loss = loss
        self.now = 0
        self.radios = []


class Seat:
    """A handheld with a computer player and no screen."""

    def __init__(self, air, number, seed):
        self.dice = Dice(seed * 16 + number)
        self.link = Link(Radio(air, number), "P" + str(number), self.random32)
        self.computer = None
        self.due = 0
        self.act_at = 0
        self.answered = 0

    def random32(self):
        return self.dice.throw(65536) << 16 | self.dice.throw(65536)


class Game:
    """``count`` links; number 0 opens the table. ``folded`` is a number made of all that happened at the table."""

    def __init__(self, count, seed, loss=0, best_of=1):
        self.air = Air(seed, loss)
        self.seats = []
        for number in range(count):
            self.add(number, seed)
        self.count = count
        self.best_of = best_of
        self.folded = 0
        self.wishes = 0
        self._folded_sequence = -1

    def add(self, number, seed):
        self.seats.append(Seat(self.air, number, seed))

    def ticks(self):
        return (START + self.air.now) & MASK

    def open(self, phase=RUNNING):
        """Everybody at the table, all of them ready, until all are in a phase."""
        for seat in self.seats:
            seat.link.step(self.ticks())
        self.seats[0].link.open_table(True, self.best_of)
        for seat in self.seats[1:]:
            seat.link.listen()
        self.run_to(phase, 60_000)

    def run_to(self, phase, limit):
        """Go on until everybody is in a phase, or for ``limit`` ms. Returns True if they are."""
        until = self.air.now + limit
        while self.air.now < until:
            self.step()
            if self.all_in(phase):
                return True
        return False

    def all_in(self, phase):
        return all(not (seat.link.state != SEATED or seat.link.table.phase != phase) for seat in self.seats)

    def step(self):
        """One moment: whoever is due."""
        now = self.air.now
        ticks = self.ticks()
        after = now + 1000
        for seat in self.seats:
            arrival = seat.link.radio.due()
            if seat.due <= now or 0 <= arrival <= now:
                seat.due = now + max(1, self.step_link(seat, ticks))
            if seat.act_at <= now:
                self.play(seat, ticks)
                seat.due = min(seat.due, now + 1)
            after = min(after, seat.due, seat.act_at)
            arrival = seat.link.radio.due()
            if arrival >= 0:
                after = min(after, arrival)
        self.fold()
        self.air.now = max(after, now + 1)

    def step_link(self, seat, ticks):
        return seat.link.step(ticks)

    def play(self, seat, ticks):
        """What its player does now."""
        link = seat.link
        seat.act_at = self.air.now + 200 + self.air.coin.throw(300)
        while link.next_answer() is not None:
            seat.answered += 1
        if link.state == LISTENING:
            if link.tables:
                link.knock(link.tables[0], self.seats[0].link.code)
        elif link.state == SEATED:
            self.play_seated(seat, link, ticks)
        elif link.state != KNOCKING:
            link.listen()

    def play_seated(self, seat, link, ticks):
        if link.is_dealer and link.knocker:
            link.answer_knock(True)
        table = link.shown
        phase = table.phase
        if phase in (LOBBY, ROUND_OVER):
            if table.seated() == self.count and not link.ready & 1 << link.seat:
                link.wish(READY, ticks, 255, 1, 0)
        elif phase == RUNNING:
            computer = seat.computer
            if computer is None:
                computer = seat.computer = Computer(table, link.seat, 7)
            kind = computer.decide(link.table_time(ticks))
            # A call only once nothing is pending: until then a lock may still be refused.
            if kind != NO_ACT and (kind <= LOCK or not link.wishes.count):
                self.wish(link, computer, kind, ticks)

    def wish(self, link, computer, kind, ticks):
        self.wishes += 1
        slot = computer.slot if kind == SWAP else 0
        place = computer.place if kind == SWAP else 0
        link.wish(kind, ticks, computer.pile if kind <= LOCK else 255, slot, place)

    def fold(self):
        """Fold the dealer's newest table in."""
        copy = self.seats[0].link.snapshot
        sequence = copy.sequence
        if sequence != self._folded_sequence:
            self._folded_sequence = sequence
            number = self.folded
            state = copy.table.state
            for i in range(len(state)):
                number = (number * 33 + state[i]) & 0xFFFFFF
            self.folded = number

    def report(self):
        """Lines about the end: the same on every Python."""
        lines = []
        for seat in self.seats:
            table = seat.link.table
            wins = [table.wins[i] for i in range(4)]
            lines.append(
                "seat {} phase {} how {} winner {} wins {} cards {}".format(
                    seat.link.seat, table.phase, table.how, table.match_winner, wins, list(table.places)
                )
            )
        lines.append("at {} wishes {} folded {}".format(self.air.now, self.wishes, self.folded))
        return lines


def play_match(count, seed, loss, best_of):
    """A match from opening the table to its end; prints what became of it."""
    game = Game(count, seed, loss, best_of)
    game.open()
    print("dealt", list(game.seats[0].link.table.places))
    print("over", game.run_to(MATCH_OVER, 30 * 60_000))
    for line in game.report():
        print(line)
