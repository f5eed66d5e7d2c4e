"""microcontroller and nvm: what survives what, and writes that the power is cut in."""

import microcontroller
import pytest

from host_sim.handhelds.device import NVM_ERASED, NVM_WRITTEN, PowerCut, Restart


def test_nvm_is_8192_bytes_of_zero_at_first(device):
    assert len(microcontroller.nvm) == 8192
    assert bytes(microcontroller.nvm[:]) == bytes(8192)


def test_a_read_is_a_copy(device):
    copy = microcontroller.nvm[0:4]
    copy[0] = 9
    assert isinstance(copy, bytearray)
    assert microcontroller.nvm[0] == 0


def test_writes_and_their_errors(device):
    nvm = microcontroller.nvm
    nvm[3] = 7
    nvm[10:13] = b"abc"
    assert (nvm[3], nvm[10:13]) == (7, b"abc")
    with pytest.raises(ValueError):
        nvm[0:2] = b"abc"
    with pytest.raises(ValueError):
        nvm[0] = 256
    with pytest.raises(IndexError):
        nvm[8192]
    with pytest.raises(NotImplementedError):
        nvm[0:4:2]


def test_every_write_erases_everything_first(device):
    nvm = microcontroller.nvm
    nvm[0:4] = b"keep"
    seen = []
    device.on_write_step = lambda name: seen.append((name, bytes(device.nvm[0:5])))
    nvm[4] = 1
    assert seen == [(NVM_ERASED, bytes(5)), (NVM_WRITTEN, b"keep\1")]


def test_a_power_cut_after_the_erase_leaves_zeros(device):
    nvm = microcontroller.nvm
    nvm[0:4] = b"keep"
    device.cut_in_steps = 1
    with pytest.raises(PowerCut):
        nvm[4] = 1
    with pytest.raises(PowerCut):  # without power nothing can be written any more
        nvm[4] = 1
    device.power_on()
    assert bytes(nvm[:]) == bytes(8192)


def test_a_power_cut_after_the_write_leaves_the_new_content(device):
    device.cut_in_steps = 2
    with pytest.raises(PowerCut):
        microcontroller.nvm[0:3] = b"new"
    device.power_on()
    assert microcontroller.nvm[0:3] == b"new"


def test_a_hook_can_cut_the_power_too(device):
    def cut(name):
        raise PowerCut(name)

    device.on_write_step = cut
    with pytest.raises(PowerCut):
        microcontroller.nvm[0] = 1
    assert not device.powered


def test_no_device_program_can_catch_a_power_cut():
    assert not issubclass(PowerCut, Exception)
    assert not issubclass(Restart, Exception)


def test_nvm_survives_reset_and_power_cut(device):
    microcontroller.nvm[0:3] = b"yes"
    device.reset()
    device.power_cut()
    device.power_on()
    assert microcontroller.nvm[0:3] == b"yes"


def test_reset_ends_the_program_and_is_remembered(device):
    assert microcontroller.cpu.reset_reason is microcontroller.ResetReason.POWER_ON
    with pytest.raises(Restart) as raised:
        microcontroller.reset()
    assert raised.value.kind == "reset"
    device.reset(raised.value.reason)
    assert microcontroller.cpu.reset_reason is microcontroller.ResetReason.SOFTWARE


def test_the_chip(device):
    assert isinstance(microcontroller.cpu.temperature, float)
    assert microcontroller.cpus[1].frequency == 240_000_000
    with pytest.raises(TypeError):
        microcontroller.Pin()


def test_delay_us_takes_its_time(device):
    for _ in range(100):
        microcontroller.delay_us(100)
    assert device.now_us + device.owed_us == 10_000
