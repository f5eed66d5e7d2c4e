"""One simulated handheld on the desk for the tests of ``firmware/board``: a device, and somebody on the air."""

from host_sim import stand_ins  # noqa: F401 - puts the stand-ins first on the search path
from host_sim.handhelds.device import Device, Frame, use

STRANGER = b"\x02\x00\x00\x00\x00\x07"
FRIEND = b"\x02\x00\x00\x00\x00\x08"


class Desk:
    """``device`` is the handheld; ``sent`` has every frame that it put on the air."""

    def __init__(self, board_id="deshipu_ugame_s3", folder=None, seed=1):
        self.device = use(Device(3, board_id, folder, seed))
        self.sent = []
        self.device.air.on_send = self._on_send

    def _on_send(self, frame):
        self.sent.append(frame)
        frame.acked = True
        self.device.air.arrive(frame)

    def wait(self, ms):
        """Let ``ms`` milliseconds pass."""
        self.device.sleep_us(ms * 1000)

    def hear(self, message, mac=STRANGER, key=None):
        """A frame from somebody else arrives."""
        to = self.device.mac
        self.device.air.arrive(Frame(-1, mac, to, message, key, self.device.air.channel))
