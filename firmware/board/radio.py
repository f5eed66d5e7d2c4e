"""The radio: ESP-NOW with every trap of device-facts.md, "espnow", closed. The link never sees espnow.

Nothing here raises, waits for a delivery or believes a counter: ``send_success`` and ``send_failure`` can stop moving
for ever (field case F12). A frame is handed to the driver or it isn't; what became of it, the link learns from the
answer.
"""

import espnow
import wifi

from .clock import ticks_add, ticks_diff, ticks_ms

# Codes of ``problem``.
NO_PROBLEM = 0
WONT_OPEN = 1  # the constructor fails, as it does on some chips in some versions: no table, but everything else
NOT_SENDING = 2  # the driver has been out of memory for seconds; being reopened again and again

FRAME_BYTES = 250
BROADCAST = b"\xff\xff\xff\xff\xff\xff"

# What the heap gives first. The default of 526 holds four frames of 100 bytes, less than one hiccup of the loop.
_RINGS = (2048, 1024, 526)
_PEERS = 20  # the driver's limit, broadcast included
_ENCRYPTED = 7

# The air's budget: 250 µs of airtime a millisecond, saved up to 8 ms (four frames of 100 bytes are 5.4 ms).
_SAVED_US = 8000
_SHARE_US = 250

_BACK_OFF_MS = (40, 80, 160, 320, 640, 1280)
_FAILS_TO_REOPEN = 3
_REOPEN_MS = 250  # a stranger's over-long frames must not keep us reopening all the time
_RETRY_MS = 3000

# What this program has opened, by own address: after "Already running" it must be closed first. The simulator runs
# several handhelds in one program.
_running: dict = {}


class _Known:
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
    opened again because of trouble; ``corrupt`` how often the ring was found broken.
    """

    def __init__(self):
        self.problem = NO_PROBLEM
        self.sent = 0
        self.not_sent = 0
        self.received = 0
        self.reopened = 0
        self.corrupt = 0
        self.ring_bytes = 0
        self._now = None
        self._pmk = None
        self._known = {}
        self._everybody = None
        self._everybody_known = False
        self._saved_us = _SAVED_US
        self._saved_at = ticks_ms()
        self._fails = 0
        self._quiet_until = self._saved_at
        self._reopen_at = self._saved_at
        self._reopen_due = False
        self.mac = _own_mac()
        self._open()

    # --- keys and peers ---

    def set_key(self, pmk):
        """The primary key of encrypted peers: 16 bytes, or None for the driver's own. A new key reopens the radio,
        which drops frames that were not read yet. Anything that isn't 16 bytes counts as None."""
        if pmk is not None:
            pmk = bytes(pmk)
            if len(pmk) != 16:
                pmk = None
        if pmk == self._pmk:
            return
        self._pmk = pmk
        if self._now is not None:
            self._close()
            self._open()

    def add_peer(self, mac, lmk=None):
        """Make ``send(mac, ...)`` possible, encrypted if ``lmk`` is 16 bytes, plain if it is None. Adding a peer again
        changes its key. When the driver's list is full, the peer not used for longest makes room."""
        mac = bytes(mac)
        if len(mac) != 6 or mac == BROADCAST or (lmk is not None and len(lmk) != 16):
            return
        lmk = None if lmk is None else bytes(lmk)
        known = self._known.get(mac)
        if known is not None:
            known.used_at = ticks_ms()
            if known.lmk == lmk:
                return
            self.remove_peer(mac)
        self._make_room(lmk)
        # Channel 0 is "whatever the radio is on": a fixed one raises when an access point moved us.
        try:
            peer = espnow.Peer(mac=mac, lmk=lmk, channel=0, encrypted=lmk is not None)
        except Exception as error:
            print("radio: no peer:", error)
            return
        known = _Known(peer, lmk)
        known.used_at = known.free_at = ticks_ms()
        self._known[mac] = known
        self._append(peer)

    def remove_peer(self, mac):
        """Forget a peer; nothing if it isn't known."""
        known = self._known.pop(bytes(mac), None)
        if known is not None:
            self._remove(known.peer)

    # --- frames ---

    def broadcast(self, frame):
        """Send ``frame`` to everybody who listens on this channel. True if the driver took it."""
        now = ticks_ms()
        if not self._may_send(frame, now):
            self.not_sent += 1
            return False
        if not self._everybody_known:
            self._add_everybody()
        return self._hand_over(frame, self._everybody, now)

    def send(self, mac, frame):
        """Send ``frame`` to the peer ``mac``, bytes. True if the driver took it; False if the peer is unknown, its last
        frame is still on the air, the air's budget is used up or the driver has no memory: try again with something
        newer. Allocates nothing, unless something goes wrong."""
        known = self._known.get(mac)
        now = ticks_ms()
        if known is None or _before(now, known.free_at) or not self._may_send(frame, now):
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
        if self._reopen_due and not _before(ticks_ms(), self._reopen_at):
            self._reopen()
        now = self._now
        if now is None:
            return None
        try:
            packet = now.read()
        except Exception:  # "Invalid buffer": a frame over 250 bytes went over the ring's headers
            self._ring_is_corrupt()
            return None
        if packet is None:
            return None
        if len(packet.mac) != 6 or not 0 < len(packet.msg) <= FRAME_BYTES or packet.rssi > 0:
            self._ring_is_corrupt()
            return None
        self.received += 1
        return packet

    def retry(self):
        """Try to open a radio that wouldn't open. True if it is open now."""
        if self._now is None:
            self._open()
        return self._now is not None

    def close(self):
        """Switch ESP-NOW off, so that the next program may have it. ``retry`` switches it on again."""
        self._reopen_due = False
        self._close()

    # --- opening and closing ---

    def _open(self):
        _leave_access_point()
        self._everybody_known = False
        for size in _RINGS:
            try:
                self._now = self._make(size)
                break
            except MemoryError:
                continue
            except Exception as error:
                print("radio: won't open:", error)
                break
        if self._now is None:
            self.problem = WONT_OPEN
            # Worth another try by itself: whoever comes back into a round has no time to ask for one.
            self._reopen_due = True
            self._reopen_at = ticks_add(ticks_ms(), _RETRY_MS)
            return
        _stay_awake()
        _running[self.mac] = self._now
        self.ring_bytes = size
        if self.problem == WONT_OPEN:
            self.problem = NO_PROBLEM
        self._reopen_due = False
        self._reopen_at = ticks_add(ticks_ms(), _REOPEN_MS)
        if self._pmk is not None:
            try:
                self._now.set_pmk(self._pmk)
            except Exception as error:
                print("radio: key refused:", error)
        self._add_everybody()
        for known in self._known.values():
            self._append(known.peer)

    def _make(self, size):
        try:
            return espnow.ESPNow(buffer_size=size)
        except RuntimeError:  # "Already running": somebody reloaded without closing it
            old = _running.pop(self.mac, None)
            if old is None:
                raise
            _deinit(old)
            return espnow.ESPNow(buffer_size=size)

    def _close(self):
        if self._now is not None:
            _running.pop(self.mac, None)
            _deinit(self._now)
            self._now = None
            self._everybody_known = False

    def _reopen(self):
        self.reopened += 1
        self._close()
        self._open()

    def _reopen_soon(self):
        """Reopen now if the last time is long enough ago, otherwise once it is."""
        self._reopen_due = True
        if not _before(ticks_ms(), self._reopen_at):
            self._reopen()

    def _ring_is_corrupt(self):
        self.corrupt += 1
        self._reopen_soon()

    # --- the driver's list of peers ---

    def _add_everybody(self):
        # peer=None would skip it, and fail with 0x3069 if it is the only one (field case F6).
        if self._now is None:
            return
        if self._everybody is None:
            self._everybody = espnow.Peer(mac=BROADCAST, lmk=None, channel=0)
        self._everybody_known = self._append(self._everybody)

    def _append(self, peer):
        if self._now is None:
            return False
        try:
            self._now.peers.append(peer)
            return True
        except Exception as error:
            if _number(error) != 0x306B:
                print("radio: peer refused:", error)
                return False
        # It exists, perhaps with another key.
        self._remove(peer)
        try:
            self._now.peers.append(peer)
            return True
        except Exception as error:
            print("radio: peer refused:", error)
            return False

    def _remove(self, peer):
        if self._now is None:
            return
        try:
            self._now.peers.remove(peer)
        except Exception:  # 0x3069: it wasn't there, which is what we wanted
            pass

    def _make_room(self, lmk):
        encrypted = 0
        for known in self._known.values():
            if known.lmk is not None:
                encrypted += 1
        if lmk is not None and encrypted >= _ENCRYPTED:
            self._forget_oldest(True)
        if len(self._known) >= _PEERS - 1:
            self._forget_oldest(encrypted == len(self._known))

    def _forget_oldest(self, encrypted):
        oldest = None
        for mac, known in self._known.items():
            if (known.lmk is not None) == encrypted:
                if oldest is None or ticks_diff(known.used_at, self._known[oldest].used_at) < 0:
                    oldest = mac
        if oldest is not None:
            self.remove_peer(oldest)

    # --- sending ---

    def _may_send(self, frame, now):
        """Whether the radio is open and the air's budget has room for ``frame``, which then is taken from it."""
        length = len(frame)
        if self._now is None or not 0 < length <= FRAME_BYTES or _before(now, self._quiet_until):
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
        driver = self._now
        if driver is None:
            return False
        try:
            driver.send(frame, peer)
        except Exception as error:
            self._send_failed(error, peer)
            return False
        self.sent += 1
        self._fails = 0
        if self.problem == NOT_SENDING:
            self.problem = NO_PROBLEM
        if ticks_diff(ticks_ms(), now) > _BACK_OFF_MS[0]:
            # It waited for memory and got it: no more for a while.
            self._quiet_until = ticks_add(ticks_ms(), _BACK_OFF_MS[0])
        return True

    def _send_failed(self, error, peer):
        self.not_sent += 1
        number = _number(error)
        if number == 0x3069:  # the driver has lost this peer
            if peer is self._everybody:
                self._everybody_known = False
            else:
                self._append(peer)
            return
        self._fails += 1
        step = min(self._fails, len(_BACK_OFF_MS)) - 1
        self._quiet_until = ticks_add(ticks_ms(), _BACK_OFF_MS[step])
        if number == 0x3067:
            # Out of memory, after up to 2 s of waiting. It may never recover by itself.
            if self._fails >= _FAILS_TO_REOPEN:
                self.problem = NOT_SENDING
                self._reopen_soon()
        else:
            # Wrong channel, not initialised, internal: opening it anew leaves an access point too.
            self._reopen_soon()


def _before(now, until):
    """Whether ``until`` is still to come. All waits here are short: one that seems long is an old one, from before the
    clock wrapped, and is over."""
    return 0 < ticks_diff(until, now) <= _RETRY_MS


def _airtime_us(length):
    return 192 + 8 * (43 + length)


def _number(error):
    """The number in "ESP-NOW error 0x30xx", or 0."""
    text = str(error)
    at = text.find("0x")
    if at < 0:
        return 0
    try:
        return int(text[at + 2 : at + 6], 16)
    except ValueError:
        return 0


def _own_mac():
    try:
        return bytes(wifi.radio.mac_address)  # type: ignore[arg-type]  # the stub says: any buffer
    except Exception as error:
        print("radio: no address:", error)
        return bytes(6)


def _leave_access_point():
    """An access point moves the channel and makes us deaf for stretches; settings.toml may have joined one."""
    radio = wifi.radio
    try:
        if radio.connected:
            radio.stop_station()
            radio.enabled = False
            radio.enabled = True
            radio.start_station()
        if getattr(radio, "ap_active", False):
            radio.stop_ap()
    except Exception as error:
        print("radio: access point:", error)


def _stay_awake():
    try:
        wifi.radio.power_management = wifi.PowerManagement.NONE
    except Exception:  # not in every version; without an access point there is no power save anyway
        pass


def _deinit(now):
    try:
        now.deinit()
    except Exception as error:
        print("radio: won't close:", error)
