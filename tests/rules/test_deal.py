"""rules.md, "The standard game": players, deck and deal."""

import pytest

from firmware.rules.cards import DECK, NO_CARD, rank_of, suit_of
from firmware.rules.dice import Dice
from firmware.rules.table import COUNTDOWN, NOBODY, PILES, RUNNING, Table
from tests.rules.tables import centre, dealt, own_piles

FIRST_OF_SEED_1 = [35, 8, 17, 41, 39, 48, 11, 49]


def test_52_cards_of_13_ranks_in_four_suits():
    assert sorted((suit_of(card), rank_of(card)) for card in range(DECK)) == [
        (suit, rank) for suit in range(4) for rank in range(13)
    ]


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_twelve_piles_of_four_are_shared_evenly_and_four_cards_lie_in_the_centre(seats, each):
    table = dealt(seats)
    assert sorted(table.places) == list(range(DECK))
    for seat in range(seats):
        assert len(own_piles(table, seat)) == each
    assert len(centre(table)) == 4


def test_empty_seats_between_players_get_no_piles():
    table = Table()
    table.sit(1)
    table.sit(3)
    table.deal(1, 0)
    assert [table.owner(pile) for pile in range(PILES)] == [1] * 6 + [3] * 6


def test_nobody_owns_a_pile_before_the_first_deal():
    table = Table()
    assert [table.owner(pile) for pile in range(PILES)] == [NOBODY] * PILES
    assert set(table.places) == {NO_CARD}


def test_a_round_needs_two_players():
    table = Table()
    table.sit(0)
    with pytest.raises(ValueError, match="two players"):
        table.deal(1, 0)


def test_a_deal_is_the_same_for_the_same_seed_and_another_for_another():
    """The first cards of seed 1 are written down here: every VM and every version must deal them."""
    assert list(dealt(seed=1).places) == list(dealt(seed=1).places)
    assert list(dealt(seed=1).places[:8]) == FIRST_OF_SEED_1
    deals = {bytes(dealt(seed=seed).places) for seed in range(300)}
    assert len(deals) == 300


def test_every_card_comes_to_every_place_equally_often():
    """4,000 deals: each of the 52 x 52 counts is around 76.9, standard deviation 8.7; six of them is far off."""
    counts = [[0] * DECK for _ in range(DECK)]
    cards = bytearray(DECK)
    for seed in range(4000):
        for card in range(DECK):
            cards[card] = card
        Dice(seed).shuffle(cards)
        for place in range(DECK):
            counts[place][cards[place]] += 1
    flat = [count for row in counts for count in row]
    assert min(flat) > 76.9 - 6 * 8.7
    assert max(flat) < 76.9 + 6 * 8.7
    chi = sum((count - 76.92) ** 2 / 76.92 for count in flat)
    assert 51 * 51 - 5 * 72 < chi < 51 * 51 + 5 * 72


@pytest.mark.parametrize("sides", [1, 2, 3, 52, 65536])
def test_a_throw_is_in_range(sides):
    dice = Dice(3)
    thrown = {dice.throw(sides) for _ in range(2000)}
    assert min(thrown) >= 0
    assert max(thrown) < sides
    assert len(thrown) == sides or sides > 52


def test_the_next_deal_clears_the_last_round():
    table = dealt()
    table.start(0)
    table.pick_up(0, 0)
    table.call(1, 5)
    table.deal(2, 9000)
    assert table.phase == COUNTDOWN
    assert table.since == 9000
    assert table.round == 2
    assert list(table.in_hand) == [255] * 4
    assert table.winners == table.how == 0
    assert [table.place(seat) for seat in range(4)] == [0] * 4
    table.start(9000)
    assert table.phase == RUNNING
    assert table.playing() == 2
