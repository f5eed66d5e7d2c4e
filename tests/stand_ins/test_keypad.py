"""keypad as device-facts.md describes it: background scans in whole ticks, overflow, held keys."""

import board
import keypad
import pytest
import supervisor

UP, RIGHT = 0, 1


def make(device, **options):
    pins = [getattr(board, name) for name in device.key_pins]
    return keypad.Keys(pins, value_when_pressed=False, **options)


def tap(device, key, at_ms, down=True):
    device.now_us = at_ms * 1000
    device.set_key(key, down)


def drain(keys):
    events = []
    while (event := keys.events.get()) is not None:
        events.append((event.key_number, event.pressed))
    return events


def test_press_and_release_in_order(device):
    keys = make(device)
    tap(device, UP, 100)
    tap(device, RIGHT, 150)
    tap(device, UP, 200, False)
    device.now_us = 300_000
    assert drain(keys) == [(UP, True), (RIGHT, True), (UP, False)]
    assert keys.events.get() is None


def test_scans_come_every_20_ticks_of_a_1024th_whoever_looks(device):
    keys = make(device)
    device.set_key(UP, True, 1_000)
    device.now_us = 19_531  # tick 19
    assert len(keys.events) == 0
    device.now_us = 19_532  # tick 20: 19.53 ms
    assert len(keys.events) == 1


def test_an_interval_is_cut_to_whole_ticks(device):
    keys = make(device, interval=0.005)  # 5.12 ticks: 5
    device.set_key(UP, True, 100)
    device.now_us = 4_882
    assert len(keys.events) == 0
    device.now_us = 4_883
    assert len(keys.events) == 1


def test_the_timestamp_is_the_scan_in_ticks_ms(device):
    keys = make(device)
    tap(device, UP, 101)
    device.now_us = 900_000
    at = keys.events.get().timestamp
    device.now_us = 101_000
    pressed = supervisor.ticks_ms()
    assert 0 <= at - pressed <= 20


def test_one_scan_gives_one_timestamp_in_key_order(device):
    keys = make(device)
    for key in (5, 1, 3):
        tap(device, key, 101)
    device.now_us = 200_000
    events = [keys.events.get() for _ in range(3)]
    assert [event.key_number for event in events] == [1, 3, 5]
    assert len({event.timestamp for event in events}) == 1


def test_a_press_between_two_scans_is_never_seen(device):
    keys = make(device)
    tap(device, UP, 101)
    tap(device, UP, 102, False)
    device.now_us = 300_000
    assert drain(keys) == []


def test_a_full_queue_drops_the_new_event_and_a_release_is_lost(device):
    keys = make(device, max_events=3)
    for at, down in ((100, True), (200, False), (300, True), (400, False)):
        tap(device, UP, at, down)
    device.now_us = 500_000
    assert keys.events.overflowed
    assert drain(keys) == [(UP, True), (UP, False), (UP, True)]
    device.now_us = 900_000
    assert drain(keys) == []  # the state has advanced: the release never comes
    assert keys.events.overflowed
    keys.events.clear()
    assert not keys.events.overflowed


def test_clear_empties_the_queue(device):
    keys = make(device)
    tap(device, UP, 100)
    device.now_us = 200_000
    assert keys.events
    keys.events.clear()
    assert not keys.events
    assert keys.events.get() is None


def test_reset_keeps_the_queue_and_presses_held_keys_anew(device):
    keys = make(device)
    tap(device, UP, 100)
    device.now_us = 200_000
    keys.reset()
    assert drain(keys) == [(UP, True), (UP, True)]


def test_a_key_held_at_construction_gives_only_a_lone_release(device):
    device.set_key(UP, True)
    keys = make(device)
    device.now_us = 500_000
    assert drain(keys) == []
    tap(device, UP, 600, False)
    device.now_us = 700_000
    assert drain(keys) == [(UP, False)]


def test_debounce_needs_that_many_equal_scans(device):
    keys = make(device, interval=0.005, debounce_threshold=3)
    device.now_us = 100_000
    tap(device, UP, 100)
    scans = 0
    while not keys.events:
        device.now_us += 977
        scans += 1
        assert scans < 40
    assert 2 * 5 <= scans <= 3 * 5 + 1


def test_a_bounce_shorter_than_the_debounce_is_swallowed(device):
    keys = make(device, interval=0.005, debounce_threshold=2)
    device.now_us = 100_000
    tap(device, UP, 100)
    tap(device, UP, 106, False)
    device.now_us = 200_000
    assert drain(keys) == []


def test_get_into_fills_the_given_event_or_leaves_it_alone(device):
    keys = make(device)
    event = keypad.Event(6, False, 77)
    assert not keys.events.get_into(event)
    assert (event.key_number, event.pressed, event.timestamp) == (6, False, 77)
    tap(device, RIGHT, 100)
    device.now_us = 200_000
    assert keys.events.get_into(event)
    assert (event.key_number, event.pressed, event.released) == (RIGHT, True, False)


def test_equal_events_are_equal_whatever_their_times():
    assert keypad.Event(1, True, 5) == keypad.Event(1, True, 6)
    assert hash(keypad.Event(1, True, 5)) == hash(keypad.Event(1, True, 6))
    assert keypad.Event(1, True, 5) != keypad.Event(1, False, 5)
    assert keypad.Event(1, True, 5) != keypad.Event(2, True, 5)


@pytest.mark.parametrize(
    "options", [{"interval": -1}, {"max_events": 0}, {"debounce_threshold": 0}, {"debounce_threshold": 128}]
)
def test_values_out_of_range(device, options):
    with pytest.raises(ValueError):
        make(device, **options)
    make(device)  # no pin was kept


def test_pins_are_taken_and_given_back(device):
    keys = make(device)
    with pytest.raises(ValueError, match="in use"):
        make(device)
    keys.deinit()
    with pytest.raises(ValueError, match="deinitialized"):
        keys.events  # noqa: B018
    make(device)


def test_a_burst_comes_out_whole_if_the_queue_is_large(device):
    keys = make(device, max_events=400)
    at = 100
    for _ in range(100):
        tap(device, UP, at)
        tap(device, UP, at + 30, False)
        at += 60
    device.now_us = at * 1000
    assert drain(keys) == [(UP, True), (UP, False)] * 100
    assert not keys.events.overflowed


def test_a_long_silence_costs_no_time_and_keeps_the_scans_in_step(device):
    keys = make(device)
    other = 7 * 24 * 3600 * 1_000_000
    device.now_us = other
    assert not keys.events
    device.set_key(UP, True)
    tick = other * 1024 // 1_000_000
    due = (tick // 20 + 1) * 20
    device.now_us = due * 1_000_000 // 1024
    assert not keys.events
    device.now_us += 1
    assert keys.events


def test_pins_pulled_the_other_way_and_pins_without_a_key(device):
    pins = [getattr(board, device.key_pins[RIGHT]), board.P1]
    keys = keypad.Keys(pins, value_when_pressed=True)
    tap(device, RIGHT, 100)
    tap(device, RIGHT, 200, False)
    device.now_us = 300_000
    # A key pulls its pin low: for this scanner that is letting go. It is "pressed" from the start.
    assert drain(keys) == [(0, False), (0, True)]
