"""Stand-in for CircuitPython's ``wifi``, as far as a program that speaks ESP-NOW meets it."""

from host_sim.handhelds import device as _device


class _Named:
    def __init__(self, owner, name):
        self._text = "wifi.%s.%s" % (owner, name)

    def __repr__(self):
        return self._text


class AuthMode:
    """Kinds of security of an access point."""

    OPEN: object
    WEP: object
    WPA: object
    WPA2: object
    WPA3: object
    PSK: object
    ENTERPRISE: object


class Packet:
    """Keys of a monitored packet."""

    CH: object
    LEN: object
    RAW: object
    RSSI: object


class PowerManagement:
    """How much the radio sleeps."""

    MIN: "PowerManagement"
    MAX: "PowerManagement"
    NONE: "PowerManagement"
    UNKNOWN: "PowerManagement"


for _class in (AuthMode, Packet):
    for _name in _class.__annotations__:
        setattr(_class, _name, _Named(_class.__name__, _name))
for _name in PowerManagement.__annotations__:
    _value = object.__new__(PowerManagement)
    setattr(PowerManagement, _name, _value)
del _class, _name, _value


class Network:
    """An access point in reach."""

    def __init__(self):
        raise TypeError("cannot create 'Network' instances")

    @classmethod
    def _of(cls, ssid, channel):
        self = object.__new__(cls)
        self._ssid = ssid
        self._channel = channel
        return self

    @property
    def ssid(self):
        return self._ssid

    @property
    def bssid(self):
        return b"\x02AP\x00\x00\x01"

    @property
    def rssi(self):
        return -60

    @property
    def channel(self):
        return self._channel

    @property
    def country(self):
        return ""

    @property
    def authmode(self):
        return (AuthMode.WPA2, AuthMode.PSK)


class Radio:
    """The one radio of the device, ``wifi.radio``. ``mac_address`` is the address ESP-NOW sends from."""

    def __init__(self):
        raise TypeError("cannot create 'Radio' instances")

    @property
    def enabled(self):
        return _device.current().air.enabled

    @enabled.setter
    def enabled(self, value):
        _device.current().air.enable(bool(value))

    @property
    def mac_address(self):
        return _device.current().mac

    @mac_address.setter
    def mac_address(self, value):
        if len(value) != 6:
            raise ValueError("Invalid MAC address")
        _device.current().mac = bytes(value)

    @property
    def mac_address_ap(self):
        mac = _device.current().mac
        return mac[:5] + bytes((mac[5] + 1 & 0xFF,))

    @property
    def tx_power(self):
        return 20.0

    @tx_power.setter
    def tx_power(self, value):
        pass

    @property
    def power_management(self):
        return PowerManagement.MIN

    @power_management.setter
    def power_management(self, value):
        pass

    def connect(self, ssid, password=b"", *, channel=0, bssid=None, timeout=None):
        """Join the access point in ``device.access_point``, which moves the channel.

        Raises ConnectionError if it isn't there.
        """
        device = _device.current()
        if isinstance(ssid, bytes):
            ssid = ssid.decode()
        if device.access_point is None or device.access_point[0] != ssid:
            device.sleep_us(3_000_000)
            raise ConnectionError("No network with that ssid")
        device.air.move(device.access_point[1])

    @property
    def connected(self):
        return self.ap_info is not None

    @property
    def ap_info(self):
        device = _device.current()
        if device.access_point is None or device.air.channel != device.access_point[1]:
            return None
        return Network._of(*device.access_point)

    def start_scanning_networks(self, *, start_channel=1, stop_channel=165):
        device = _device.current()
        device.sleep_us(100_000)
        return iter([Network._of(*device.access_point)] if device.access_point else [])

    def stop_scanning_networks(self):
        pass

    def stop_station(self):
        """Leave the access point: back to channel 1."""
        _device.current().air.move(1)

    def start_station(self):
        _device.current().air.enable(True)


radio = object.__new__(Radio)
