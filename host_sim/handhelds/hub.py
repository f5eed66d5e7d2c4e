"""The hub: gives the handhelds' processes their time, so that they and the radio between them keep one order.

Every handheld sleeps again and again (the firmware's loop does, at least every few milliseconds), and tells the hub
when it wants to wake. The hub wakes whoever is due first. Two may run at once if neither can hear, before it sleeps
again, what the other sends: nothing on the air takes less than ``least_delay_us``. So the same seed gives the same
match, however busy the PC is; how fast virtual time runs is up to whoever calls ``advance``.
"""

import heapq
import selectors
import time

from host_sim.air.ether import airtime_us
from host_sim.handhelds import pipe
from host_sim.handhelds.device import Frame

# A process that runs this long (real seconds) without sleeping is given up: its program hangs.
HANGS_AFTER_S = 60.0
# Until the other players have read a code off a screen. More than ``least_delay_us``, so that nobody knows it too late.
READS_CODE_US = 1_000_000
# From power to the first line of boot.py.
BOOT_US = 1_000_000


class Hub:
    """Several handhelds and the ether between them. Times are global: microseconds since the hub was made.

    ``remotes`` are the handhelds' processes (remote.py), ``ether`` decides who hears what, and when.
    """

    def __init__(self, remotes, ether):
        self.remotes = remotes
        self.ether = ether
        # The shortest frame, and then the way into the receiver's ring or back to the sender's driver.
        self.least_delay_us = airtime_us(1) + min(ether.options.latency_us, ether.options.ack_us)
        self.watchers = []  # each called with a remote that has just gone to sleep and has news
        self.now_us = 0
        self._limit_us = 0  # up to where time was last let run
        self._by_number = {remote.number: remote for remote in remotes}
        # (time, number, count, frame or channel): not yet given to the ether, since something earlier may come.
        self._sent = []
        self._count = 0
        self._selector = selectors.DefaultSelector()
        for remote in remotes:
            ether.join(remote.number, remote.mac)

    # --- power and keys ---

    def power_on(self, remote, *, after_us=0):
        """Start a handheld's process; its program starts ``after_us`` from now. Does nothing if it is on."""
        if remote.is_on:
            return
        remote.start(self.now_us + after_us)
        self._selector.register(remote.reading, selectors.EVENT_READ, remote)

    def power_off(self, remote):
        """Pull the battery: the process is killed. Does nothing if it isn't on."""
        if remote.is_on:
            self._forget(remote)
            remote.stop()

    def key(self, remote, number, down, *, not_before_us=0):
        """Press or release key ``number`` (0 to 6) of a handheld, now or later. Returns when, in microseconds."""
        # While time that must pass hasn't quite, a handheld can be well ahead of ``now_us``: a press and a release
        # before its time would come to it in one moment, and no scan would see them.
        at_us = max(self.now_us, min(remote.time_us, self._limit_us), not_before_us)
        self._put(remote, at_us, pipe.KEY, (number, down))
        return at_us

    def close(self):
        """End every process."""
        for remote in self.remotes:
            self.power_off(remote)
        self._selector.close()

    # --- time ---

    def advance(self, limit_us, deadline=None):
        """Let virtual time run up to ``limit_us``. Returns True when it is reached.

        ``deadline`` (of ``time.monotonic``): returns False then, with processes still at work; call again to go on.
        Without one it waits as long as it takes.
        """
        self._limit_us = limit_us
        while True:
            self._grant(limit_us)
            # One that is only just booting has its time still before it.
            if not any(remote.runs and remote.time_us <= limit_us for remote in self.remotes):
                self.now_us = max(self.now_us, limit_us)
                return True
            if not self._collect(deadline):
                return False

    def reached_us(self):
        """The time that everybody has reached."""
        return min((remote.time_us for remote in self.remotes if remote.is_on), default=self.now_us)

    def _grant(self, limit_us):
        """Wake everybody who may run now."""
        due = [remote for remote in self.remotes if remote.is_on and not remote.runs and remote.time_us <= limit_us]
        if not due:
            return
        floor, second, lowest = self._floors()
        self._transmit(floor)
        for remote in due:
            others = second if remote is lowest else floor
            if remote.time_us < others + self.least_delay_us:
                self._wake(remote)

    def _floors(self):
        """The earliest time anybody may still send, the earliest of all others, and who is the first."""
        floor = second = 1 << 62
        lowest = None
        for remote in self.remotes:
            if remote.is_on:
                if remote.time_us < floor:
                    floor, second, lowest = remote.time_us, floor, remote
                elif remote.time_us < second:
                    second = remote.time_us
        return floor, second, lowest

    def _wake(self, remote):
        try:
            remote.wake()
        except BrokenPipeError:
            self._lost(remote)

    def _collect(self, deadline):
        """Wait until a process sleeps again or is gone. False if the deadline came first."""
        while True:
            now = time.monotonic()
            wait = 1.0 if deadline is None else max(0.0, deadline - now)
            ready = self._selector.select(wait)
            for key, _ in ready:
                self._hear(key.data)
            if ready:
                return True
            for remote in self.remotes:
                if remote.runs and now - remote.woken_at > HANGS_AFTER_S:
                    self._lost(remote, f"its program did not pause for {HANGS_AFTER_S:.0f} s")
                    return True
            if deadline is not None and now >= deadline:
                return False

    def _hear(self, remote):
        try:
            sent = remote.hear()
        except EOFError:
            self._lost(remote)
            return
        for at_us, what in sent:
            self._count += 1
            heapq.heappush(self._sent, (at_us, remote.number, self._count, what))
        if remote.has_news:
            for watcher in self.watchers:
                watcher(remote)
            if remote.code:
                for other in self.remotes:
                    self._put(other, remote.time_us + READS_CODE_US, pipe.CODE_READ, remote.code)
        if remote.reset_reason:
            self._forget(remote)
            remote.stop()
            self.power_on(remote, after_us=remote.time_us - self.now_us + BOOT_US)

    def _transmit(self, floor):
        """Give the ether what was sent before ``floor``: nothing earlier can come any more."""
        sent = self._sent
        while sent and sent[0][0] < floor:
            at_us, number, _, what = heapq.heappop(sent)
            if isinstance(what, int):
                self.ether.listen(number, what)
                continue
            frame = Frame(*what)
            for arrives_us, to in self.ether.send(frame, at_us):
                self._put(self._by_number[to], arrives_us, pipe.AIR, frame.as_tuple())

    def _put(self, remote, at_us, word, content):
        if remote.is_on:
            self._count += 1
            remote.put(at_us, self._count, word, content)

    def _lost(self, remote, why=""):
        self._forget(remote)
        remote.lost(why)
        for watcher in self.watchers:
            watcher(remote)

    def _forget(self, remote):
        """Listen to this process no longer, and let nobody's frames reach it."""
        self._sent = [entry for entry in self._sent if entry[1] != remote.number or not isinstance(entry[3], int)]
        heapq.heapify(self._sent)
        heapq.heappush(self._sent, (remote.time_us, remote.number, self._count, 0))
        self._selector.unregister(remote.reading)
