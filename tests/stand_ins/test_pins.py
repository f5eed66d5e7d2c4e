"""board, digitalio, pwmio, analogio: pins by their names, and what is wired to them."""

import importlib

import analogio
import board
import digitalio
import pwmio
import pytest

from host_sim.handhelds.board_pins import PINS
from host_sim.handhelds.device import KEY_PINS, Device, use

FEATHERS = [name for name in PINS if "feather" in name]


@pytest.mark.parametrize("board_id", sorted(PINS))
def test_names_and_numbers_are_those_of_circuitpython_stubs(board_id):
    import re
    from pathlib import Path

    definitions = importlib.util.find_spec("board_definitions")
    folder = Path(next(iter(definitions.submodule_search_locations))) / board_id
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()))
    expected = {
        name: int(number) for name, number in re.findall(r"^(\w+): microcontroller\.Pin  # GPIO(\d+)", text, re.M)
    }
    assert expected == PINS[board_id]


@pytest.mark.parametrize("board_id", sorted(PINS))
def test_board_has_exactly_these_names(device, board_id):
    use(Device(board_id=board_id))
    assert board.board_id == board_id
    for name in PINS[board_id]:
        assert hasattr(board, name)
    missing = "D9" if board_id == "deshipu_ugame_s3" else "BUTTON_UP"
    assert not hasattr(board, missing)
    assert set(dir(board)) - {"board_id", "I2C", "SPI", "UART", "DISPLAY"} == set(PINS[board_id])
    if board_id in FEATHERS:
        assert not hasattr(board, "DISPLAY")


@pytest.mark.parametrize("board_id", sorted(PINS))
def test_seven_keys_on_seven_pins_that_the_firmware_agrees_on(board_id):
    from firmware.board.boards import standard_wiring

    names = KEY_PINS[board_id]
    assert len({PINS[board_id][name] for name in names}) == 7
    assert tuple(standard_wiring(board_id).buttons) == names


def test_two_names_of_one_pin_are_one_pin(device):
    use(Device(board_id=FEATHERS[0]))
    assert board.A4 is board.D14
    digitalio.DigitalInOut(board.A4)
    with pytest.raises(ValueError, match="in use"):
        digitalio.DigitalInOut(board.D14)


def test_an_unknown_board_is_refused():
    with pytest.raises(ValueError, match="known are"):
        Device(board_id="toaster")


def test_a_key_pulls_its_pin_low(device):
    pin = digitalio.DigitalInOut(board.BUTTON_X)
    pin.switch_to_input(pull=digitalio.Pull.UP)
    assert pin.value
    device.set_key(5, True)
    assert not pin.value
    pin.deinit()
    with pytest.raises(ValueError):
        pin.value  # noqa: B018
    digitalio.DigitalInOut(board.BUTTON_X)


def test_directions(device):
    pin = digitalio.DigitalInOut(board.P1)
    assert pin.direction is digitalio.Direction.INPUT
    assert not pin.value
    pin.pull = digitalio.Pull.UP
    assert pin.value
    with pytest.raises(AttributeError):
        pin.value = True
    pin.switch_to_output(value=True)
    assert pin.value and pin.direction is digitalio.Direction.OUTPUT
    with pytest.raises(AttributeError):
        pin.pull  # noqa: B018


def test_the_backlight_is_dimmed_by_pwm(device):
    light = pwmio.PWMOut(board.TFT_BACKLIGHT, duty_cycle=65535)
    assert device.panel.backlight == 1.0
    light.duty_cycle = 6554
    assert 0.09 < device.panel.backlight < 0.11
    with pytest.raises(ValueError):
        light.duty_cycle = 65536
    light.deinit()


def test_a_tone_is_told_to_whoever_listens(device):
    use(Device(board_id=FEATHERS[0]))
    heard = []
    from host_sim.handhelds import device as device_module

    device_module.current().on_tone = lambda *tone: heard.append(tone)
    piezo = pwmio.PWMOut(board.A5, frequency=440, variable_frequency=True)
    piezo.duty_cycle = 32768
    piezo.frequency = 880
    piezo.deinit()
    assert heard[1:] == [("A5", 440, 32768), ("A5", 880, 32768), ("A5", 880, 0)]
    fixed = pwmio.PWMOut(board.A5)
    with pytest.raises(AttributeError):
        fixed.frequency = 880


def test_the_battery_is_measured_through_a_divider(device):
    device.battery_volts = 4.0
    pin = analogio.AnalogIn(board.BATTERY)
    volts = pin.value / 65535 * pin.reference_voltage * 2
    assert abs(volts - 4.0) < 0.01
    with pytest.raises(ValueError):
        analogio.AnalogIn(board.BUTTON_Z)  # GPIO47 has no converter


def test_the_gauge_of_a_feather(device):
    use(Device(board_id=FEATHERS[0])).battery_volts = 3.7
    bus = board.I2C()
    assert board.I2C() is bus
    with pytest.raises(RuntimeError):
        bus.scan()
    assert bus.try_lock()
    assert bus.scan() == [0x36]
    answer = bytearray(2)
    bus.writeto_then_readfrom(0x36, b"\x02", answer)
    assert abs(int.from_bytes(answer, "big") * 78.125e-6 - 3.7) < 0.001
    with pytest.raises(OSError):
        bus.writeto(0x20, b"\x00")


def test_the_ugame_has_no_such_bus(device):
    with pytest.raises(AttributeError):
        board.I2C()
