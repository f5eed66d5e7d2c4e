"""Wishes on their way to the dealer: numbers, order, and a frame of at most 40 bytes."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.link import frames, wishes
from firmware.link.wishes import IN_FRAME, WAITING, WISHES_BYTES, Wishes
from firmware.rules.acts import LOCK, PICK_UP, SWAP
from firmware.rules.cards import NO_CARD
from firmware.rules.table import Table

SECRET = 99


def table():
    shown = Table()
    shown.sit(0)
    shown.sit(1)
    shown.deal(3, 0)
    return shown


def fill(queue, count, act=PICK_UP):
    shown = table()
    return [queue.add(act, 1000 + nth, nth % 6, nth % 4, (nth + 1) % 4, shown) for nth in range(count)]


def numbers(queue):
    return [queue.frame[wishes.entry(nth)] for nth in range(queue.count)]


def test_a_frame_of_three_wishes_has_40_bytes():
    queue = Wishes()
    lengths = []
    for _ in range(WAITING):
        lengths.append(len(queue.write(5, 6, 0)))
        fill(queue, 1)
    assert lengths == [16, 24, 32, 40, 40, 40, 40, 40]
    assert WISHES_BYTES == 40
    written = queue.write(65535, 0x1FFF5678, 0)
    frames.start(queue.frame, frames.WISHES, 7, 1, 2)
    frames.seal(queue.frame, len(written), SECRET)
    frame = bytes(written)
    assert frames.is_sealed(frame, SECRET), "what is sent is a part of where they wait"
    assert frames.get16(frame, wishes.ACK) == 65535
    assert frames.get16(frame, wishes.STAMP) == 0x5678
    assert wishes.count_in(frame) == IN_FRAME


def test_the_oldest_three_go_first_in_order_and_a_swap_names_its_cards():
    shown = table()
    queue = Wishes()
    for nth in range(5):
        queue.add(SWAP, 100 + nth, 2, nth % 4, 3 - nth % 4, shown)
    frame = queue.write(0, 0, 1 << 24)
    for nth in range(3):
        at = wishes.entry(nth)
        assert frame[at] == nth + 1
        assert frame[at + 1] == SWAP << 4 | nth << 2 | 3 - nth
        assert frame[at + 2] == 2
        assert frame[at + 3] == shown.places[2 * 4 + nth]
        assert frame[at + 4] == shown.places[48 + 3 - nth]
        assert frames.get24(frame, at + 5) == 100 + nth
    queue.drop_first()
    frame = queue.write(0, 0, 0)
    for nth in range(3):
        at = wishes.entry(nth)
        assert (frame[at], frame[at + 1] >> 4, frames.get24(frame, at + 5)) == (nth + 2, SWAP, 101 + nth), "all move up"


def test_only_a_swap_names_cards():
    queue = Wishes()
    queue.add(LOCK, 0, 2, 0, 0, table())
    queue.add(SWAP, 0, 255, 0, 0, table())
    cards = [queue.frame[wishes.entry(nth) + at] for nth in range(2) for at in (wishes.GIVE, wishes.TAKE)]
    assert cards == [NO_CARD] * 4


def test_eight_wait_and_a_ninth_is_not_taken():
    queue = Wishes()
    assert fill(queue, WAITING) == [True] * WAITING
    assert fill(queue, 1) == [False]
    assert numbers(queue) == list(range(1, 9))
    queue.drop_first()
    assert fill(queue, 1) == [True]
    assert numbers(queue) == list(range(2, 10))


def test_numbers_wrap_and_follow_each_other():
    queue = Wishes()
    last = 0
    for _ in range(600):
        fill(queue, 1)
        number = numbers(queue)[0]
        assert frames.newer8(number, last) == 1
        last = number
        queue.drop_first()
    assert last == 600 % 256


@given(st.integers(0, 255), st.integers(0, WAITING), st.integers(0, 3))
def test_another_dealer_counts_from_what_it_knows(answered, count, dropped):
    queue = Wishes()
    fill(queue, count)
    dropped = min(dropped, count)
    for _ in range(dropped):
        queue.drop_first()
    pressed = queue.pressed[: queue.count]
    assert pressed == [1000 + nth for nth in range(dropped, count)]
    queue.renumber(answered)
    assert numbers(queue) == [(answered + 1 + nth) % 256 for nth in range(count - dropped)]
    assert queue.pressed[: queue.count] == pressed
    if queue.count < WAITING:
        fill(queue, 1)
        assert numbers(queue)[-1] == (answered + 1 + count - dropped) % 256


@given(st.binary(min_size=16, max_size=110))
def test_a_frame_whose_length_does_not_fit_holds_no_wishes(message):
    count = wishes.count_in(message)
    assert count == 0 or len(message) == 16 + 8 * count
