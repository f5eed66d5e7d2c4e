"""One pin table a board (field case F20), overrides from settings.toml, and sentences about what is wrong."""

import ast
from pathlib import Path

import pytest

from firmware.board.boards import BOARD_IDS, BUILT_IN, BUTTON_NAMES, DRIVE_BUTTON, PIN_KEYS, standard_wiring, wiring_of
from firmware.board.sentences import english

UGAME, FEATHER, PLAIN = BOARD_IDS


def stub_pins(board_id):
    """The names and GPIO numbers of the board's own module, from circuitpython-stubs."""
    import importlib.util

    spec = importlib.util.find_spec("board_definitions")
    page = Path(spec.submodule_search_locations[0]) / board_id / "__init__.pyi"
    text = page.read_text(encoding="utf-8")
    pins = {}
    for line in text.splitlines():
        if "microcontroller.Pin  # GPIO" in line:
            name, rest = line.split(":", 1)
            pins[name] = int(rest.split("GPIO")[1])
    assert pins and ast.parse(text)
    return pins


class Pins:
    """A ``board`` module with these names."""

    def __init__(self, board_id, names, display=False):
        self.board_id = board_id
        if display:
            self.DISPLAY = object()
        for name in names:
            setattr(self, name, object())


def wire(board_id, pins=None, **settings):
    complaints = []
    pins = pins or Pins(board_id, stub_pins(board_id))
    wiring = wiring_of(board_id, pins, settings.get, complaints)
    return wiring, [english(said) for said in complaints]


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_f20_every_pin_of_a_table_is_that_board_s_and_none_is_used_twice(board_id):
    pins = stub_pins(board_id)
    wiring = standard_wiring(board_id)
    names = [*wiring.buttons, wiring.cs, wiring.dc, wiring.sck, wiring.mosi]
    names += [name for name in (wiring.reset, wiring.backlight, wiring.battery, wiring.piezo) if name]
    assert len(wiring.buttons) == len(BUTTON_NAMES) == 7
    numbers = [pins[name] for name in names]
    assert len(set(numbers)) == len(numbers)


def test_f20_the_ugame_s_buttons_are_named_as_the_board_names_them():
    wiring = standard_wiring(UGAME)
    assert list(wiring.buttons) == ["BUTTON_" + name for name in BUTTON_NAMES]


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_f20_the_simulated_board_has_its_buttons_where_the_table_says(board_id):
    from host_sim.handhelds.device import KEY_PINS

    assert tuple(KEY_PINS[board_id]) == tuple(standard_wiring(board_id).buttons)


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_the_drive_button_is_not_one_that_starts_the_chip_s_loader(board_id):
    assert stub_pins(board_id)[standard_wiring(board_id).buttons[DRIVE_BUTTON]] != 0


@pytest.mark.parametrize("board_id", [FEATHER, PLAIN])
def test_no_feather_button_is_on_the_lamp_the_card_slot_the_touch_chip_or_the_screen(board_id):
    assert not set(standard_wiring(board_id).buttons) & {"D13", "D5", "D6", "D9", "D10"}


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_a_plain_start_has_nothing_to_complain_about(board_id):
    wiring, complaints = wire(board_id)
    assert complaints == [] and list(wiring.buttons) == list(standard_wiring(board_id).buttons)


def test_an_override_counts_and_leaves_the_table_alone():
    wiring, complaints = wire(FEATHER, BUTTON_UP="D5", DISPLAY_CS="D6", DISPLAY_MHZ="24", PIEZO="D4")
    assert (wiring.buttons[0], wiring.cs, wiring.mhz, wiring.piezo, complaints) == ("D5", "D6", 24, "D4", [])
    assert standard_wiring(FEATHER).buttons[0] == "D11"


def test_every_pin_key_is_obeyed():
    for key in PIN_KEYS:
        wiring, complaints = wire(FEATHER, **{key: "RX"})
        assert complaints == []
        used = [*wiring.buttons, wiring.cs, wiring.dc, wiring.reset, wiring.backlight, wiring.sck, wiring.mosi]
        assert "RX" in [*used, wiring.piezo], key


@pytest.mark.parametrize("value", ["D99", "board_id", "__dict__", "d11"])
def test_a_pin_that_the_board_lacks_is_named_and_left_out(value):
    wiring, complaints = wire(FEATHER, BUTTON_UP=value)
    assert wiring.buttons[0] == "D11"
    assert len(complaints) == 1 and "BUTTON_UP" in complaints[0] and value in complaints[0]


@pytest.mark.parametrize("value", ["fast", "0", "81", "-3", "4.5"])
def test_a_clock_that_makes_no_sense_is_named_and_left_out(value):
    wiring, complaints = wire(FEATHER, DISPLAY_MHZ=value)
    assert wiring.mhz == 40 and len(complaints) == 1 and "DISPLAY_MHZ" in complaints[0]


def test_two_buttons_on_one_pin_are_named():
    _, complaints = wire(FEATHER, BUTTON_O="D11")
    assert len(complaints) == 1
    assert "BUTTON_UP" in complaints[0] and "BUTTON_O" in complaints[0] and "D11" in complaints[0]


def test_a_button_on_the_screen_s_pin_is_named():
    _, complaints = wire(FEATHER, BUTTON_O="D9")
    assert len(complaints) == 1 and "DISPLAY_CS" in complaints[0]


def test_an_unknown_board_says_what_to_set():
    _, complaints = wire("toaster", Pins("toaster", ["P1"]))
    assert len(complaints) == 1
    for word in ("toaster", "settings.toml", "DISPLAY_CS", "DISPLAY_DC", *("BUTTON_" + name for name in BUTTON_NAMES)):
        assert word in complaints[0]


def test_an_unknown_board_with_everything_set_works():
    names = ["P%d" % number for number in range(9)]
    settings = {"BUTTON_" + name: names[number] for number, name in enumerate(BUTTON_NAMES)}
    settings["DISPLAY_CS"], settings["DISPLAY_DC"] = "P7", "P8"
    wiring, complaints = wire("toaster", Pins("toaster", names), **settings)
    assert complaints == [] and list(wiring.buttons) == names[:7] and wiring.display != BUILT_IN


def test_an_unknown_board_s_own_display_is_used():
    _, complaints = wire("toaster", Pins("toaster", ["P1"], display=True))
    assert "DISPLAY_CS" not in complaints[0]
