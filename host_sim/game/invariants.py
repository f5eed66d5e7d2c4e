"""What must be true after every step of a world, whatever the air and the batteries do.

Cheap: a handheld is looked at only when its snapshot has changed, and its table only when that has, which makes a step
last 7 % longer than without them. A broken invariant goes to ``World.fail``.
"""

from firmware.link.frames import newer8, newer16
from firmware.link.link import SEATED
from firmware.rules.cards import DECK
from firmware.rules.layout import (
    AT_IN_HAND,
    AT_LOCKS,
    AT_SINCE,
    COUNTDOWN,
    LOBBY,
    MATCH_OVER,
    NO_PILE,
    PILE_CARDS,
    PILES,
    ROUND_OVER,
    SEATS,
)

_STATE = 33  # where the table's state begins in a snapshot (firmware/link/snapshot.py)
_DECK = frozenset(range(DECK))
_NO_HANDS = bytes((NO_PILE,)) * SEATS


class _Copy:
    """What one handheld was last seen to know."""

    __slots__ = ("table", "frame", "state", "epoch", "sequence", "phase", "is_dealer", "round", "locked")

    def __init__(self):
        self.table = None
        self.frame = b""  # the whole snapshot, of which ``state`` is the table
        self.state = b""
        self.epoch = 0
        self.sequence = 0
        self.phase = -1
        self.is_dealer = False
        self.round = -1  # that of ``locked``
        self.locked = {}  # the cards of each locked pile


class Invariants:
    """Checks for one world. ``results``: for each (table, round) that ended, what every screen says about it."""

    def __init__(self, world):
        self._world = world
        self._copies = [_Copy() for _ in range(SEATS)]
        self._dealers = {}  # (table, epoch): handheld and its start
        self._bases = {}  # (table, epoch): epoch, sequence and state that its dealer dealt on from
        self._results = {}  # (table, round): result, and who knows it
        self.rounds = 0
        self.is_table_lost = False  # the last handheld that knew a table was reset or left it

    # --- called by the world ---

    def restarted(self, player):
        """A handheld has been switched on: what it knew before is gone."""
        self._copies[player.number] = _Copy()
        link = player.handheld.link
        deal_on = link.deal_on

        def watched(now, heard):
            # What it deals on from, to the snapshot: in the same step it may have learned of a newer one.
            snapshot = link.snapshot
            base = (snapshot.epoch, snapshot.sequence, bytes(snapshot.frame[_STATE:]))
            deal_on(now, heard)
            self._bases[link.table_id, snapshot.epoch] = base

        link.deal_on = watched

    def forgotten(self, player):
        """A handheld goes off: it is nobody's witness any more."""
        self._forget(player)
        for known in self._results.values():
            known[1].discard(player.number)

    def look(self, player):
        """A handheld has made a step."""
        link = player.handheld.link
        copy = self._copies[player.number]
        snapshot = link.snapshot
        frame = snapshot.frame
        if link.state != SEATED or not link.is_synced:
            if copy.table is not None:
                self._world.note("%s has no table any more (refusal %d)" % (player.name, link.refusal))
                if player.person is None:
                    self._forget(player)
                else:
                    self._copies[player.number] = _Copy()
            return
        is_same = link.is_dealer == copy.is_dealer and link.table_id == copy.table
        if is_same and frame == copy.frame:
            return
        copy.frame = bytes(frame)
        state = copy.frame[_STATE:]
        epoch = frame[9]
        sequence = frame[11] | frame[12] << 8
        if is_same and epoch == copy.epoch and state == copy.state and newer16(sequence, copy.sequence) >= 0:
            copy.sequence = sequence  # the same table once more
            return
        self._compare(player, link, copy, state, epoch, sequence)

    # --- the checks ---

    def _forget(self, player):
        """A handheld is reset, or its player has left: if nobody else knows the table, it is lost."""
        table = self._copies[player.number].table
        self._copies[player.number] = _Copy()
        if table is not None and all(copy.table != table for copy in self._copies):
            self.is_table_lost = True
            self._world.note("nobody knows table %06x any more" % table)

    def _compare(self, player, link, copy, state, epoch, sequence):
        world = self._world
        table = link.table
        if copy.table != link.table_id:
            if copy.table is not None:
                self._copies[player.number] = copy = _Copy()
            copy.table = link.table_id
            world.note("%s sits at table %06x, seat %d" % (player.name, link.table_id, link.seat))
        else:
            back = newer8(epoch, copy.epoch)
            if back < 0 or back == 0 and newer16(sequence, copy.sequence) < 0:
                world.fail(
                    "%s went back from snapshot %d.%d to %d.%d"
                    % (player.name, copy.epoch, copy.sequence, epoch, sequence)
                )
            if back > 0 and not link.is_dealer:
                self._nothing_undone(player, copy, epoch)
        if link.is_dealer and (not copy.is_dealer or copy.epoch != epoch):
            self._begins_to_deal(player, link, copy, epoch)
        if link.is_dealer != copy.is_dealer or epoch != copy.epoch:
            world.note(
                "%s %s in epoch %d, round %d"
                % (player.name, "deals" if link.is_dealer else "plays", epoch, table.round)
            )
        phase = table.phase
        if phase != copy.phase:
            world.note("%s is in phase %d of round %d" % (player.name, phase, table.round))
        if state != copy.state:
            self._table_is_whole(player, table, state, phase)
            self._locks_stay(player, copy, state, phase, table.round, epoch)
        if phase != copy.phase and phase >= ROUND_OVER:
            self._one_result(player, link, table)
        copy.state = state
        copy.epoch = epoch
        copy.sequence = sequence
        copy.is_dealer = link.is_dealer
        copy.phase = phase

    def _begins_to_deal(self, player, link, copy, epoch):
        key = (link.table_id, epoch)
        who = (player.number, player.starts)
        known = self._dealers.setdefault(key, who)
        if known[0] == who[0]:
            # Restarted, it can't know that it has dealt in this epoch before. Bad only if somebody else does.
            self._dealers[key] = who
            others = [c for c in self._copies if c is not copy and c.table == link.table_id and c.epoch == epoch]
            if known != who and others:
                self._world.fail("%s deals in epoch %d again, after a restart" % (player.name, epoch))
        elif known != who:
            self._world.fail(
                "%s deals in epoch %d, and so did %s" % (player.name, epoch, self._world.players[known[0]].name)
            )

    def _nothing_undone(self, player, copy, epoch):
        """What a player saw confirmed in the old epoch must be in what the new dealer dealt on from, unless only the
        lost dealer knew it."""
        if copy.is_dealer:
            return
        base = self._bases.get((copy.table, epoch))
        seen = set()
        while base is not None and base[0] != copy.epoch and base[0] not in seen:
            seen.add(base[0])
            base = self._bases.get((copy.table, base[0]))
        if base is None or base[0] != copy.epoch:
            return
        if newer16(base[1], copy.sequence) < 0 and base[2][:AT_SINCE] != copy.state[:AT_SINCE]:
            self._world.fail(
                "%s saw snapshot %d.%d, and the next dealer went on from %d.%d"
                % (player.name, copy.epoch, copy.sequence, base[0], base[1])
            )

    def _table_is_whole(self, player, table, state, phase):
        if phase == LOBBY:
            return
        if set(state[:DECK]) != _DECK:
            self._world.fail("%s has no whole deck: %s" % (player.name, state[:DECK].hex()))
        hands = state[AT_IN_HAND : AT_IN_HAND + SEATS]
        if hands != _NO_HANDS:
            held = [pile for pile in hands if pile != NO_PILE]
            if len(set(held)) != len(held):
                self._world.fail("%s sees a pile in two hands" % player.name)
            for seat, pile in enumerate(hands):
                if pile != NO_PILE and (pile >= PILES or table.owner(pile) != seat or table.is_locked(pile)):
                    self._world.fail("%s sees pile %d in the hand of seat %d" % (player.name, pile, seat))

    def _locks_stay(self, player, copy, state, phase, round_number, epoch):
        """A locked pile stays as it is for the round. A new dealer may not know of the lost one's last lock; whether it
        should have is what ``_nothing_undone`` sees to."""
        if copy.round != round_number or epoch != copy.epoch:
            copy.round = round_number
            copy.locked = {}
        if phase in (LOBBY, COUNTDOWN):
            return
        locks = state[AT_LOCKS] | state[AT_LOCKS + 1] << 8
        before = copy.locked
        if not locks and not before:
            return
        for pile in range(PILES):
            if locks & 1 << pile:
                cards = state[pile * PILE_CARDS : (pile + 1) * PILE_CARDS]
                if before.setdefault(pile, cards) != cards:
                    self._world.fail("%s sees locked pile %d change" % (player.name, pile))
            elif pile in before:
                self._world.fail("%s sees locked pile %d open" % (player.name, pile))

    def _one_result(self, player, link, table):
        """Everybody sees the same end of a round."""
        key = (link.table_id, table.round)
        result = (table.winners, table.how)
        known = self._results.get(key)
        if known is None or known[0] != result and not known[1] - {player.number}:
            if known is None:
                self.rounds += 1
            self._results[key] = [result, {player.number}, link.is_dealer]
        elif known[0] == result:
            known[1].add(player.number)
        else:
            # What only the lost dealer knew may have ended otherwise.
            if known[1] == {self._dealer_of(known, player)}:
                self._results[key] = [result, {player.number}, link.is_dealer]
                return
            self._world.fail(
                "round %d ended with %r for %s and with %r for others" % (table.round, result, player.name, known[0])
            )

    def _dealer_of(self, known, player):
        """The one that alone saw a result, if it was the dealer then."""
        return next(iter(known[1])) if known[2] and len(known[1]) == 1 else None

    # --- at the end ---

    def results(self):
        """For each round that ended: the seats that won it, a bit each, and how it ended."""
        return {key: tuple(known[0]) for key, known in self._results.items()}

    def agree(self):
        """Once quiet: all copies of a table are the same, and exactly one handheld deals. Fails the world if not."""
        tables = {}
        for player in self._world.players:
            link = player.link
            if link is not None and link.state == SEATED:
                tables.setdefault(link.table_id, []).append(player)
        for players in tables.values():
            states = {bytes(player.link.snapshot.frame[_STATE:]) for player in players}
            if len(states) != 1:
                self._world.fail("copies differ once quiet: " + " / ".join(sorted(state.hex() for state in states)))
            dealers = [player.name for player in players if player.link.is_dealer]
            if len(dealers) != 1:
                self._world.fail("dealers once quiet: %s" % (", ".join(dealers) or "nobody"))
            phases = {player.link.table.phase for player in players}
            if phases != {MATCH_OVER} and phases != {LOBBY}:
                self._world.fail("not everybody is at the end of the match")
