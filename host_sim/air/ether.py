"""The simulated radio: who hears which frame, and when.

One channel that carries one frame at a time. Deterministic: the same seed and the same sends give the same deliveries.
Times are microseconds of the world's clock, not of any device's.

A frame's way: it waits until the air is free, takes 192 us + 8 us * (43 + length) (device-facts.md, espnow), then
``latency_us`` plus a random part up to ``jitter_us`` until the receiver's ring has it. With the defaults a 32-byte
frame takes 1.3 to 3.2 ms, as reported from real boards. Frames of one sender reach one receiver in order unless a
rule says otherwise.
"""

import random

BROADCAST = b"\xff\xff\xff\xff\xff\xff"


def airtime_us(length):
    """Time on air of a message of ``length`` bytes at 1 Mbit/s."""
    return 536 + 8 * length


class Options:
    """How the air is when no fault rule says otherwise.

    ``loss``: 0..1, for each receiver and each acknowledgement's frame.
    """

    __slots__ = ("loss", "latency_us", "jitter_us", "ack_us", "rssi")

    def __init__(self, loss=0.0, latency_us=500, jitter_us=1900, ack_us=700, rssi=-48):
        self.loss = loss
        self.latency_us = latency_us
        self.jitter_us = jitter_us
        self.ack_us = ack_us
        self.rssi = rssi


class Rule:
    """Base of a fault: one small object a fault. The first rule that has an opinion decides; see `Ether.add`.

    ``until_us``: the end of its scope in world time (None: until removed); the ether then removes it.
    """

    until_us = None

    def judge(self, ether, frame, number, sent_us, at_us):
        """What becomes of ``frame`` on its way to device ``number``, that would arrive at ``at_us``.

        Returns None (no opinion) or the times at which it arrives, as a tuple: () is lost, two are a duplicate.
        """


class Ether:
    """All frames of all devices. Deliveries are ``(at_us, device number)``; the sender's own number among them is the
    driver's answer: hand it the frame too (``air.arrive`` knows), ``frame.acked`` says how it went.
    """

    def __init__(self, seed=0, options=None):
        self.options = options or Options()
        self.rules = []
        self.airtime_us = 0
        self.free_us = 0
        self.sent = {}
        self.lost = {}
        self.delivered = {}
        self._random = random.Random("ether %r" % (seed,)).random
        self._numbers = {}
        self._macs = {}
        self._channels = {}
        self._last = {}

    def join(self, number, mac):
        """A device exists. It hears nothing until ``listen``."""
        self._numbers[bytes(mac)] = number
        self._macs[number] = bytes(mac)
        self._channels[number] = 0
        self.sent.setdefault(number, 0)
        self.lost.setdefault(number, 0)
        self.delivered.setdefault(number, 0)

    def listen(self, number, channel):
        """The device's radio is on this channel (1-14), or off (0): then it neither hears nor acknowledges."""
        self._channels[number] = channel

    def attach(self, device):
        """Join a device of this process; its radio then reports when it opens and closes. The runner still delivers."""
        self.join(device.number, device.mac)
        device.air.on_listen = lambda on, channel: self.listen(device.number, channel if on else 0)
        if device.air.listener is not None:
            self.listen(device.number, device.air.channel)

    def add(self, rule):
        """A fault begins. Rules are asked in the order they were added. Returns the rule."""
        self.rules.append(rule)
        return rule

    def remove(self, rule):
        """A fault ends; nothing happens if it has ended already."""
        if rule in self.rules:
            self.rules.remove(rule)

    def send(self, frame, now_us):
        """Put a frame on the air at ``now_us``. Returns the deliveries, a list of (at_us, device number), unsorted."""
        options = self.options
        source = frame.source
        to = frame.to
        airtime = 536 + 8 * len(frame.msg)
        start = self.free_us if self.free_us > now_us else now_us
        end = start + airtime
        self.free_us = end
        self.airtime_us += airtime
        rules = self.rules
        if rules:
            for rule in rules[:]:
                if rule.until_us is not None and rule.until_us <= now_us:
                    rules.remove(rule)
        is_ours = source in self.sent
        if is_ours:
            self.sent[source] += 1
        frame.rssi = options.rssi
        deliveries = []
        if to == BROADCAST:
            frame.acked = True
            channel = frame.channel
            for number, listening in self._channels.items():
                if number != source and listening == channel:
                    self._deliver(frame, number, now_us, end, deliveries)
        else:
            number = self._numbers.get(to, -1)
            frame.acked = (
                number >= 0
                and self._channels[number] == frame.channel
                and self._deliver(frame, number, now_us, end, deliveries)
            )
        if is_ours:
            at = end + options.ack_us
            if rules:
                self._answer(frame, now_us, at, deliveries)
            else:
                deliveries.append((at, source))
        return deliveries

    def _deliver(self, frame, number, now_us, end, deliveries):
        options = self.options
        at = end + options.latency_us + int(self._random() * options.jitter_us)
        for rule in self.rules:
            times = rule.judge(self, frame, number, now_us, at)
            if times is not None:
                for at in times:
                    deliveries.append((at if at > now_us else now_us, number))
                if times:
                    self.delivered[number] += 1
                    return True
                self.lost[number] += 1
                return False
        if options.loss and self._random() < options.loss:
            self.lost[number] += 1
            return False
        way = frame.source * 1024 + number
        last = self._last.get(way, 0)
        if at <= last:
            at = last + 1
        self._last[way] = at
        deliveries.append((at, number))
        self.delivered[number] += 1
        return True

    def _answer(self, frame, now_us, at, deliveries):
        """The driver's callback. A rule that lets it vanish leaves the sender waiting for ever (device-facts.md)."""
        for rule in self.rules:
            times = rule.judge(self, frame, frame.source, now_us, at)
            if times is not None:
                for at in times:
                    deliveries.append((at, frame.source))
                return
        deliveries.append((at, frame.source))
