"""The table of one match and the acts of a round.

All of it lies in one bytearray of ``STATE_BYTES``, so that a snapshot is a copy and a copy is a table.
Rules are those of rules.md, "The standard game"; where it leaves one open, its *(ours)* decides.

Times are table time: milliseconds that wrap at 2**29, as ``supervisor.ticks_ms`` does. Whoever calls
tells the time.
"""

from .acts import CALL, LOCK, PICK_UP, PROPOSE, PUT_DOWN, SWAP
from .cards import DECK, NO_CARD
from .layout import (  # noqa: F401  everything public about a table can be had from here
    ABSENT,
    AT_DEALT,
    AT_HOUSE,
    AT_HOW,
    AT_IN_HAND,
    AT_LOCKS,
    AT_PHASE,
    AT_RESULT,
    AT_ROUND,
    AT_SINCE,
    AT_STANDING,
    AT_TOUCHED,
    AT_WINS,
    BEST_OF,
    BY_CALL,
    BY_FALSE_CALL,
    BY_LEAVING,
    BY_STUCK,
    CENTRE,
    CENTRE_CARDS,
    COUNTDOWN,
    FALSE_CALL,
    LEFT,
    LOBBY,
    LOCK_CHECK,
    MATCH_OVER,
    NO_PILE,
    NOBODY,
    PILE_CARDS,
    PILES,
    PLAYING,
    ROUND_OVER,
    RUNNING,
    SEATS,
    STATE_BYTES,
    STUCK_MS,
    TICKS_MASK,
)
from .reading import Reading
from .verdicts import (
    ACCEPTED,
    CHANGED,
    GONE,
    HANDS_EMPTY,
    HANDS_FULL,
    LOCKED,
    NO_SUCH,
    NOT_FOUR,
    NOT_RUNNING,
    NOT_YOURS,
    OUT,
    TOO_EARLY,
)


class Table(Reading):
    """A table for 2 to 4 seats. A new one is an empty lobby: seat somebody, then ``deal``.

    Everything but ``deal`` and ``set_house`` takes what a stranger's wish may hold: a number out of range
    is refused with ``NO_SUCH`` or ``OUT`` and changes nothing. Acts return a code of verdicts.py.
    """

    def __init__(self, state=None):
        """An empty lobby in a memory of its own, or the table that lies in ``state``, as it lies there: a
        memory of ``STATE_BYTES``, such as the body of a snapshot."""
        self.state = bytearray(STATE_BYTES) if state is None else state
        view = memoryview(self.state)
        self.places = view[0:DECK]
        self.in_hand = view[AT_IN_HAND : AT_IN_HAND + SEATS]
        self.wins = view[AT_WINS : AT_WINS + SEATS]
        self._owner = bytearray(PILES)
        self._shared_by = -1
        if state is None:
            self.open_match()

    # --- who sits where, and the house rules ---

    def open_match(self):
        """Back to the lobby of a new match: the seats and the house rules stay, everything else is cleared.
        The seats of those who left are empty."""
        state = self.state
        for at in range(DECK):
            state[at] = NO_CARD
        for at in range(AT_LOCKS, STATE_BYTES):
            if not AT_STANDING <= at < AT_WINS and at != AT_HOUSE:
                state[at] = 0
        for seat in range(SEATS):
            self.in_hand[seat] = NO_PILE
            state[AT_STANDING + seat] = PLAYING if self.is_seated(seat) else ABSENT
        if not state[AT_HOUSE]:
            self.set_house(True, 3)

    def set_house(self, lock_check, best_of):
        """House rules of the match. Raises ValueError unless ``best_of`` is 1, 3, 5, 7 or 9."""
        if best_of not in BEST_OF:
            raise ValueError("best of 1, 3, 5, 7 or 9")
        self.state[AT_HOUSE] = (LOCK_CHECK if lock_check else 0) | (best_of // 2 + 1) << 1

    def sit(self, seat):
        """Somebody takes a seat, 0 to 3. Outside rounds only: the cards are shared when they are dealt."""
        self.state[AT_STANDING + seat] = PLAYING

    # --- a round ---

    def deal(self, seed, starts_at):
        """Deal the next round from ``seed`` to everybody seated and start the countdown, which ends at
        table time ``starts_at``.

        12 piles of four are shared evenly among 2, 3 or 4 seats, in seat order, and four cards lie in
        the centre. The same seed deals the same cards on every VM. Raises ValueError with fewer than
        two seated.
        """
        from .deal import deal

        deal(self, seed, starts_at)

    def start(self, now):
        """The start signal: from now on the piles may be touched."""
        if self.phase == COUNTDOWN:
            self.state[AT_PHASE] = RUNNING
            self.set_since(now)

    def postpone(self, pause_ms):
        """The table stood still for ``pause_ms``, 0 to 2**28: a countdown ends that much later, and so does
        the wait of a stuck round."""
        if self.phase == COUNTDOWN or self.phase == RUNNING:
            self.set_since((self.since + pause_ms) & TICKS_MASK)

    def act(self, seat, what, pile, give, take, now):
        """Carry out an act of a round. ``what`` is its one byte (acts.py), ``NO_SUCH`` the verdict on an act outside
        rounds."""
        act = what >> 4
        if act == PICK_UP:
            return self.pick_up(seat, pile)
        if act == PUT_DOWN:
            return self.put_down(seat, pile)
        if act == SWAP:
            return self.swap(seat, pile, what >> 2 & 3, what & 3, give, take)
        if act == LOCK:
            return self.lock(seat, pile, now)
        if act == CALL:
            return self.call(seat, now)
        if act == PROPOSE:
            return self.propose(seat, now)
        return NO_SUCH

    def pick_up(self, seat, pile):
        """Take one of your own piles in hand."""
        refused = self._refuses(seat, pile)
        if refused:
            return refused
        if self.owner(pile) != seat:
            return NOT_YOURS
        if self.is_locked(pile):
            return LOCKED
        if self.in_hand[seat] != NO_PILE:
            return HANDS_FULL
        self.in_hand[seat] = pile
        return ACCEPTED

    def put_down(self, seat, pile):
        """Put the pile in hand back, face down."""
        refused = self._refuses(seat, pile)
        if refused:
            return refused
        if self.in_hand[seat] != pile:
            return HANDS_EMPTY
        self.in_hand[seat] = NO_PILE
        return ACCEPTED

    def swap(self, seat, pile, slot, place, give, take):
        """Exchange the card at ``slot`` of the pile in hand with the one at centre ``place``, both 0 to 3.

        ``give`` and ``take`` are the cards that the player believes to be there: if another lies there by
        now, nothing moves and the verdict is ``CHANGED`` or ``GONE``.
        """
        refused = self._refuses(seat, pile)
        if refused:
            return refused
        if not 0 <= slot < PILE_CARDS or not 0 <= place < CENTRE_CARDS:
            return NO_SUCH
        if self.in_hand[seat] != pile:
            return HANDS_EMPTY
        mine = pile * PILE_CARDS + slot
        theirs = CENTRE + place
        if self.places[theirs] != take:
            return GONE
        if self.places[mine] != give:
            return CHANGED
        self.places[mine] = take
        self.places[theirs] = give
        state = self.state
        state[AT_TOUCHED] = state[AT_TOUCHED] & ~(3 << 2 * place) | seat << 2 * place
        return ACCEPTED

    def lock(self, seat, pile, now):
        """Turn the pile in hand face up, for good. With the lock check on, only four of a kind."""
        refused = self._refuses(seat, pile)
        if refused:
            return refused
        if self.in_hand[seat] != pile:
            return HANDS_EMPTY
        if self.lock_check and not self.is_four(pile):
            return NOT_FOUR
        state = self.state
        state[AT_LOCKS + (pile >> 3)] |= 1 << (pile & 7)
        self.in_hand[seat] = NO_PILE
        state[AT_RESULT] &= 15  # the round isn't stuck any more: nobody proposes to end it
        self.set_since(now)
        return ACCEPTED

    def call(self, seat, now):
        """Slap the table. Always accepted from a player in the round; true or false shows in ``standing``."""
        refused = self._refuses(seat, 0)
        if refused:
            return refused
        self.call_together(1 << seat, now)
        return ACCEPTED

    def call_together(self, callers, now):
        """Check calls that can't be told apart, a bit a seat. Several valid ones are a draw."""
        if self.phase != RUNNING:
            return
        valid = 0
        false = 0
        for seat in range(SEATS):
            if callers & 1 << seat and self.standing(seat) == PLAYING:
                if self.has_won(seat):
                    valid |= 1 << seat
                else:
                    false |= 1 << seat
        self._put_out(false, FALSE_CALL)
        if valid:
            self._end(valid, BY_CALL, now)
        elif false:
            self._end_if_decided(BY_FALSE_CALL, now)

    def propose(self, seat, now):
        """Propose to end a stuck round. If everybody in it has, the most locked four-of-a-kinds win."""
        refused = self._refuses(seat, 0)
        if refused:
            return refused
        if not self.is_stuck(now):
            return TOO_EARLY
        self.state[AT_RESULT] |= 16 << seat
        self._end_if_decided(BY_STUCK, now)
        return ACCEPTED

    def leave(self, seat, now):
        """A player leaves: in the lobby the seat is free again, in a match the player is out of the round
        like a false caller, and of those to come. Nobody touches their piles any more."""
        if not 0 <= seat < SEATS or not self.is_seated(seat):
            return OUT
        phase = self.phase
        state = self.state
        if phase == LOBBY:
            state[AT_STANDING + seat] = ABSENT
            return ACCEPTED
        in_round = phase == COUNTDOWN or phase == RUNNING
        if in_round and self.standing(seat) == PLAYING:
            self._put_out(1 << seat, LEFT)
            self._end_if_decided(BY_LEAVING, now)
        else:
            state[AT_STANDING + seat] = state[AT_STANDING + seat] & 0xF0 | LEFT
        if self.phase == ROUND_OVER and self.seated() < 2:
            state[AT_PHASE] = MATCH_OVER
        return ACCEPTED

    # --- inside ---

    def set_since(self, now):
        """Remember ``now`` as what ``since`` tells."""
        state = self.state
        state[AT_SINCE] = now & 255
        state[AT_SINCE + 1] = now >> 8 & 255
        state[AT_SINCE + 2] = now >> 16 & 255
        state[AT_SINCE + 3] = now >> 24 & 31

    def _refuses(self, seat, pile):
        if self.phase != RUNNING:
            return NOT_RUNNING
        if not 0 <= seat < SEATS or self.standing(seat) != PLAYING:
            return OUT
        if not 0 <= pile < PILES:
            return NO_SUCH
        return 0

    def _put_out(self, seats, standing):
        if not seats:
            return
        state = self.state
        for seat in range(SEATS):
            if seats & 1 << seat:
                state[AT_STANDING + seat] = standing
                self.in_hand[seat] = NO_PILE
                state[AT_RESULT] &= ~(16 << seat)
        # Behind all who play on; nobody comes first by losing, even if nobody is left.
        place = max(self.playing() + 1, 2)
        for seat in range(SEATS):
            if seats & 1 << seat:
                state[AT_STANDING + seat] = standing | place << 4

    def _end_if_decided(self, how, now):
        """Only one is left, or all who are left propose to end the round."""
        if self.phase != COUNTDOWN and self.phase != RUNNING:
            return
        left = 0
        leaders = 0
        most = -1
        is_agreed = self.phase == RUNNING
        for seat in range(SEATS):
            if self.standing(seat) != PLAYING:
                continue
            left |= 1 << seat
            is_agreed = is_agreed and self.proposes(seat)
            fours = self.fours_count(seat)
            if fours > most:
                most = fours
                leaders = 0
            if fours == most:
                leaders |= 1 << seat
        if self.playing() < 2:
            self._end(left, how, now)
        elif is_agreed:
            self._end(leaders, BY_STUCK, now)

    def _end(self, winners, how, now):
        state = self.state
        count = 0
        for seat in range(SEATS):
            if winners & 1 << seat:
                count += 1
        for seat in range(SEATS):
            self.in_hand[seat] = NO_PILE
            if self.standing(seat) == PLAYING:
                place = 1 if winners & 1 << seat else count + 1
                state[AT_STANDING + seat] = PLAYING | place << 4
        state[AT_RESULT] = winners
        state[AT_HOW] = how
        state[AT_PHASE] = ROUND_OVER
        self.set_since(now)
        winner = self.winner
        if winner != NOBODY:
            self.wins[winner] += 1
            if self.wins[winner] > self.best_of // 2:
                state[AT_PHASE] = MATCH_OVER
        if self.seated() < 2:
            state[AT_PHASE] = MATCH_OVER
