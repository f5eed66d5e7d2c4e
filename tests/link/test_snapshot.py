"""Snapshots: the whole table in 110 bytes, and which of two is newer."""

import pytest

from firmware.link import frames
from firmware.link.snapshot import HELD, SNAPSHOT_BYTES, STAMP, TIME, Snapshot

SECRET = 0xABCDEF


def dealt(epoch=1, sequence=0, time=1000):
    copy = Snapshot()
    copy.table.sit(0)
    copy.table.sit(2)
    copy.table.deal(7, 5000)
    copy.begin_epoch(epoch)
    for _ in range(sequence):
        copy.next_sequence()
    send(copy, 0, time)
    return copy


def send(copy, seat, time):
    copy.write(time, 0x1234, 9)
    frames.start(copy.frame, frames.SNAPSHOT, 77, copy.epoch, seat)
    frames.seal(copy.frame, SNAPSHOT_BYTES, SECRET)


def test_a_snapshot_has_110_bytes_and_is_a_whole_frame():
    copy = dealt()
    assert len(copy.frame) == SNAPSHOT_BYTES == 110
    assert frames.is_sealed(copy.frame, SECRET)
    assert frames.kind_of(copy.frame) == frames.SNAPSHOT


def test_everything_arrives():
    copy = dealt(epoch=9, sequence=300, time=(1 << 29) - 1)
    copy.set_flags(0b0101, 0b0100)
    copy.answer(2, 255, 1)
    copy.answer(2, 0, 2)
    send(copy, 2, (1 << 29) - 1)
    other = Snapshot()
    other.load(bytes(copy.frame))
    assert (other.epoch, other.sequence, frames.get32(other.frame, TIME), other.dealer) == (9, 300, (1 << 29) - 1, 2)
    assert (other.ready, other.missing) == (0b0101, 0b0100)
    assert other.answered(2) == 0
    assert [other.verdict(2, back) for back in range(4)] == [2, 1, 0, 0]
    assert other.answered(0) == 0
    assert bytes(other.table.state) == bytes(copy.table.state)
    assert other.table.owner(11) == 2
    assert frames.get16(other.frame, STAMP) == 0x1234
    assert other.frame[HELD] == 9


def test_four_verdicts_are_kept_and_a_new_player_gets_none_of_them():
    copy = dealt()
    for number in range(1, 7):
        copy.answer(3, number, number + 5)
    assert [copy.verdict(3, back) for back in range(4)] == [11, 10, 9, 8]
    copy.forget_answers(3)
    assert copy.answered(3) == 0
    assert [copy.verdict(3, back) for back in range(4)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "mine, theirs, newer",
    (
        ((1, 5), (1, 6), True),
        ((1, 6), (1, 6), False),
        ((1, 7), (1, 6), False),
        ((1, 65535), (1, 0), True),
        ((1, 0), (1, 65535), False),
        ((1, 500), (2, 0), True),
        ((2, 0), (1, 500), False),
        ((255, 3), (4, 0), True),
        ((4, 3), (255, 9), False),
        ((0, 0), (200, 0), True),
        ((1, 5), (0, 9), False),
        ((0, 0), (0, 9), False),
    ),
)
def test_which_one_is_newer(mine, theirs, newer):
    """Sequences wrap at 16 bits, epochs at 8; epoch 0 is no snapshot at all."""
    one = dealt(*mine)
    other = dealt(*theirs)
    assert one.is_older_than(bytes(other.frame)) is newer


def test_a_recording_is_not_newer_though_its_number_is():
    now = dealt(sequence=0, time=3_600_000)
    then = dealt(sequence=30_000, time=1_000)
    assert not now.is_older_than(then.frame)
    assert dealt(sequence=0, time=1_002).is_older_than(then.frame), "two clocks may differ a little"


def test_table_time_wraps_between_two_snapshots():
    before = dealt(sequence=1, time=(1 << 29) - 5)
    after = dealt(sequence=2, time=3)
    assert before.is_older_than(after.frame)
    assert not after.is_older_than(before.frame)


def test_an_empty_copy_is_an_empty_lobby():
    copy = dealt(epoch=4)
    copy.clear()
    assert copy.epoch == 0
    assert copy.table.seated() == 0
    assert copy.table.phase == 0
