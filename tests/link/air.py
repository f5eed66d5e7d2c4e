"""A room for tests of the link: links on a tiny simulated air with virtual time, seeded, without a screen.

Encrypted frames arrive only if both ends have the other one as a peer with the same keys, as ESP-NOW does it.
"""

import heapq
import random

from firmware.link.link import KNOCKING, SEATED, Link
from firmware.rules.acts import READY
from firmware.rules.layout import COUNTDOWN, LOBBY, RUNNING, TICKS_MASK

TICK_MS = 5  # a handheld looks at its radio this often
RING = 18  # frames of 100 bytes in a ring of 2 KB
EVERYBODY = None


class Packet:
    """What a radio hands out: ``mac``, ``msg``, ``rssi``."""

    def __init__(self, mac, msg):
        self.mac = mac
        self.msg = msg
        self.rssi = -50


class Air:
    """Carries frames. ``loss`` 0 to 1; a frame takes ``delay`` ms and up to ``jitter`` ms more; ``cut`` holds pairs
    ``(from, to)`` of numbers of radios that don't reach each other; ``extra_delay`` more ms for a number's frames."""

    def __init__(self, seed=1, loss=0.0, delay=1.0, jitter=2.0):
        self.random = random.Random(seed)
        self.loss = loss
        self.delay = delay
        self.jitter = jitter
        self.cut = set()
        self.extra_delay = {}
        self.now = 0.0
        self.radios = []
        self.frames = []  # all that was ever sent: (time, number of the sender, mac or EVERYBODY, bytes)
        self.on_arrival = None
        self._flying = []
        self._count = 0

    def cut_off(self, number, *others):
        """Neither hears the other, for each pair of ``number`` and ``others``."""
        for other in others:
            self.cut |= {(number, other), (other, number)}

    def transmit(self, sender, mac, frame):
        self.frames.append((self.now, sender.number, mac, bytes(frame)))
        for radio in self.radios:
            if radio is sender or (mac is not EVERYBODY and radio.mac != mac):
                continue
            if (sender.number, radio.number) in self.cut or self.random.random() < self.loss:
                continue
            if mac is not EVERYBODY and not _can_read(sender, radio):
                continue
            takes = self.delay + self.random.random() * self.jitter + self.extra_delay.get(sender.number, 0)
            self.put(radio, sender.mac, frame, takes)

    def put(self, radio, mac, frame, takes=0.0):
        """A frame from wherever, which arrives at a radio after ``takes`` ms."""
        self._count += 1
        heapq.heappush(self._flying, (self.now + takes, self._count, radio.number, mac, bytes(frame)))

    def next_arrival(self):
        return self._flying[0][0] if self._flying else None

    def deliver(self):
        """Put what has arrived by now into the rings. Yields the radios' numbers."""
        while self._flying and self._flying[0][0] <= self.now:
            _, _, number, mac, frame = heapq.heappop(self._flying)
            radio = self.radios[number]
            if len(radio.ring) < RING:
                radio.ring.append(Packet(mac, frame))
            yield number


def _can_read(sender, receiver):
    key = sender.peers[receiver.mac]
    return receiver.peers.get(sender.mac, "not a peer") == key and (key is None or sender.pmk == receiver.pmk)


class Radio:
    """A double of board/radio.py's."""

    def __init__(self, air, mac):
        self.air = air
        self.mac = mac
        self.number = len(air.radios)
        self.problem = 0
        self.peers = {}
        self.free_at = {}
        self.pmk = None
        self.ring = []
        self.is_off = False
        air.radios.append(self)

    def set_key(self, pmk):
        self.pmk = pmk

    def add_peer(self, mac, lmk=None):
        self.peers[bytes(mac)] = lmk
        assert len(self.peers) <= 7, "a handheld has at most 7 encrypted peers"

    def remove_peer(self, mac):
        self.peers.pop(bytes(mac), None)

    def broadcast(self, frame):
        self.air.transmit(self, EVERYBODY, frame)
        return True

    def send(self, mac, frame):
        # As board/radio.py: one frame in flight a peer, its airtime and 2 ms more.
        now = self.air.now
        if mac not in self.peers or now < self.free_at.get(mac, 0):
            return False
        self.free_at[mac] = now + 2 + (536 + 8 * len(frame)) // 1000
        self.air.transmit(self, mac, frame)
        return True

    def receive(self):
        return self.ring.pop(0) if self.ring else None


class Handheld:
    """A link with ticks of its own: they start anywhere and may drift by ``ppm``."""

    def __init__(self, air, number, name, random32, ticks_offset, ppm=0.0):
        self.air = air
        self.number = number
        self.name = name
        self.radio = Radio(air, bytes((2, 0, 0, 1, 0, number)))
        self.random32 = random32
        self.ticks_offset = ticks_offset
        self.ppm = ppm
        self.is_off = False
        self.answers = []
        self.make_link()

    def make_link(self):
        self.link = Link(self.radio, self.name, self.random32, self.ticks())
        self.wake_at = self.air.now

    def ticks(self, at=None):
        at = self.air.now if at is None else at
        return int(at * (1 + self.ppm / 1e6) + self.ticks_offset) & TICKS_MASK

    def power_off(self):
        """Its memory is gone. Returns the ticket for coming back."""
        ticket = self.link.ticket()
        self.is_off = True
        self.radio.peers.clear()
        self.radio.pmk = None
        self.radio.ring.clear()
        return ticket

    def power_on(self, ticket=None):
        """Boots, with ticks that start where a board's do, and takes its seat back if there is a ticket."""
        self.is_off = False
        self.radio.ring.clear()
        self.ticks_offset = 0x1FFF0000 - self.air.now
        self.make_link()
        if ticket is not None:
            self.link.come_back(*ticket)

    def wish(self, act, pile=255, slot=0, place=0, at=None):
        taken = self.link.wish(act, self.ticks(at), pile, slot, place)
        self.wake_at = self.air.now
        return taken

    def step(self):
        wait = self.link.step(self.ticks())
        assert 0 <= wait <= 1000, wait
        while True:
            answer = self.link.next_answer()
            if answer is None:
                break
            self.answers.append((answer.kind, answer.pile, answer.slot, answer.place, answer.verdict))
        if self.link.is_hurried:
            wait = 0
        self.wake_at = self.air.now + max(wait, self.tick)

    tick = TICK_MS


class Room:
    """Handhelds on one air. Each runs when its link asked for it, or when a frame has come, at its own beat of 5 ms."""

    def __init__(self, count, seed=1, tick=TICK_MS, **air):
        self.air = Air(seed, **air)
        self.random = random.Random(seed + 1)
        self.tick = tick
        self.handhelds = []
        for number in range(count):
            self.add("P%d" % number)

    def add(self, name):
        """One more handheld comes into the room."""
        rand = self.random
        handheld = Handheld(self.air, len(self.handhelds), name, lambda: rand.getrandbits(32), rand.randrange(1 << 29))
        handheld.tick = self.tick
        self.handhelds.append(handheld)
        return handheld

    @property
    def links(self):
        return [handheld.link for handheld in self.handhelds]

    def __getitem__(self, number):
        return self.handhelds[number]

    @property
    def now(self):
        return self.air.now

    def run(self, ms):
        """Let time pass."""
        self.until(lambda: False, ms)

    def until(self, is_true, ms=10_000):
        """Let time pass until something is true, at most ``ms``. Returns whether it is."""
        air = self.air
        end = air.now + ms
        while air.now < end:
            next_at = min([h.wake_at for h in self.handhelds if not h.is_off] + [end])
            arrival = air.next_arrival()
            if arrival is not None and arrival < next_at:
                next_at = arrival
            air.now = max(air.now, next_at)
            for number in air.deliver():
                handheld = self.handhelds[number]
                if handheld.is_off:
                    handheld.radio.ring.clear()
                else:
                    # It is found at the handheld's next look.
                    beat = air.now + self.tick - (air.now + number) % self.tick
                    handheld.wake_at = min(handheld.wake_at, beat)
            for handheld in self.handhelds:
                if not handheld.is_off and handheld.wake_at <= air.now:
                    handheld.step()
            if is_true():
                return True
        return is_true()

    # --- what tests begin with ---

    def lobby(self, count=None, dealer=0, best_of=3, lock_check=True):
        """The first ``count`` sit at one table, dealt by ``dealer``."""
        self.run(20)
        handhelds = self.handhelds[:count]
        host = self[dealer].link
        host.open_table(lock_check, best_of)
        for handheld in handhelds:
            if handheld.link is not host:
                assert self.join(handheld, self[dealer]), handheld.link.refusal
        return self

    def join(self, handheld, dealer, code=None):
        """Listen, knock, and the dealer's player says yes. Returns whether it sits in the end."""
        link = handheld.link
        link.listen()
        handheld.wake_at = self.now
        table_id = dealer.link.table_id
        if not self.until(lambda: any(found.id == table_id for found in link.tables), 5000):
            return False
        found = [found for found in link.tables if found.id == table_id][0]
        link.knock(found, dealer.link.code if code is None else code)
        handheld.wake_at = self.now
        self.until(lambda: dealer.link.knocker == handheld.name or link.state != KNOCKING, 9000)
        if dealer.link.knocker == handheld.name:
            dealer.link.answer_knock(True)
            dealer.wake_at = self.now
        return self.until(lambda: link.state == SEATED and link.is_synced, 5000)

    def all_ready(self, handhelds=None):
        for handheld in handhelds or self.handhelds:
            assert handheld.wish(READY, slot=1)

    def round(self, count=None, **lobby):
        """A table in a running round."""
        self.lobby(count, **lobby)
        seated = self.handhelds[:count]
        self.all_ready(seated)
        assert self.until(lambda: all(h.link.table.phase == RUNNING for h in seated), 10_000)
        self.run(200)
        return self

    def dealers(self):
        """Numbers of those that deal, and are on."""
        return [h.number for h in self.handhelds if not h.is_off and h.link.state == SEATED and h.link.is_dealer]

    def agree(self, handhelds=None):
        """True if all (or these) have the same table."""
        states = [bytes(h.link.table.state) for h in handhelds or self.handhelds if not h.is_off]
        return all(state == states[0] for state in states)


def set_piles_to_fours(*links):
    """Every pile four of a kind, in all the given copies."""
    for link in links:
        for at in range(52):
            link.table.places[at] = at % 4 * 13 + at // 4


def own_piles(handheld):
    """The piles of a handheld's seat."""
    table = handheld.link.table
    return [pile for pile in range(12) if table.owner(pile) == handheld.link.seat]


def time_of(handheld, at=None):
    """Table time of a handheld now, or at a moment of the air."""
    return handheld.link.table_time(handheld.ticks(at))


PHASES = (LOBBY, COUNTDOWN, RUNNING)
