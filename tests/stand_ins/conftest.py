"""Devices on a table for the stand-ins' tests: virtual time, one ether, nothing global left behind."""

import heapq

import pytest

from host_sim import stand_ins  # noqa: F401 - puts the stand-ins on sys.path
from host_sim.air.ether import Ether
from host_sim.handhelds import device as device_module
from host_sim.handhelds.device import Device, use


class Table:
    """Several devices in one process; ``run`` lets world time pass and delivers what is due."""

    def __init__(self, count, **options):
        self.ether = Ether(1)
        self.now_us = 0
        self.devices = [Device(number, **options) for number in range(count)]
        self._due = []
        self._count = 0
        for device in self.devices:
            self.ether.attach(device)
            device.air.on_send = self._send

    def _send(self, frame):
        for at_us, number in self.ether.send(frame, self.now_us):
            self._count += 1
            heapq.heappush(self._due, (at_us, self._count, number, frame))

    def run(self, ms):
        end_us = self.now_us + ms * 1000
        while self._due and self._due[0][0] <= end_us:
            self.now_us, _, number, frame = heapq.heappop(self._due)
            self.devices[number].now_us = self.now_us
            self.devices[number].air.arrive(frame)
        self.now_us = end_us
        for device in self.devices:
            device.now_us = end_us


@pytest.fixture
def device():
    """A handheld alone on the desk, in use."""
    yield use(Device())
    device_module.active = None


@pytest.fixture
def table():
    """``table(count)``: that many handhelds, the first in use."""

    def make(count, **options):
        made = Table(count, **options)
        use(made.devices[0])
        return made

    yield make
    device_module.active = None


@pytest.fixture
def as_process(device, tmp_path):
    """This process is the device: clock, os and open are bent until the test is over."""
    from host_sim.handhelds.patches import install_patches, remove_patches

    device.folder = tmp_path
    install_patches()
    yield device
    remove_patches()
