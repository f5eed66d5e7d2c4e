"""busio.SPI onto the panel: the lock, the clock, the bytes."""

import board
import busio
import digitalio
import pytest


@pytest.fixture
def bus(device):
    return busio.SPI(board.TFT_SCK, MOSI=board.TFT_MOSI)


def test_a_second_try_lock_fails(bus):
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.unlock()
    assert bus.try_lock()


def test_writing_needs_the_lock(bus):
    with pytest.raises(RuntimeError, match="lock"):
        bus.write(b"x")
    with pytest.raises(RuntimeError, match="lock"):
        bus.configure(baudrate=1)


@pytest.mark.parametrize("asked, real", [(40_000_000, 40_000_000), (48_000_000, 40_000_000), (24_000_000, 20_000_000)])
def test_the_clock_is_the_next_possible_below(bus, asked, real):
    bus.try_lock()
    bus.configure(baudrate=asked)
    assert bus.frequency == real


def test_bytes_reach_the_panel_and_take_their_time(device, bus):
    bus.try_lock()
    bus.configure(baudrate=40_000_000)
    bus.write(bytes(5000))
    assert device.panel.spi_bytes == 5000
    assert device.now_us + device.owed_us == 1000
    bus.write(bytes(10), start=3, end=5)
    assert device.panel.spi_bytes == 5002


def test_many_small_writes_cost_what_they_cost_together(device, bus):
    bus.try_lock()
    bus.configure(baudrate=40_000_000)
    for _ in range(5000):
        bus.write(b"\0")
    assert device.now_us + device.owed_us == 1000


def test_dc_says_what_the_bytes_are(device, bus):
    dc = digitalio.DigitalInOut(board.TFT_DC)
    dc.switch_to_output(value=False)
    bus.try_lock()
    bus.write(b"\x29")
    dc.value = True
    bus.write(b"\x28")
    assert device.panel.is_on
    assert device.panel.command_bytes == 1


def test_pins(device, bus):
    with pytest.raises(ValueError, match="TFT_SCK in use"):
        busio.SPI(board.TFT_SCK, MOSI=board.P1)
    bus.deinit()
    with pytest.raises(ValueError):
        bus.try_lock()
    with pytest.raises(ValueError):
        busio.SPI(board.TFT_SCK)
    busio.SPI(board.TFT_SCK, MOSI=board.TFT_MOSI)
