"""What can be read from a table: every card's place, who holds what, who is in, who has won how often."""

from .cards import rank_of
from .layout import (
    ABSENT,
    AT_DEALT,
    AT_HOUSE,
    AT_HOW,
    AT_LOCKS,
    AT_PHASE,
    AT_RESULT,
    AT_ROUND,
    AT_SINCE,
    AT_STANDING,
    AT_TOUCHED,
    LEFT,
    LOCK_CHECK,
    MATCH_OVER,
    NOBODY,
    PILE_CARDS,
    PILES,
    PLAYING,
    RUNNING,
    SEATS,
    STUCK_MS,
    TICKS_HALF,
    TICKS_MASK,
)


class Reading:
    """Everything that can be asked of a ``Table``, whose state is one bytearray of ``STATE_BYTES``.

    ``places`` has the card of every place: pile ``p`` has its four at ``4 * p``, the centre at ``CENTRE``.
    ``in_hand`` has each seat's pile in hand or ``NO_PILE``. ``wins`` counts each seat's rounds.
    Nothing here allocates.
    """

    # --- the match ---

    @property
    def lock_check(self):
        """True if only four of a kind can be locked (house rule, on by default)."""
        return bool(self.state[AT_HOUSE] & LOCK_CHECK)

    @property
    def best_of(self):
        """Rounds of the match: 1, 3, 5, 7 or 9. Whoever first wins more than half of them wins the match."""
        return (self.state[AT_HOUSE] >> 1) * 2 - 1

    @property
    def phase(self):
        """``LOBBY``, ``COUNTDOWN``, ``RUNNING``, ``ROUND_OVER`` or ``MATCH_OVER``."""
        return self.state[AT_PHASE]

    @property
    def round(self):
        """Deals of this match so far, 0 to 255. A drawn round is dealt again and counts as another deal."""
        return self.state[AT_ROUND]

    @property
    def since(self):
        """Table time: in a countdown when play starts; in a round when it started or a pile was last
        locked; afterwards when it ended."""
        state = self.state
        return (
            state[AT_SINCE] | state[AT_SINCE + 1] << 8 | state[AT_SINCE + 2] << 16 | state[AT_SINCE + 3] << 24
        ) & TICKS_MASK

    @property
    def match_winner(self):
        """The seat that won the match, or ``NOBODY`` before its end. Leaving afterwards doesn't change it."""
        if self.state[AT_PHASE] != MATCH_OVER:
            return NOBODY
        enough = self.best_of // 2 + 1
        last = NOBODY
        for seat in range(SEATS):
            if self.wins[seat] >= enough:
                return seat
            if self.is_seated(seat):
                last = seat
        return last  # everybody else left

    # --- the seats ---

    def standing(self, seat):
        """``ABSENT``, ``PLAYING``, ``FALSE_CALL`` or ``LEFT``."""
        return self.state[AT_STANDING + seat] & 15

    def place(self, seat):
        """The seat's place in this round, or 0 while it plays. 1 is the winner's, or shared by those of a
        draw; equal places leave the next one out."""
        return self.state[AT_STANDING + seat] >> 4

    def is_seated(self, seat):
        """True if the seat is in the match: neither empty nor left."""
        standing = self.state[AT_STANDING + seat] & 15
        return standing != ABSENT and standing != LEFT

    def seated(self, without=0):
        """Number of seats that are in the match, those ``without`` a bit there left out."""
        count = 0
        for seat in range(SEATS):
            if not without & 1 << seat and self.is_seated(seat):
                count += 1
        return count

    def playing(self):
        """Number of seats that are still in the round."""
        count = 0
        for seat in range(SEATS):
            if self.state[AT_STANDING + seat] & 15 == PLAYING:
                count += 1
        return count

    # --- the piles ---

    def owner(self, pile):
        """The seat that a pile, 0 to 11, belongs to, or ``NOBODY`` before the first deal."""
        dealt_to = self.state[AT_DEALT] & 15
        if dealt_to != self._shared_by:
            self._share(dealt_to)
        return self._owner[pile]

    def is_locked(self, pile):
        """True if the pile lies face up and can never be touched again."""
        return bool(self.state[AT_LOCKS + (pile >> 3)] & 1 << (pile & 7))

    def is_four(self, pile):
        """True if the pile's cards are four of one rank."""
        first = pile * PILE_CARDS
        rank = rank_of(self.places[first])
        for at in range(first + 1, first + PILE_CARDS):
            if rank_of(self.places[at]) != rank:
                return False
        return True

    def fours_count(self, seat):
        """Locked piles of a seat that are four of a kind, 0 to 6: what counts in a stuck round."""
        count = 0
        for pile in range(PILES):
            if self.owner(pile) == seat and self.is_locked(pile) and self.is_four(pile):
                count += 1
        return count

    def has_won(self, seat):
        """True if a call of this seat would be valid: it has piles, all are locked, each is four of a kind."""
        piles = 0
        for pile in range(PILES):
            if self.owner(pile) == seat:
                if not (self.is_locked(pile) and self.is_four(pile)):
                    return False
                piles += 1
        return piles > 0

    def last_touch(self, place):
        """The seat whose swap put the card at a centre place, 0 to 3, there. Only news once it changes:
        the dealt cards read as seat 0's."""
        return self.state[AT_TOUCHED] >> 2 * place & 3

    # --- how a round goes and ends ---

    def proposes(self, seat):
        """True if the seat has proposed to end a stuck round."""
        return bool(self.state[AT_RESULT] & 16 << seat)

    def is_end_proposed(self):
        """True if anybody, still in the round or not, has proposed to end it."""
        return self.state[AT_RESULT] >= 16

    def is_stuck(self, now):
        """True if nobody has locked a pile for ``STUCK_MS``. ``now`` is table time; a little before
        ``since``, as another handheld's clock may have it, is not stuck."""
        waited = (now - self.since) & TICKS_MASK
        return self.state[AT_PHASE] == RUNNING and STUCK_MS <= waited < TICKS_HALF

    @property
    def how(self):
        """How the round ended: ``BY_CALL``, ``BY_FALSE_CALL``, ``BY_STUCK``, ``BY_LEAVING``, or 0."""
        return self.state[AT_HOW]

    @property
    def winners(self):
        """Seats that won the round, a bit each. Several, or none at its end, are a draw."""
        return self.state[AT_RESULT] & 15

    @property
    def winner(self):
        """The seat that won the round, or ``NOBODY`` for a draw or an unfinished round."""
        winners = self.state[AT_RESULT] & 15
        for seat in range(SEATS):
            if winners == 1 << seat:
                return seat
        return NOBODY

    # --- inside ---

    def _share(self, dealt_to):
        players = 0
        for seat in range(SEATS):
            if dealt_to & 1 << seat:
                players += 1
        pile = 0
        for seat in range(SEATS):
            if dealt_to & 1 << seat:
                for _ in range(PILES // players):
                    self._owner[pile] = seat
                    pile += 1
        while pile < PILES:
            self._owner[pile] = NOBODY
            pile += 1
        self._shared_by = dealt_to
