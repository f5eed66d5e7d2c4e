"""supervisor: the millisecond clock and the run."""

import pytest
import supervisor

from host_sim.handhelds.device import Restart


def test_ticks_start_65_and_a_half_seconds_before_the_wrap(device):
    assert supervisor.ticks_ms() == 0x1FFF0000
    device.now_us = 65_535_000
    assert supervisor.ticks_ms() == 2**29 - 1
    device.now_us = 65_536_000
    assert supervisor.ticks_ms() == 0


def test_the_second_wrap_comes_after_six_days(device):
    device.now_us = 65_536_000 + 2**29 * 1000
    assert supervisor.ticks_ms() == 0
    assert 6.2 < device.now_us / 86_400_000_000 < 6.3


def test_a_loop_that_never_sleeps_comes_to_its_end(device):
    start = supervisor.ticks_ms()
    turns = 0
    while supervisor.ticks_ms() - start < 100:
        turns += 1
        assert turns < 10_000
    assert turns > 200  # but a few questions at one instant cost nothing


def test_a_restart_of_the_chip_starts_the_clock_again(device):
    device.now_us = 5_000_000
    device.reset()
    assert supervisor.ticks_ms() == 0x1FFF0000
    device.now_us = 5_000_000
    device.reload()
    assert supervisor.ticks_ms() == 0x1FFF0000 + 5000


def test_reload_ends_the_program(device):
    with pytest.raises(Restart) as raised:
        supervisor.reload()
    assert raised.value.kind == "reload"
    device.reload(raised.value.reason)
    assert supervisor.runtime.run_reason is supervisor.RunReason.SUPERVISOR_RELOAD


def test_a_file_written_over_usb_restarts_the_program_unless_autoreload_is_off(device):
    device.computer_wrote()
    with pytest.raises(Restart) as raised:
        device.sleep_us(1000)
    before = device.now_us
    device.reload(raised.value.reason)
    assert device.now_us - before == 750_000
    assert supervisor.runtime.run_reason is supervisor.RunReason.AUTO_RELOAD
    supervisor.runtime.autoreload = False
    device.computer_wrote()
    device.sleep_us(1000)
    device.reload()
    assert not supervisor.runtime.autoreload  # only a reset switches it on again


def test_the_run(device):
    runtime = supervisor.runtime
    assert runtime.run_reason is supervisor.RunReason.STARTUP
    assert runtime.safe_mode_reason is supervisor.SafeModeReason.NONE
    assert not runtime.usb_connected
    device.usb_connected = True
    assert runtime.usb_connected
    assert runtime.autoreload
    runtime.autoreload = False
    assert not runtime.autoreload
    device.reset()
    assert runtime.autoreload


def test_settings_with_their_types(device, tmp_path):
    device.folder = tmp_path
    (tmp_path / "settings.toml").write_text('A = "x"\nB = 0x10\nC = true\nD = 1.5\n')
    assert [supervisor.get_setting(key) for key in "ABCD"] == ["x", 16, True, 1.5]
    assert supervisor.get_setting("E", 7) == 7
