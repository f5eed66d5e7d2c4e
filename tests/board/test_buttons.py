"""The buttons: each press once, in time, and nothing sticks."""

import random

import pytest


@pytest.fixture
def buttons(desk):
    return make(desk)


def make(desk):
    import board

    from firmware.board.boards import standard_wiring
    from firmware.board.buttons import Buttons

    return Buttons(tuple(getattr(board, name) for name in standard_wiring(desk.device.board_id).buttons))


def all_events(buttons):
    events = []
    while buttons.next():
        events.append((buttons.key, buttons.pressed))
    return events


def test_each_key_arrives_by_its_number(desk, buttons):
    for key in range(7):
        desk.device.set_key(key, True)
        desk.wait(30)
        assert all_events(buttons) == [(key, True)] and buttons.down == 1 << key
        desk.device.set_key(key, False)
        desk.wait(30)
        assert all_events(buttons) == [(key, False)] and buttons.down == 0


def test_the_press_is_told_within_ten_milliseconds_with_its_own_time(desk, buttons):
    for offset in range(0, 6000, 500):
        desk.wait(50)
        desk.device.sleep_us(offset)
        pressed_at = desk.device.ticks_ms
        desk.device.set_key(4, True)
        desk.wait(200)
        assert buttons.next() and buttons.pressed
        assert 0 <= (buttons.at - pressed_at) & 0x1FFFFFFF <= 11
        desk.device.set_key(4, False)
        desk.wait(50)
        all_events(buttons)


def test_a_bounce_shorter_than_a_scan_passes_unseen(desk, buttons):
    for _ in range(20):
        desk.device.set_key(0, True)
        desk.device.sleep_us(3000)
        desk.device.set_key(0, False)
        desk.device.sleep_us(8000)
    desk.wait(50)
    assert all_events(buttons) == []


def test_f13_two_hundred_presses_leave_no_key_stuck(desk, buttons):
    rng = random.Random(13)
    held = set()
    for _ in range(200):
        key = rng.randrange(7)
        held ^= {key}
        desk.device.set_key(key, key in held)
        desk.wait(20)
    for key in held:
        desk.device.set_key(key, False)
        desk.wait(20)
    desk.wait(50)
    down = set()
    for key, pressed in all_events(buttons):
        assert (key in down) != pressed, "a release without a press, or a press twice"
        down ^= {key}
    assert down == set() and buttons.down == 0 and buttons.overflows == 1
    desk.device.set_key(2, True)
    desk.wait(20)
    assert all_events(buttons) == [(2, True)]


def test_f13_keys_seen_down_before_the_overflow_are_released(desk, buttons):
    desk.device.set_key(6, True)
    desk.device.set_key(0, True)
    desk.wait(20)
    assert len(all_events(buttons)) == 2
    for step in range(70):
        desk.device.set_key(3, step % 2 == 0)
        desk.wait(20)
    assert all_events(buttons) == [(0, False), (6, False)]
    # They are still held: letting go later is a lone release, and says nothing.
    desk.device.set_key(6, False)
    desk.device.set_key(0, False)
    desk.wait(20)
    assert all_events(buttons) == []


def test_f14_a_key_held_at_start_triggers_nothing(desk):
    desk.device.set_key(6, True)
    buttons = make(desk)
    desk.wait(500)
    desk.device.set_key(6, False)
    desk.wait(50)
    events = all_events(buttons)
    # Whether the scanner tells the press or not, no release comes alone.
    assert (6, False) not in events or events.index((6, True)) < events.index((6, False))
    desk.device.set_key(6, True)
    desk.wait(50)
    assert all_events(buttons) == [(6, True)]


def test_f14_the_lone_release_that_a_board_sends_is_dropped(desk, buttons):
    buttons._events._record(6, False, 1)
    assert all_events(buttons) == [] and buttons.down == 0


def test_closing_releases_and_frees_the_pins_and_opening_goes_on(desk, buttons):
    import board
    import digitalio

    desk.device.set_key(1, True)
    desk.wait(30)
    all_events(buttons)
    buttons.close()
    assert all_events(buttons) == [(1, False)]
    digitalio.DigitalInOut(board.BUTTON_UP).deinit()
    desk.device.set_key(1, False)
    buttons.open()
    desk.device.set_key(2, True)
    desk.wait(30)
    assert all_events(buttons) == [(2, True)]
