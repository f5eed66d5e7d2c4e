"""The radio: ESP-NOW with every trap of device-facts.md, "espnow", closed. The link never sees espnow.

Here is what goes on all the time, sending and receiving. Opening, closing, keys and peers are in radio_opening.py: they
are needed between rounds, or in trouble, and where memory is short they are there only then (spare.py).

Nothing here waits for a delivery or believes a counter: ``send_success`` and ``send_failure`` can stop moving for ever
(field case F12). A frame is handed to the driver or it isn't; what became of it, the link learns from the answer.

Nothing here raises, but MemoryError where memory is so short that not even the code for a new peer can be loaded: then
the fault screen comes, and after the restart the handheld takes its seat back.
"""

from ..spare import borrow
from .clock import ticks_add, ticks_diff, ticks_ms

# Codes of ``problem``.
NO_PROBLEM = 0
WONT_OPEN = 1  # the constructor fails, as it does on some chips in some versions: no table, but everything else
NOT_SENDING = 2  # the driver has been out of memory for seconds; being reopened again and again

FRAME_BYTES = 250
BROADCAST = b"\xff\xff\xff\xff\xff\xff"

# The air's budget: 250 µs of airtime a millisecond, saved up to 8 ms (four frames of 100 bytes are 5.4 ms).
_SAVED_US = 8000
_SHARE_US = 250

BACK_OFF_MS = 40  # after the first failure; twice as long after each that follows it
REOPEN_MS = 250  # a stranger's over-long frames must not keep us reopening all the time
RETRY_MS = 3000

# What this program has opened, by own address: after "Already running" it must be closed first. The simulator runs
# several handhelds in one program.
running: dict = {}


class Known:
    """A peer that the driver knows: its ``Peer``, when it was last used, and when a frame may follow the last one."""

    def __init__(self, peer, lmk):
        self.peer = peer
        self.lmk = lmk
        self.used_at = 0
        self.free_at = 0


class Radio:
    """Frames of 1 to 250 bytes to one peer or to everybody around, and those that arrive.

    ``mac`` own address, 6 bytes. ``problem`` one of the codes above. ``sent`` frames handed to the driver;
    ``not_sent`` frames refused by it or by the bounds here; ``received``; ``reopened`` how often it was closed and
    opened again because of trouble; ``corrupt`` how often the ring was found broken; ``ring_bytes`` its size.

    The rest is for radio_opening.py: ``driver`` is the ``ESPNow``, or None while it is closed; ``pmk`` the primary key;
    ``known`` and ``everybody`` the peers; ``fails`` counts sends that failed one after the other, and nothing is sent
    before ``quiet_until``; ``reopen_due`` and ``reopen_at``: whether and when it wants to be opened anew.
    """

    def __init__(self):
        self.problem = NO_PROBLEM
        self.sent = 0
        self.not_sent = 0
        self.received = 0
        self.reopened = 0
        self.corrupt = 0
        self.ring_bytes = 0
        self.driver = None
        self.pmk = None
        self.known = {}  # by address
        self.everybody = None
        self.everybody_known = False
        self._saved_us = _SAVED_US
        self._saved_at = ticks_ms()
        self.fails = 0
        self.quiet_until = self._saved_at
        self.reopen_at = self._saved_at
        self.reopen_due = False
        opening = _opening()
        self.mac = opening.own_mac()
        opening.open_radio(self)

    # --- keys and peers ---

    def set_key(self, pmk):
        """The primary key of encrypted peers: 16 bytes, or None for the driver's own. A new key reopens the radio,
        which drops frames that were not read yet. Anything that isn't 16 bytes counts as None."""
        _opening().set_key(self, pmk)

    def add_peer(self, mac, lmk=None):
        """Make ``send(mac, ...)`` possible, encrypted if ``lmk`` is 16 bytes, plain if it is None. Adding a peer again
        changes its key. When the driver's list is full, the peer not used for longest makes room."""
        _opening().add_peer(self, mac, lmk)

    def remove_peer(self, mac):
        """Forget a peer; nothing if it isn't known."""
        _opening().remove_peer(self, mac)

    # --- frames ---

    def broadcast(self, frame):
        """Send ``frame`` to everybody who listens on this channel. True if the driver took it."""
        now = ticks_ms()
        if not self._may_send(frame, now):
            self.not_sent += 1
            return False
        if not self.everybody_known:
            _opening().add_everybody(self)
        return self._hand_over(frame, self.everybody, now)

    def send(self, mac, frame):
        """Send ``frame`` to the peer ``mac``, bytes. True if the driver took it; False if the peer is unknown, its last
        frame is still on the air, the air's budget is used up or the driver has no memory: try again with something
        newer. Allocates nothing, unless something goes wrong."""
        known = self.known.get(mac)
        now = ticks_ms()
        if known is None or before(now, known.free_at) or not self._may_send(frame, now):
            self.not_sent += 1
            return False
        if not self._hand_over(frame, known.peer, now):
            return False
        known.used_at = now
        # One frame in flight a peer: its airtime, its acknowledgement and a breath.
        known.free_at = ticks_add(now, 2 + _airtime_us(len(frame)) // 1000)
        return True

    def receive(self):
        """The next packet, with ``mac``, ``msg`` (1 to 250 bytes) and ``rssi`` (0 is unknown), or None. Its ``time``
        is no ``ticks_ms`` time; don't use it."""
        if self.reopen_due and not before(ticks_ms(), self.reopen_at):
            self._mend(None, None)
        driver = self.driver
        if driver is None:
            return None
        try:
            packet = driver.read()
            if packet is None:
                return None
            is_whole = len(packet.mac) == 6 and 0 < len(packet.msg) <= FRAME_BYTES and packet.rssi <= 0
        except Exception:  # "Invalid buffer": a frame over 250 bytes went over the ring's headers
            is_whole = False
        if not is_whole:
            self.corrupt += 1
            self.reopen_due = True
            return None
        self.received += 1
        return packet

    def retry(self):
        """Try to open a radio that wouldn't open. True if it is open now."""
        if self.driver is None:
            _opening().open_radio(self)
        return self.driver is not None

    def close(self):
        """Switch ESP-NOW off, so that the next program may have it. ``retry`` switches it on again."""
        self.reopen_due = False
        _opening().close(self)

    def _mend(self, error, peer):
        """Do what ``error`` of a send to ``peer`` wants, or open it anew."""
        try:
            opening = _opening()
            if error is None:
                opening.reopen(self)
            else:
                opening.send_failed(self, error, peer)
        except MemoryError:  # no room for the code that mends it: it goes on as it is, and fails again soon
            pass

    # --- sending ---

    def _may_send(self, frame, now):
        """Whether the radio is open and the air's budget has room for ``frame``, which then is taken from it."""
        length = len(frame)
        if self.driver is None or not 0 < length <= FRAME_BYTES or before(now, self.quiet_until):
            return False
        passed = ticks_diff(now, self._saved_at)
        if passed:
            # Anything odd, such as a clock gone back or an hour asleep, fills it.
            if not 0 < passed < _SAVED_US // _SHARE_US:
                self._saved_us = _SAVED_US
            else:
                self._saved_us = min(_SAVED_US, self._saved_us + passed * _SHARE_US)
            self._saved_at = now
        cost = _airtime_us(length)
        if cost > self._saved_us:
            return False
        self._saved_us -= cost
        return True

    def _hand_over(self, frame, peer, now):
        driver = self.driver
        if driver is None:
            return False
        try:
            driver.send(frame, peer)
        except Exception as error:
            self.not_sent += 1
            self.quiet_until = ticks_add(ticks_ms(), BACK_OFF_MS)
            self._mend(error, peer)
            return False
        self.sent += 1
        self.fails = 0
        if self.problem == NOT_SENDING:
            self.problem = NO_PROBLEM
        if ticks_diff(ticks_ms(), now) > BACK_OFF_MS:
            # It waited for memory and got it: no more for a while.
            self.quiet_until = ticks_add(ticks_ms(), BACK_OFF_MS)
        return True


def before(now, until):
    """Whether ``until`` is still to come. All waits here are short: one that seems long is an old one, from before the
    clock wrapped, and is over."""
    return 0 < ticks_diff(until, now) <= RETRY_MS


def _airtime_us(length):
    return 192 + 8 * (43 + length)


def _opening():
    return borrow("firmware.board.radio_opening")
