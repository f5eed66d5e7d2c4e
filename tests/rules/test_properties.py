"""Whatever anybody does, in any order: no card is lost, a locked pile is frozen, one pile in a hand, and every
refused act says why and changes nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.rules.table import CENTRE, LEFT, MATCH_OVER, NO_PILE, PILES, PLAYING, ROUND_OVER, RUNNING, Table
from firmware.rules.verdicts import ACCEPTED, NO_SUCH, UNANSWERED
from tests.rules.tables import cards

SEAT = st.integers(0, 4)
NUMBER = st.one_of(st.integers(0, 12), st.just(NO_PILE))
ACT = st.one_of(
    st.tuples(st.just("pick_up"), SEAT, NUMBER),
    st.tuples(st.just("pick_up"), SEAT, NUMBER),
    st.tuples(st.just("put_down"), SEAT, st.one_of(st.none(), NUMBER)),
    st.tuples(st.just("swap"), SEAT, st.one_of(st.none(), NUMBER), st.integers(0, 4), st.integers(0, 4), st.booleans()),
    st.tuples(st.just("swap"), SEAT, st.none(), st.integers(0, 3), st.integers(0, 3), st.just(True)),
    st.tuples(st.just("gather"), SEAT),
    st.tuples(st.just("lock"), SEAT, st.one_of(st.none(), NUMBER)),
    st.tuples(st.just("lock"), SEAT, st.none()),
    st.tuples(st.just("call"), SEAT),
    st.tuples(st.just("together"), st.integers(0, 15)),
    st.tuples(st.just("propose"), SEAT),
    st.tuples(st.just("leave"), SEAT),
    st.tuples(st.just("wait"), st.integers(1, 61_000)),
    st.tuples(st.just("deal"), st.integers(0, 1 << 32)),
    st.tuples(st.just("start")),
)


def do(table, act, now):
    """One act. Returns its verdict, or None where there is none."""
    name, *rest = act
    seat = rest[0] if rest else 0
    hand = table.in_hand[seat] if seat < 4 else NO_PILE
    if name == "gather":
        return gather(table, seat, hand)
    if name == "swap":
        pile = hand if rest[1] is None else rest[1]
        slot, place, honest = rest[2:]
        give = table.places[(pile * 4 + slot) % 48]
        take = table.places[CENTRE + place % 4]
        return table.swap(seat, pile, slot, place, give if honest else 255, take)
    if name in ("put_down", "lock"):
        pile = hand if rest[1] is None else rest[1]
        return table.put_down(seat, pile) if name == "put_down" else table.lock(seat, pile, now)
    if name == "pick_up":
        return table.pick_up(seat, rest[1])
    if name in ("call", "propose", "leave"):
        return getattr(table, name)(seat, now)
    if name == "together":
        table.call_together(rest[0], now)
    elif name == "deal" and table.seated() >= 2 and table.phase == ROUND_OVER:
        table.deal(rest[0], now)
    elif name == "start":
        table.start(now)
    return None


def gather(table, seat, hand):
    """Deal the held pile four of one rank, so that rounds with locks and valid calls come up too."""
    if seat > 3 or hand == NO_PILE or table.phase != RUNNING:
        return
    rank = table.places[hand * 4] % 13
    for slot in range(1, 4):
        for at in range(52):
            card = table.places[at]
            if (
                card % 13 == rank
                and not hand * 4 <= at < hand * 4 + slot
                and not (at < 48 and table.is_locked(at // 4))
            ):
                mine = hand * 4 + slot
                table.places[at], table.places[mine] = table.places[mine], card
                break
    return


@settings(max_examples=150)
@given(
    st.integers(2, 4), st.booleans(), st.sampled_from([1, 3, 9]), st.integers(0, 1 << 20), st.lists(ACT, max_size=120)
)
def test_any_acts_in_any_order(seats, lock_check, best_of, seed, acts):
    table = Table()
    for seat in range(seats):
        table.sit(seat)
    table.set_house(lock_check, best_of)
    table.deal(seed, 0)
    table.start(0)
    now = 0
    frozen = {}
    deal = table.round
    for act in acts:
        before = bytes(table.state)
        now = (now + act[1] if act[0] == "wait" else now + 7) & (1 << 29) - 1
        verdict = do(table, act, now)
        if verdict is not None:
            assert UNANSWERED < verdict <= NO_SUCH
        if verdict is not None and verdict != ACCEPTED:
            assert bytes(table.state) == before, "a refused act changes nothing"
        if table.round != deal:
            deal = table.round
            frozen.clear()
        check(table, frozen, lock_check)


def check(table, frozen, lock_check):
    assert sorted(table.places) == list(range(52)), "the deck is all there, once"
    for pile in range(PILES):
        if pile in frozen:
            assert table.is_locked(pile), "a lock is never undone"
            assert cards(table, pile) == frozen[pile], "a locked pile never changes"
        elif table.is_locked(pile):
            assert table.is_four(pile) or not lock_check
            frozen[pile] = cards(table, pile)
    held = [pile for pile in table.in_hand if pile != NO_PILE]
    assert len(held) == len(set(held))
    for seat in range(4):
        pile = table.in_hand[seat]
        if pile != NO_PILE:
            assert table.phase == RUNNING
            assert table.standing(seat) == PLAYING
            assert table.owner(pile) == seat
            assert not table.is_locked(pile)
    if table.phase == RUNNING:
        assert table.playing() >= 2
        assert table.winners == 0
    if table.phase == MATCH_OVER:
        assert table.match_winner < 4 or table.seated() == 0
    else:
        assert table.seated() >= 2
    for seat in range(4):
        assert table.wins[seat] <= table.best_of // 2 + 1
        if table.standing(seat) == LEFT:
            assert not table.winners >> seat & 1 or table.phase in (ROUND_OVER, MATCH_OVER)
