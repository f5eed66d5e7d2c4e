"""How a computer plays, by rules.md, "Playing well": work on one pile, take its most frequent rank as the
target, remember, feed the centre when nothing fits, change the target when others sit on the same rank.

It sees what a person in its seat sees: the pile in its hand, the centre, locked piles, and what it
remembers of its own piles. It never looks at another place of the table.
"""

from .acts import CALL, LOCK, NO_ACT, PICK_UP, PROPOSE, PUT_DOWN, SWAP
from .cards import DECK, NO_CARD, RANKS, rank_of
from .coin import Coin
from .layout import CENTRE, CENTRE_CARDS, NO_PILE, PILE_CARDS, PILES, PLAYING, RUNNING, SEATS

_NO_RANK = 255

# How many cards it feeds in vain before it gives a rank up: this many, plus up to _MORE - 1 at random,
# so that two who sit on the same rank don't give up together for ever.
_PATIENCE = 3
_MORE = 6
_GIVEN_UP = 6  # how much worse a rank looks that was given up ...
_TIRED_MOST = 12  # ... at most; it looks one better for each rank given up later
_TRIES = 4  # ranks given up since a pile was last locked, before it proposes to end a stuck round


class Computer:
    """One computer in one seat of a table (0 to 3). ``seed`` 0 to 65535 makes two of them differ.

    ``decide`` says what it does next; the act's arguments are then in ``pile``, ``slot``, ``place``, ``give``
    and ``take``, as ``Table``'s acts take them. It reads ``table``, which may be exchanged for another
    copy at any time, and never changes it. Nothing is allocated after it was made.
    """

    def __init__(self, table, seat, seed=0):
        self.table = table
        self.seat = seat
        self.kind = NO_ACT
        self.pile = NO_PILE
        self.slot = 0
        self.place = 0
        self.give = NO_CARD
        self.take = NO_CARD
        self._seen = bytearray(CENTRE)  # own cards as last seen, or NO_CARD
        self._target = bytearray(PILES)  # a rank, or _NO_RANK while the pile wasn't looked at
        self._tired = bytearray(RANKS)
        self._dead = bytearray(RANKS)  # ranks of which a card is locked: nobody can complete them any more
        self._in_centre = bytearray(RANKS)
        self._coin = Coin()
        self._coin.seed((seed * 4 + seat) & 0xFFFF ^ 0x2E5B)
        self._round = -1
        self._work = NO_PILE  # the pile it works on
        self._fetch = _NO_RANK  # what that pile needs and another of ours has
        self._locks = 0
        self._vain = 0  # cards fed in vain for the work pile
        self._patience = _PATIENCE
        self._tries = 0

    def decide(self, now):
        """The act to do now, a kind of acts.py; ``NO_ACT`` outside a round. ``now`` is table time."""
        table = self.table
        seat = self.seat
        self.kind = NO_ACT
        if table.phase != RUNNING or table.standing(seat) != PLAYING:
            return NO_ACT
        if table.round != self._round:
            self._forget()
            self._round = table.round
        self._look_around()
        if not table.proposes(seat) and table.is_stuck(now) and self._would_end():
            self.kind = PROPOSE
        elif table.in_hand[seat] == NO_PILE:
            self._reach()
        else:
            self._play(table.in_hand[seat])
        return self.kind

    def target(self, pile):
        """The rank it collects in a pile of its own, 0 to 12, or 255 if it hasn't looked at the pile."""
        return self._target[pile]

    # --- looking ---

    def _forget(self):
        for at in range(CENTRE):
            self._seen[at] = NO_CARD
        for pile in range(PILES):
            self._target[pile] = _NO_RANK
        for rank in range(RANKS):
            self._tired[rank] = 0
        self._work = NO_PILE
        self._fetch = _NO_RANK
        self._locks = self._vain = self._tries = 0

    def _look_around(self):
        table = self.table
        dead = self._dead
        for rank in range(RANKS):
            dead[rank] = self._in_centre[rank] = 0
        locks = 0
        for pile in range(PILES):
            if table.is_locked(pile):
                locks += 1
                first = pile * PILE_CARDS
                for at in range(first, first + PILE_CARDS):
                    dead[rank_of(table.places[at])] = 1
        for at in range(CENTRE, DECK):
            self._in_centre[rank_of(table.places[at])] += 1
        if locks != self._locks:
            self._locks = locks
            self._tries = 0

    def _look_into(self, hand):
        first = hand * PILE_CARDS
        for at in range(first, first + PILE_CARDS):
            self._seen[at] = self.table.places[at]

    def _is_open(self, pile):
        return self.table.owner(pile) == self.seat and not self.table.is_locked(pile)

    def _count(self, pile, rank):
        first = pile * PILE_CARDS
        count = 0
        for at in range(first, first + PILE_CARDS):
            card = self._seen[at]
            if card != NO_CARD and rank_of(card) == rank:
                count += 1
        return count

    def _would_end(self):
        if self._tries >= _TRIES:
            return True
        for seat in range(SEATS):
            if self.table.proposes(seat):
                return True
        return False

    # --- hands empty: which pile next ---

    def _reach(self):
        best = NO_PILE
        most = -1
        for pile in range(PILES):
            if self._is_open(pile):
                worth = self._worth(pile)
                if worth > most:
                    most = worth
                    best = pile
        if best == NO_PILE:
            # All of its piles are locked, by itself and only when they were four of a kind.
            self.kind = CALL
            return
        self.kind = PICK_UP
        self.pile = best

    def _worth(self, pile):
        target = self._target[pile]
        if target == _NO_RANK:
            return 5
        if self._in_centre[target]:
            return 20 + self._count(pile, target)
        if self._fetch != _NO_RANK and pile != self._work and self._count(pile, self._fetch):
            return 10
        return 4 if pile == self._work else self._count(pile, target)

    # --- a pile in hand ---

    def _play(self, hand):
        self._look_into(hand)
        if self._count(hand, rank_of(self._seen[hand * PILE_CARDS])) == PILE_CARDS:
            self._work = NO_PILE
            self.kind = LOCK
            self.pile = hand
            return
        target = self._target[hand]
        if target == _NO_RANK or self._dead[target] or self._is_aimed_at(hand, target):
            self._aim(hand)
            target = self._target[hand]
        if self._in_centre[target]:
            self._work_on(hand)
            self._vain = 0
            self._swap(hand, self._loose_slot(hand), self._place_of(target))
        elif self._fetch != _NO_RANK and self._fetch != target and self._count(hand, self._fetch):
            self._feed(hand)
            self._fetch = _NO_RANK
        elif self._elsewhere(hand):
            self.kind = PUT_DOWN
            self.pile = hand
        else:
            self._fetch = _NO_RANK
            self._work_on(hand)
            if self._vain >= self._patience:
                self._give_up(hand, target)
            self._vain += 1
            self._feed(hand)

    def _work_on(self, hand):
        if self._work != hand:
            self._work = hand
            self._vain = 0
            self._patience = _PATIENCE + self._coin.throw(_MORE)

    def _is_aimed_at(self, pile, rank):
        """True if another open pile of ours has more right to the rank."""
        count = self._count(pile, rank)
        for other in range(PILES):
            if other != pile and self._target[other] == rank and self._is_open(other):
                theirs = self._count(other, rank)
                if theirs > count or theirs == count and other < pile:
                    return True
        return False

    def _aim(self, pile):
        """The pile's most frequent rank becomes its target; the centre and our other piles break ties."""
        best = rank_of(self._seen[pile * PILE_CARDS])
        most = -1000
        for at in range(PILE_CARDS + CENTRE_CARDS):
            if at < PILE_CARDS:
                rank = rank_of(self._seen[pile * PILE_CARDS + at])
            else:
                rank = rank_of(self.table.places[CENTRE + at - PILE_CARDS])
            if self._dead[rank] or self._is_aimed_at(pile, rank):
                continue
            score = 8 * self._count(pile, rank) + 6 * self._in_centre[rank] - 4 * self._tired[rank]
            score += self._coin.throw(4)
            for other in range(PILES):
                if other != pile and self._target[other] != _NO_RANK and self._is_open(other):
                    score += 4 * self._count(other, rank)
            if score > most:
                most = score
                best = rank
        self._target[pile] = best

    def _give_up(self, hand, target):
        for rank in range(RANKS):
            if self._tired[rank]:
                self._tired[rank] -= 1
        self._tired[target] = min(self._tired[target] + _GIVEN_UP, _TIRED_MOST)
        self._tries = min(self._tries + 1, 255)
        self._vain = 0
        self._patience = _PATIENCE + self._coin.throw(_MORE)
        self._aim(hand)

    def _elsewhere(self, hand):
        """True if another of our piles is the better one now: the centre has its card, it has what this one
        needs, or it hasn't been looked at and this one is going nowhere."""
        target = self._target[hand]
        better = False
        for pile in range(PILES):
            if pile == hand or not self._is_open(pile):
                continue
            theirs = self._target[pile]
            if theirs == _NO_RANK:
                better = better or self._vain > 0
            elif self._in_centre[theirs] and not self._dead[theirs]:
                return True
            elif theirs != target and self._count(pile, target):
                self._work_on(hand)
                self._fetch = target
                better = True
        return better

    def _loose_slot(self, hand):
        """A card to let go: not the target's rank, and best one that another pile of ours takes next."""
        target = self._target[hand]
        first = hand * PILE_CARDS
        start = self._coin.throw(PILE_CARDS)
        loose = 0
        for step in range(PILE_CARDS):
            slot = (start + step) & 3
            rank = rank_of(self._seen[first + slot])
            if rank == target:
                continue
            loose = slot
            if rank == self._fetch:
                return slot
            for other in range(PILES):
                if other != hand and self._target[other] == rank and self._is_open(other):
                    return slot
        return loose

    def _place_of(self, rank):
        for place in range(CENTRE_CARDS):
            if rank_of(self.table.places[CENTRE + place]) == rank:
                return place
        return 0

    def _feed(self, hand):
        """Give the centre a new card, for one that somebody else put there if there is one."""
        start = self._coin.throw(CENTRE_CARDS)
        place = start
        for step in range(CENTRE_CARDS):
            place = (start + step) & 3
            if self.table.last_touch(place) != self.seat:
                break
        self._swap(hand, self._loose_slot(hand), place)

    def _swap(self, hand, slot, place):
        self.kind = SWAP
        self.pile = hand
        self.slot = slot
        self.place = place
        self.give = self._seen[hand * PILE_CARDS + slot]
        self.take = self.table.places[CENTRE + place]


def carry_out(table, computer, now):
    """Do what ``computer`` decided on the table itself, where no radio is in between. Returns the verdict; 0 if it
    decided nothing."""
    if computer.kind == NO_ACT:
        return 0
    what = computer.kind << 4 | computer.slot << 2 | computer.place
    return table.act(computer.seat, what, computer.pile, computer.give, computer.take, now)
