"""Stand-in for CircuitPython's ``espnow``: ring, errors and traps of device-facts.md, over the simulated ether."""

from collections import deque, namedtuple
from struct import pack, unpack

import espidf

from host_sim.handhelds import device as _device

_HEADER = 13  # magic, length, time (4), rssi, mac (6)
_MAGIC = 0x99
_MAX_MESSAGE = 250
_MAX_PEERS = 20
_MAX_ENCRYPTED = 7
_TX_BUFFERS = 32
_SEND_TIMEOUT_US = 2_000_000
_PHY_RATE_MAX = 0x2A
_BROADCAST = b"\xff" * 6

_NOT_INIT, _ARGUMENT, _NO_MEMORY, _FULL, _NOT_FOUND, _INTERNAL, _EXISTS, _INTERFACE, _CHANNEL = range(0x3065, 0x306E)

ESPNowPacket = namedtuple("ESPNowPacket", ("mac", "msg", "rssi", "time"))
_new_tuple = tuple.__new__  # half the time of ESPNowPacket(...)


def _error(number):
    return espidf.IDFError("ESP-NOW error 0x%x" % number)


def _bytes_of(value, length):
    data = bytes(memoryview(value))
    if len(data) != length:
        raise ValueError("buffer length must be %d" % length)
    return data


def _in_range(value, low, high, name):
    if not low <= value <= high:
        raise ValueError("%s must be %d-%d" % (name, low, high))
    return value


class Peer:
    """Somebody to send to. ``mac`` 6 bytes, ``lmk`` 16 bytes or None, ``channel`` 0-14, ``interface`` 0-1."""

    def __init__(self, mac, *, lmk=None, channel=0, interface=0, encrypted=False):
        self._driver = None  # the ESPNow whose driver knows this peer
        self._mac = _bytes_of(mac, 6)
        self._channel = _in_range(channel, 0, 14, "channel")
        self._interface = _in_range(interface, 0, 1, "interface")
        self._encrypted = bool(encrypted)
        self._has_lmk = lmk is not None
        if self._has_lmk:
            self._lmk = _bytes_of(lmk, 16)
        elif self._encrypted:
            raise ValueError("lmk is None")
        else:
            self._lmk = bytes(16)

    @property
    def mac(self):
        return self._mac

    @mac.setter
    def mac(self, value):
        # esp_now_mod_peer looks the new mac up and fails silently: the driver keeps the old entry.
        self._mac = _bytes_of(value, 6)

    @property
    def lmk(self):
        return self._lmk

    @lmk.setter
    def lmk(self, value):
        self._lmk = _bytes_of(value, 16)
        self._modified()

    @property
    def channel(self):
        return self._channel

    @channel.setter
    def channel(self, value):
        self._channel = _in_range(value, 0, 14, "channel")
        self._modified()

    @property
    def interface(self):
        return self._interface

    @interface.setter
    def interface(self, value):
        self._interface = _in_range(value, 0, 1, "interface")
        self._modified()

    @property
    def encrypted(self):
        return self._encrypted

    @encrypted.setter
    def encrypted(self, value):
        self._encrypted = bool(value)
        if not self._has_lmk:
            raise ValueError("lmk is None")
        self._modified()

    def _modified(self):
        if self._driver is not None and self._mac in self._driver._entries:
            self._driver._entries[self._mac] = self._entry()

    def _entry(self):
        """What the driver copies: (lmk or None, channel)."""
        return (self._lmk if self._encrypted else None, self._channel)


class Peers:
    """The registered peers, in the order in which they were appended."""

    def __init__(self):
        raise TypeError("cannot create 'Peers' instances")

    @classmethod
    def _of(cls, radio):
        self = object.__new__(cls)
        self._radio = radio
        self._list = []
        return self

    def append(self, peer):
        """Register a peer. Raises espidf.IDFError 0x3065 after deinit, 0x306b known already, 0x3068 too many."""
        if not isinstance(peer, Peer):
            raise TypeError("peer must be of type Peer, not %s" % type(peer).__name__)
        self._radio._add_entry(peer)
        self._list.append(peer)

    def remove(self, peer):
        """Forget a peer.

        Raises IDFError 0x3069 if unknown, ValueError if an equal peer but not this object was appended.
        """
        if not isinstance(peer, Peer):
            raise TypeError("peer must be of type Peer, not %s" % type(peer).__name__)
        self._radio._remove_entry(peer)
        for i, known in enumerate(self._list):
            if known is peer:
                del self._list[i]
                return
        raise ValueError("object not in sequence")

    def __len__(self):
        return len(self._list)

    def __bool__(self):
        return bool(self._list)

    def __getitem__(self, index):
        return self._list[index]

    def __iter__(self):
        return iter(self._list)

    def __repr__(self):
        return repr(self._list)


class ESPNow:
    """The radio. One at a time for each device.

    Raises ValueError for a buffer under 13 bytes or a phy_rate out of range, RuntimeError "Already running", and
    whatever the device's ``air.broken`` says.
    """

    def __init__(self, buffer_size=526, phy_rate=0):
        device = _device.current()
        air = device.air
        if air.listener is not None:
            raise RuntimeError("Already running")
        self._phy_rate = _in_range(phy_rate, 0, _PHY_RATE_MAX, "phy_rate")
        if buffer_size < _HEADER:
            raise ValueError("buffer_size must be >= %d" % _HEADER)
        if air.broken is not None:
            raise air.broken if isinstance(air.broken, BaseException) else _error(air.broken)
        self._device = device
        self._air = air
        self._open = True
        self._buffer_size = buffer_size
        self._packets = deque()
        self._filled = 0
        self._raw = None  # the ring byte by byte, once an over-long frame was written to it
        self._pmk = None
        self._entries = {}
        self._peers = Peers._of(self)
        self._send_success = 0
        self._send_failure = 0
        self._read_success = 0
        self._read_failure = 0
        air.listen(self)

    def _check(self):
        if not self._open:
            raise ValueError("Object has been deinitialized and can no longer be used. Create a new object.")

    def deinit(self):
        """Close the radio. Counters and peers stay readable, everything else raises ValueError afterwards."""
        self._check()
        self._open = False
        self._entries.clear()
        self._packets.clear()
        self._raw = None
        self._filled = 0
        if self._air.listener is self:
            self._air.listen(None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()

    # --- peers ---

    def _add_entry(self, peer):
        if not self._open:
            raise _error(_NOT_INIT)
        entries = self._entries
        if peer._mac in entries:
            raise _error(_EXISTS)
        if len(entries) >= _MAX_PEERS:
            raise _error(_FULL)
        if peer._encrypted:
            if peer._mac[0] & 1:  # encrypted multicast isn't supported by Espressif
                raise _error(_ARGUMENT)
            if sum(entry[0] is not None for entry in entries.values()) >= _MAX_ENCRYPTED:
                raise _error(_FULL)
        entries[peer._mac] = peer._entry()
        peer._driver = self

    def _remove_entry(self, peer):
        if not self._open:
            raise _error(_NOT_INIT)
        if peer._mac not in self._entries:
            raise _error(_NOT_FOUND)
        del self._entries[peer._mac]
        peer._driver = None

    @property
    def peers(self):
        return self._peers

    def set_pmk(self, pmk):
        """The primary key, 16 bytes, else ValueError."""
        self._check()
        self._pmk = _bytes_of(pmk, 16)

    # --- sending ---

    def send(self, message, peer=None):
        """Queue a message for ``peer``, or for every registered unicast peer (None).

        Nothing is known about delivery when it returns. Raises espidf.IDFError: 0x3066 message empty or over 250 bytes,
        0x3067 no driver memory for 2 s, 0x3069 peer unknown (also: None while no unicast peer is registered), 0x306c
        radio switched off, 0x306d wrong channel.
        """
        if not self._open:
            self._check()
        data = message.encode() if isinstance(message, str) else memoryview(message).tobytes()
        if not data or len(data) > _MAX_MESSAGE:
            raise _error(_ARGUMENT)
        if peer is None:
            macs = [mac for mac in self._entries if not mac[0] & 1]
            if not macs:
                raise _error(_NOT_FOUND)
            for mac in macs:
                self._send_to(mac, data)
        elif isinstance(peer, Peer):
            self._send_to(peer._mac, data)
        else:
            raise TypeError("peer must be of type Peer, not %s" % type(peer).__name__)

    def _send_to(self, mac, data):
        entry = self._entries.get(mac)
        if entry is None:
            raise _error(_NOT_FOUND)
        lmk, channel = entry
        air = self._air
        if not air.enabled:
            raise _error(_INTERFACE)
        if channel and channel != air.channel:
            raise _error(_CHANNEL)
        if air.memory_full or air.in_flight >= _TX_BUFFERS:
            self._wait_for_memory()
        key = None if lmk is None else (self._pmk or b"") + lmk
        device = self._device
        air.transmit(_device.Frame(device.number, device.mac, mac, data, key, air.channel))

    def _wait_for_memory(self):
        device, air = self._device, self._air
        give_up = device.now_us + _SEND_TIMEOUT_US
        while air.memory_full or air.in_flight >= _TX_BUFFERS:
            if device.now_us >= give_up:
                raise _error(_NO_MEMORY)
            device.sleep_us(1000)

    def _sent(self, acked):
        if acked:
            self._send_success += 1
        else:
            self._send_failure += 1

    # --- receiving ---

    def _heard(self, frame):
        """The driver's receive callback: another device's frame has arrived."""
        device = self._device
        rssi = frame.rssi
        if frame.key is not None:
            entry = self._entries.get(frame.mac)
            if entry is None or entry[0] is None or (self._pmk or b"") + entry[0] != frame.key:
                device.counters.frames_unreadable += 1
                return
            rssi = 0
        msg = frame.msg
        size = _HEADER + len(msg)
        if self._filled + size > self._buffer_size:
            self._read_failure += 1
            device.counters.frames_dropped += 1
            return
        ms = device.now_us // 1000 & 0xFFFFFFFF
        self._filled += size
        self._read_success += 1
        device.counters.frames_received += 1
        if len(msg) > _MAX_MESSAGE and self._raw is None:
            self._raw = bytearray().join(_packed(*packet) for packet in self._packets)
            self._packets.clear()
        if self._raw is not None:
            self._raw += _packed(frame.mac, msg, rssi, ms)
        else:
            # Built here rather than read by read: each is fresh all the same, and nothing is copied.
            self._packets.append(_new_tuple(ESPNowPacket, (frame.mac, msg, rssi, ms)))

    def read(self):
        """The oldest packet as a fresh ESPNowPacket, or None.

        Raises ValueError "Invalid buffer" once the ring is rubbish.
        """
        if self._packets:
            packet = self._packets.popleft()
            self._filled -= _HEADER + len(packet[1])
            return packet
        if not self._raw:
            if not self._open:
                self._check()
            self._device.ask()
            return None
        magic, length, ms, rssi = unpack("<BBIb", self._take(7))
        if magic != _MAGIC or length > _MAX_MESSAGE:
            raise ValueError("Invalid buffer")
        mac = self._take(6)
        msg = self._take(length)
        return ESPNowPacket(mac, msg, rssi, ms)

    def _take(self, count):
        """The ring's next bytes; a ring that holds fewer gives none away (ringbuf_get_n)."""
        raw = self._raw
        if len(raw) < count:
            raise ValueError("Invalid buffer")
        taken = bytes(raw[:count])
        del raw[:count]
        self._filled -= count
        return taken

    # --- state ---

    @property
    def send_success(self):
        return self._send_success

    @property
    def send_failure(self):
        return self._send_failure

    @property
    def read_success(self):
        return self._read_success

    @property
    def read_failure(self):
        return self._read_failure

    @property
    def buffer_size(self):
        return self._buffer_size

    @property
    def phy_rate(self):
        return self._phy_rate

    @phy_rate.setter
    def phy_rate(self, value):
        self._check()
        self._phy_rate = _in_range(value, 0, _PHY_RATE_MAX, "phy_rate")

    def __bool__(self):
        self._check()
        return self._filled != 0

    def __len__(self):
        self._check()
        return self._filled


def _packed(mac, msg, rssi, ms):
    return pack("<BBIb", _MAGIC, len(msg) & 0xFF, ms, rssi) + mac + msg
