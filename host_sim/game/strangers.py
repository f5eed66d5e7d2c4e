"""Others in the room: tables of strangers, other games, and somebody who means harm. None is a handheld of ours.

They send frames of their own making into the world's ether. A hostile one sees every frame on the air and may also
claim an address of ours: nobody promises that a chip keeps unencrypted frames of an encrypted peer away.
"""

import random

from firmware.link import announcement, frames
from host_sim.air.ether import BROADCAST
from host_sim.handhelds.device import Frame

_SECOND = 1_000_000


class _Stranger:
    """Does something again and again. ``self.chance`` is seeded by the world."""

    def start(self, world):
        """Come in."""
        self.world = world
        self.chance = random.Random("%s %r %d" % (type(self).__name__, world.seed, world.now_us))
        self.is_here = True
        self.come()

    def stop(self):
        """Go."""
        self.is_here = False

    def come(self):
        """The first time."""
        self._again()

    def _again(self):
        if self.is_here:
            self.act()
            self.world.at(self.world.now_us + self.wait_us(), self._again)

    def send(self, mac, to, message, key=None):
        """Onto the air."""
        self.world.count("frames of strangers")
        self.world.on_air(Frame(-1, mac, to, message, key))

    def random_mac(self):
        """An address that is none of ours."""
        return bytes((0x10,)) + self.chance.randbytes(5)

    def anybody(self):
        """The address of one of our handhelds."""
        return self.chance.choice(self.world.players).device.mac


class Flood(_Stranger):
    """So many frames at once that the receive ring is full."""

    def __init__(self, who, count="30"):
        self.number = None if who == "*" else int(who)
        self.count = int(count)

    def come(self):
        """All at once, as far as the air lets them."""
        world = self.world
        for player in world.players:
            if self.number in (None, player.number):
                for _ in range(self.count):
                    frame = Frame(-1, self.random_mac(), player.device.mac, self.chance.randbytes(100))
                    world.count("frames of strangers")
                    # Straight into the ring: the point is that it is full.
                    world.arrive(player.number, frame)


class Strangers(_Stranger):
    """Tables of strangers, announced twice a second each: open, full, in play, and of another version."""

    def __init__(self, count):
        self.count = int(count)

    def come(self):
        """Each table has an address, a name and a beat of its own."""
        for number in range(self.count):
            at = self.world.now_us + self.chance.randrange(500_000)
            self.world.at(at, self._announce, self._table(number), self.random_mac())

    def _table(self, number):
        chance = self.chance
        frame = bytearray(announcement.ANNOUNCE_BYTES)
        announcement.write_announcement(
            frame,
            chance.randrange(1, 1 << 24),
            1,
            chance.randrange(4),
            chance.randint(1, 4),
            chance.randrange(5),
            "Other %d" % number,
        )
        if number % 5 == 4:
            frame[1] = frames.VERSION + 1 << 4 | frames.ANNOUNCE
            frames.seal(frame, len(frame), 0)
        return bytes(frame)

    def _announce(self, frame, mac):
        if self.is_here:
            self.send(mac, BROADCAST, frame)
            self.world.at(self.world.now_us + 500_000 + self.chance.randrange(-2000, 2000), self._announce, frame, mac)


class _AtRate(_Stranger):
    def __init__(self, rate):
        self.rate = float(rate)
        if self.rate <= 0:
            raise ValueError("a rate must be over 0")

    def wait_us(self):
        """Until the next one, about a second divided by the rate."""
        return 1 + int(self.chance.expovariate(self.rate) * _SECOND)


class Foreign(_AtRate):
    """Other games on the same channel."""

    def act(self):
        """A frame of no form we know, to everybody or to one of us."""
        chance = self.chance
        to = BROADCAST if chance.random() < 0.7 else self.anybody()
        self.send(self.random_mac(), to, chance.randbytes(chance.randint(1, 250)))


class OverLong(_AtRate):
    """Frames of ESP-NOW v2, longer than the ring was made for."""

    def act(self):
        """251 to 513 bytes."""
        chance = self.chance
        self.send(self.random_mac(), BROADCAST, chance.randbytes(chance.randint(251, 513)))


class Hostile(_AtRate):
    """Random, truncated, bit-flipped and replayed frames, from strange addresses and from ours."""

    def come(self):
        """Listen first."""
        self.maker = HostileFrames(self.chance, [player.device.mac for player in self.world.players])
        self.world.taps.append(self.maker.overhear)
        super().come()

    def stop(self):
        """Gone."""
        super().stop()
        if self.maker.overhear in self.world.taps:
            self.world.taps.remove(self.maker.overhear)

    def act(self):
        """The next one."""
        mac, to, message = self.maker.make()
        self.send(mac, to, message)


class HostileFrames:
    """Makes frames that mean harm from those it has overheard. ``macs``: the addresses of the table."""

    MOST = 256

    def __init__(self, chance, macs):
        self.chance = chance
        self.macs = macs
        self.heard = []
        self._at = 0

    def overhear(self, frame, now_us=0):
        """A frame of ours is on the air."""
        if frame.source < 0 or not frame.msg:
            return
        if len(self.heard) < self.MOST:
            self.heard.append(frame)
        else:
            # Some very old ones stay: they are the most interesting to replay.
            self._at = (self._at + 1) % self.MOST
            if self._at >= self.MOST // 4:
                self.heard[self._at] = frame

    def make(self):
        """``(mac, to, message)`` of the next one."""
        chance = self.chance
        kind = chance.randrange(6)
        if kind == 0 or not self.heard:
            return self._mac(), chance.choice(self.macs), chance.randbytes(chance.randint(1, 250))
        frame = chance.choice(self.heard)
        message = bytes(frame.msg)
        mac = frame.mac
        to = frame.to if frame.to != BROADCAST else BROADCAST
        if kind == 1:
            # Ours by its first bytes, rubbish behind.
            message = message[: chance.randint(1, frames.HEADER)] + chance.randbytes(chance.randint(0, 120))
        elif kind == 2:
            message = message[: chance.randrange(1, len(message) + 1)]
            if len(message) == len(frame.msg):
                message += b"\0"
        elif kind == 3:
            flipped = bytearray(message)
            for _ in range(chance.choice((1, 1, 1, 3))):
                flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
            message = bytes(flipped)
        elif kind == 4:
            mac = self._mac()
        elif chance.random() < 0.3:
            to = chance.choice(self.macs)
        return mac, to, message

    def _mac(self):
        chance = self.chance
        if chance.random() < 0.5:
            return chance.choice(self.macs)
        return bytes((0x10,)) + chance.randbytes(5)


__all__ = ("Flood", "Foreign", "Hostile", "HostileFrames", "OverLong", "Strangers")
