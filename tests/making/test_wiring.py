"""The wiring diagram and the maker's table say what the pin tables say."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from firmware.board.boards import BUTTON_NAMES, standard_wiring
from host_sim.making import wiring

MAKERS = Path(__file__).resolve().parents[2] / "docs" / "makers.md"


def test_the_committed_picture_is_what_the_script_draws():
    assert wiring.PICTURE.read_text(encoding="utf-8") == wiring.draw(), "run python3 -m host_sim.making.wiring"


def test_the_picture_is_sound_svg_and_names_every_part_with_its_pin():
    texts = [element.text for element in ElementTree.fromstring(wiring.draw()).iter() if element.text]
    table = standard_wiring(wiring.FEATHERS[0])
    assert len(wiring.connections(table)) == len(BUTTON_NAMES) + 1
    for label, pin in wiring.connections(table):
        assert f"{label}: {pin}" in texts


def test_the_makers_table_is_the_pin_table():
    text = MAKERS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| (\w+) \|$", text.split("<!-- pins")[1].split("<!-- end of pins")[0], re.MULTILINE)
    table = standard_wiring(wiring.FEATHERS[0])
    expected = wiring.connections(table) + [(f"{what} (by the wing)", pin) for what, pin in wiring.wing_pins(table)]
    assert rows == expected


def test_tables_that_differ_are_not_drawn_as_one(monkeypatch):
    def other(board_id):
        table = standard_wiring(board_id)
        if board_id == wiring.FEATHERS[1]:
            table.buttons = ("A1", *table.buttons[1:])
        return table

    monkeypatch.setattr(wiring, "standard_wiring", other)
    with pytest.raises(ValueError):
        wiring.draw()
