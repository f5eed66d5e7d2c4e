"""Frames: sealed ones are known again, everything else is dropped and counted (field cases F21)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.link import frames
from firmware.link.found import FoundTables
from firmware.rules.acts import PICK_UP, PUT_DOWN
from firmware.rules.layout import RUNNING
from tests.link.air import Room


def sealed(kind=frames.WISHES, length=40, secret=0x123456, fill=0, table_id=77, seat=1):
    frame = bytearray([fill]) * length
    frames.start(frame, kind, table_id, 4, seat)
    frames.seal(frame, length, secret)
    return frame


@given(st.integers(6, 55), st.integers(0, (1 << 24) - 1), st.integers(0, 255))
def test_a_sealed_frame_is_known_again_only_with_its_secret(half, secret, fill):
    frame = sealed(length=2 * half, secret=secret, fill=fill)
    assert frames.is_sealed(frame, secret)
    assert frames.is_sealed(bytes(frame), secret)
    assert not frames.is_sealed(frame, secret ^ 1)


@given(st.integers(6, 55), st.data())
def test_one_wrong_bit_breaks_the_seal(half, data):
    frame = sealed(length=2 * half, fill=90)
    at = data.draw(st.integers(1, 2 * half - 1))
    frame[at] ^= 1 << data.draw(st.integers(0, 7))
    assert not frames.is_sealed(frame, 0x123456)


@given(st.binary(max_size=250), st.integers(0, 1 << 25))
def test_no_bytes_at_all_raise(message, secret):
    frames.is_sealed(message, secret)
    frames.kind_of(message)
    listening = FoundTables()
    listening.hear(b"\x02other", message, 0)
    listening.hear(b"\x02other", bytes((frames.MAGIC, frames.VERSION + 1 << 4 | frames.ANNOUNCE)) + message[2:], 0)
    assert len(listening.tables) <= 2


@pytest.mark.parametrize("length", (0, 1, 10, 11, 13, 39, 111, 112, 250))
def test_odd_short_and_long_ones_are_none_of_ours(length):
    assert not frames.is_sealed(bytes(length), 0)


def test_a_shortened_and_a_lengthened_frame_break_the_seal():
    frame = bytes(sealed(length=40))
    for length in range(40):
        assert not frames.is_sealed(frame[:length], 0x123456)
    for more in range(1, 71):
        assert not frames.is_sealed(frame + bytes(more), 0x123456)


@pytest.mark.parametrize("a", (0, 1, 100, 32767, 32768, 65535))
def test_sequence_numbers_wrap(a):
    assert frames.newer16(a + 1 & 65535, a) == 1
    assert frames.newer16(a, a + 5 & 65535) == -5
    assert frames.newer16(a, a) == 0
    assert frames.newer8((a + 1) & 255, a & 255) == 1
    assert frames.newer8(a & 255, a + 9 & 255) == -9


def mangled(rand, frame):
    """A hostile child of a frame that was heard: cut, lengthened, flipped, of another version, or as it was."""
    frame = bytearray(frame)
    what = rand.randrange(7)
    if what == 0:
        frame = frame[: rand.randrange(len(frame) + 1)]
    elif what == 1:
        frame += bytes(rand.randrange(1, 250 - len(frame)))
    elif what == 2:
        for _ in range(rand.randrange(1, 4)):
            frame[rand.randrange(len(frame))] ^= 1 << rand.randrange(8)
    elif what == 3:
        frame[1] = rand.randrange(256)
    elif what == 4:
        frame[rand.randrange(6, 11)] = rand.randrange(256)
    elif what == 5:
        frame = bytearray(rand.randrange(256) for _ in range(rand.randrange(250)))
    return bytes(frame)


def storm(room, rand, count, victims, replay_from):
    """Frames from nowhere into running links, a few between two steps."""
    air = room.air
    macs = [h.radio.mac for h in room.handhelds] + [bytes((2, 9, 9, 9, 9, 9))]
    for nth in range(count):
        if nth % 8 == 0:
            room.run(5)
        frame = mangled(rand, air.frames[rand.randrange(replay_from, len(air.frames))][3])
        victim = rand.choice(victims)
        air.put(victim.radio, rand.choice(macs), frame)


def test_thousands_of_broken_strange_and_replayed_frames_change_nothing_but_counters():
    """Field case F21, and the frames of ten hostile minutes: what was recorded comes back at any time."""
    room = Room(3, seed=4).round()
    rand = random.Random(8)
    pile = [p for p in range(12) if room[1].link.table.owner(p) == 1][0]
    for _ in range(20):
        assert room[1].wish(PICK_UP, pile)
        room.run(100)
        assert room[1].wish(PUT_DOWN, pile)
        room.run(100)
    before = bytes(room[0].link.table.state)
    answered = [room[0].link.snapshot.answered(seat) for seat in range(3)]
    told = [len(h.answers) for h in room.handhelds]
    counted = [link.foreign + link.damaged + link.old for link in room.links]
    paused = []
    for _ in range(30):
        storm(room, rand, 200, room.handhelds, 0)
        paused.append([link.paused for link in room.links])
    room.run(500)
    assert [bytes(link.table.state) for link in room.links] == [before] * 3
    assert [room[0].link.snapshot.answered(seat) for seat in range(3)] == answered
    assert [len(h.answers) for h in room.handhelds] == told
    assert not any(any(those) for those in paused)
    assert room.dealers() == [0]
    assert all(
        link.foreign + link.damaged + link.old > was + 500 for link, was in zip(room.links, counted, strict=True)
    )
    assert room[0].link.table.phase == RUNNING
    assert room[1].wish(PICK_UP, pile)
    room.run(300)
    assert room[0].link.table.in_hand[1] == pile, "and it plays on"


def test_a_recording_of_a_minute_ago_locks_nobody_out():
    """Stamps wrap after 65 s: what was sent 40 s ago must not look newer than what is sent now."""
    room = Room(2, seed=5).round()
    pile = [p for p in range(12) if room[1].link.table.owner(p) == 1][0]
    room.run(2000)
    recording = [f for at, n, mac, f in room.air.frames if n == 1 and frames.kind_of(f) == frames.WISHES][-3:]
    for _ in range(8):
        room.run(5000)
        for frame in recording:
            room.air.put(room[0].radio, room[1].radio.mac, frame)
    room.run(50)
    assert room[1].wish(PICK_UP, pile)
    room.run(300)
    assert room[0].link.table.in_hand[1] == pile
    assert room[0].link.missing == 0


def test_a_snapshot_of_an_hour_ago_turns_no_time_back():
    """Sequence numbers wrap in long matches: the table time in a recorded snapshot tells."""
    room = Room(2, seed=6).round()
    old = [f for at, n, mac, f in room.air.frames if n == 0 and frames.kind_of(f) == frames.SNAPSHOT][-1]
    dealer = room[0].link
    room.run(200)
    for _ in range(2):  # as after half an hour of full play
        sequence = dealer.snapshot.sequence
        for _ in range(20_000):
            dealer.snapshot.next_sequence()
        dealer.dealer._changed = dealer.snapshot.sequence
        assert frames.newer16(dealer.snapshot.sequence, sequence) == 20_000
        room.run(3000)
    pile = [p for p in range(12) if room[1].link.table.owner(p) == 1][0]
    assert room[1].wish(PICK_UP, pile)
    room.run(300)
    sequence = room[1].link.snapshot.sequence
    assert frames.newer16(frames.get16(old, 11), sequence) > 0, "it looks new"
    room.air.put(room[1].radio, room[0].radio.mac, old)
    room.run(50)
    assert room[1].link.table.in_hand[1] == pile
    room.run(1500)
    assert not room[1].link.paused


def test_a_flood_does_not_keep_the_link_from_its_work():
    room = Room(2, seed=7).round()
    link = room[0].link

    class Flood:
        def __init__(self, radio):
            self.radio = radio

        def receive(self):
            return self.radio.packet

        def __getattr__(self, name):
            return getattr(self.radio, name)

    room.air.put(room[0].radio, bytes(6), b"J" * 30)
    room.air.now += 1
    list(room.air.deliver())
    room[0].radio.packet = room[0].radio.ring.pop()
    link.radio = Flood(room[0].radio)
    assert link.step(room[0].ticks()) == 0, "it comes back at once"


def test_frames_of_other_tables_are_counted():
    room = Room(4, seed=8)
    room.run(10)
    for number in (0, 2):
        room[number].link.open_table(True, 3)
        assert room.join(room[number + 1], room[number])
    room.all_ready()
    room.run(5000)
    assert all(link.table.phase == RUNNING for link in room.links)
    was = room[0].link.foreign
    others = [(number, frame) for _, number, _, frame in room.air.frames if number >= 2]
    for nth, (number, frame) in enumerate(others):
        room.air.put(room[0].radio, room[number].radio.mac, frame)
        if nth % 8 == 0:
            room.run(5)
    room.run(100)
    assert room[0].link.foreign > was + 50
    assert room[0].link.table.phase == RUNNING
