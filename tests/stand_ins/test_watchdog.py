"""watchdog: bites when it isn't fed."""

import microcontroller
import pytest
from watchdog import WatchDogMode, WatchDogTimeout

from host_sim.handhelds.device import Restart


def test_it_is_off_at_first(device):
    assert microcontroller.watchdog.mode is None
    microcontroller.watchdog.feed()
    device.sleep_us(3_600_000_000)


def test_fed_in_time_it_does_nothing(device):
    dog = microcontroller.watchdog
    dog.timeout = 2
    dog.mode = WatchDogMode.RESET
    for _ in range(10):
        device.sleep_us(1_900_000)
        dog.feed()


def test_reset_mode_starts_the_chip_anew(device):
    dog = microcontroller.watchdog
    dog.timeout = 2
    dog.mode = WatchDogMode.RESET
    with pytest.raises(Restart) as raised:
        device.sleep_us(2_000_000)
    assert raised.value.reason == "WATCHDOG"
    device.reset(raised.value.reason)
    assert microcontroller.cpu.reset_reason is microcontroller.ResetReason.WATCHDOG
    assert dog.mode is None


def test_raise_mode_raises(device):
    dog = microcontroller.watchdog
    dog.timeout = 1
    dog.mode = WatchDogMode.RAISE
    with pytest.raises(WatchDogTimeout):
        device.sleep_us(1_000_000)


def test_a_loop_that_only_asks_is_bitten_too(device):
    import supervisor

    dog = microcontroller.watchdog
    dog.timeout = 0.5
    dog.mode = WatchDogMode.RESET
    with pytest.raises(Restart):
        while True:
            supervisor.ticks_ms()


def test_switched_off_it_does_nothing(device):
    dog = microcontroller.watchdog
    dog.mode = WatchDogMode.RAISE
    dog.mode = None
    device.sleep_us(60_000_000)
    with pytest.raises(ValueError):
        dog.timeout = -1
