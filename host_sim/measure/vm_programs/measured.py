"""What a measured handheld keeps of the game around it, in a file of its own: it leads to nothing else."""


class Wire:
    """A link's radio. Cut from the game, it holds on to nothing of it."""

    def __init__(self, radio):
        self.radio = radio
        self.mac = radio.mac
        self.problem = 0

    def set_key(self, pmk):
        pass

    def add_peer(self, mac, lmk=None):
        pass

    def remove_peer(self, mac):
        pass

    def broadcast(self, frame):
        return self.radio is not None and self.radio.broadcast(frame)

    def send(self, mac, frame):
        return self.radio is not None and self.radio.send(mac, frame)

    def receive(self):
        return None if self.radio is None else self.radio.receive()

    def due(self):
        return self.radio.due()


class Clock:
    """Stands in for ``board.clock``."""

    def __init__(self, ticks):
        self._now = ticks

    def now_is(self, ticks):
        self._now = ticks

    def ticks_ms(self):
        return self._now

    def random32(self):
        return 1
