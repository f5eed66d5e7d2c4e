"""alarm: sleep memory and sleeping."""

import alarm
import board
import pytest

from host_sim.handhelds.device import Device, Restart


def test_sleep_memory_survives_a_reset_but_not_a_power_cut(device):
    memory = alarm.sleep_memory
    assert len(memory) == 4096
    memory[0:5] = b"hello"
    memory[5] = 1
    device.reset()
    device.reload()
    assert memory[0:6] == b"hello\1"
    device.power_cut()
    device.power_on()
    assert memory[0:6] != b"hello\1"


def test_after_power_on_it_is_undefined_and_repeatable_by_seed():
    first, again, other = Device(seed=1), Device(seed=1), Device(seed=2)
    assert bytes(first.sleep_memory) == bytes(again.sleep_memory)
    assert bytes(first.sleep_memory) != bytes(other.sleep_memory)
    assert bytes(first.sleep_memory) != bytes(4096)


def test_sleep_memory_checks_lengths(device):
    with pytest.raises(ValueError):
        alarm.sleep_memory[0:2] = b"abc"


def test_light_sleep_until_a_time(device):
    ring = alarm.time.TimeAlarm(monotonic_time=2.5)
    assert alarm.light_sleep_until_alarms(ring) is ring
    assert device.now_us == 2_500_000
    assert alarm.wake_alarm is ring


def test_light_sleep_until_a_key(device):
    def sleep(device, us):
        device.now_us += us
        if device.now_us >= 700_000:
            device.set_key(4, True)

    device.on_sleep = sleep
    key = alarm.pin.PinAlarm(board.BUTTON_O, value=False, pull=True)
    late = alarm.time.TimeAlarm(monotonic_time=60)
    assert alarm.light_sleep_until_alarms(key, late) is key
    assert 700_000 <= device.now_us <= 720_000


def test_an_edge_alarm_waits_for_the_change(device):
    device.set_key(4, True)
    key = alarm.pin.PinAlarm(board.BUTTON_O, value=False, edge=True, pull=True)
    late = alarm.time.TimeAlarm(monotonic_time=1)
    assert alarm.light_sleep_until_alarms(key, late) is late


def test_without_alarms_it_returns_at_once(device):
    assert alarm.light_sleep_until_alarms() is None
    assert device.now_us == 0


def test_deep_sleep_starts_the_chip_anew(device):
    with pytest.raises(Restart) as raised:
        alarm.exit_and_deep_sleep_until_alarms(alarm.time.TimeAlarm(monotonic_time=3))
    assert raised.value.kind == "deep sleep"
    assert device.now_us == 3_000_000


def test_a_time_that_is_over_is_refused(device):
    device.now_us = 5_000_000
    with pytest.raises(ValueError):
        alarm.time.TimeAlarm(monotonic_time=4)
    with pytest.raises(ValueError):
        alarm.time.TimeAlarm()
