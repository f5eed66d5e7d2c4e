"""A link without a radio for the screens' tests: a real rules Table, the same attributes as firmware.link.link.Link,
and wishes that the test answers. Wishes show at once in ``shown``, as the real link shows them."""

from firmware.link.door import NONE
from firmware.link.link import IDLE, LISTENING, SEATED
from firmware.rules import acts
from firmware.rules.layout import CENTRE, NOBODY, PILE_CARDS
from firmware.rules.table import Table
from firmware.rules.verdicts import ACCEPTED


class Answer:
    def __init__(self, kind, pile, slot, place, verdict):
        self.kind = kind
        self.pile = pile
        self.slot = slot
        self.place = place
        self.verdict = verdict


class Found:
    def __init__(self, id, name, taken=1, seats=4, same_version=True, in_play=False):
        self.id = id
        self.name = name
        self.taken = taken
        self.seats = seats
        self.same_version = same_version
        self.in_play = in_play


class FakeLink:
    """``auto`` True: each wish is granted as the rules say, at once, with its answer. Otherwise wishes stay pending
    (swaps shown) until ``settle(granted)``."""

    def __init__(self, name="Ann", auto=True):
        self.name = name
        self.auto = auto
        self.problem = 0
        self.state = IDLE
        self.table = Table()
        self.shown = Table()
        self.is_dealer = False
        self.seat = NOBODY
        self.names = ["", "", "", ""]
        self.ready = 0
        self.tables = []
        self.code = None
        self.knocker = ""
        self.refusal = NONE
        self.paused = False
        self.missing = 0
        self.quality = 4
        self.rejoining = False
        self.is_leaving = False
        self.is_waiting = False
        self.asked = []  # everything that was asked of the link
        self.answers = []
        self.waiting = []  # pending wishes: kind, at, pile, slot, place, give, take
        self.offset = 5000  # table time minus ticks

    # --- what tests do ---

    def show(self):
        self.shown.state[:] = self.table.state

    def seated(self, seats=2, seat=0, names=("Ann", "Bob", "Cyd", "Dan"), dealer=None):
        self.state = SEATED
        self.seat = seat
        self.is_dealer = seat == 0 if dealer is None else dealer
        for other in range(seats):
            self.table.sit(other)
            self.names[other] = names[other]
        self.show()
        return self

    def running(self, seed=7, now=0, seats=2, seat=0, **more):
        self.seated(seats, seat, **more)
        self.table.deal(seed, self.table_time(now))
        self.table.start(self.table_time(now))
        self.show()
        return self

    def lay(self, pile, *cards):
        """Put these cards into a pile; what lay there goes where they came from."""
        for slot, card in enumerate(cards):
            place = pile * PILE_CARDS + slot
            other = list(self.table.places).index(card)
            self.table.places[other] = self.table.places[place]
            self.table.places[place] = card
        self.show()

    def other_swaps(self, seat, pile, slot, place):
        """Another player swaps."""
        table = self.table
        held = table.in_hand[seat]
        table.in_hand[seat] = pile
        verdict = table.swap(
            seat, pile, slot, place, table.places[pile * PILE_CARDS + slot], table.places[CENTRE + place]
        )
        assert verdict == ACCEPTED
        table.in_hand[seat] = held
        self._reshow()

    def settle(self):
        """Apply the pending wishes as the dealer would and answer them."""
        waiting, self.waiting = self.waiting, []
        for kind, at, pile, slot, place, give, take in waiting:
            table = self.table
            seat = self.seat
            now = self.table_time(at)
            verdict = ACCEPTED
            if kind == acts.PICK_UP:
                verdict = table.pick_up(seat, pile)
            elif kind == acts.PUT_DOWN:
                verdict = table.put_down(seat, pile)
            elif kind == acts.SWAP:
                verdict = table.swap(seat, pile, slot, place, give, take)
            elif kind == acts.LOCK:
                verdict = table.lock(seat, pile, now)
            elif kind == acts.CALL:
                verdict = table.call(seat, now)
            elif kind == acts.PROPOSE:
                verdict = table.propose(seat, now)
            elif kind == acts.READY:
                self.ready |= 1 << seat
            self.answers.append(Answer(kind, pile, slot, place, verdict))
        self._reshow()

    def _reshow(self):
        self.show()
        for kind, _at, pile, slot, place, give, take in self.waiting:
            if kind == acts.PICK_UP:
                self.shown.pick_up(self.seat, pile)
            elif kind == acts.PUT_DOWN:
                self.shown.put_down(self.seat, pile)
            elif kind == acts.SWAP:
                self.shown.swap(self.seat, pile, slot, place, give, take)

    # --- what the screens use ---

    def table_time(self, ticks):
        return ticks + self.offset & (1 << 29) - 1

    def is_pending_place(self, place):
        return any(wish[0] == acts.SWAP and wish[4] == place for wish in self.waiting)

    @property
    def pending(self):
        return len(self.waiting)

    def is_pending_pile(self, pile):
        return any(wish[0] in (acts.SWAP, acts.LOCK, acts.PICK_UP) and wish[2] == pile for wish in self.waiting)

    def wish(self, kind, at, pile, slot, place):
        self.asked.append((kind, at, pile, slot, place))
        give = take = 255
        if kind == acts.SWAP:
            give = self.shown.places[pile * PILE_CARDS + slot]
            take = self.shown.places[CENTRE + place]
        self.waiting.append((kind, at, pile, slot, place, give, take))
        if self.auto:
            self.settle()
        else:
            self._reshow()

    def next_answer(self):
        return self.answers.pop(0) if self.answers else None

    def open_table(self, lock_check, best_of):
        self.asked.append(("open", lock_check, best_of))
        self.table.set_house(lock_check, best_of)
        self.code = (0, 1, 2, 3, 0)
        self.seated(1, 0, (self.name, "", "", ""))

    def listen(self):
        self.asked.append(("listen",))
        self.refusal = NONE
        self.state = LISTENING

    def knock(self, found, code):
        self.asked.append(("knock", found.id, code))

    def answer_knock(self, yes):
        self.asked.append(("answer_knock", yes))
        self.knocker = ""

    def leave(self, at):
        self.asked.append(("leave",))
        self.state = IDLE
        self.seat = NOBODY

    def set_house(self, lock_check, best_of):
        self.asked.append(("house", lock_check, best_of))
        self.table.set_house(lock_check, best_of)
        self.show()
