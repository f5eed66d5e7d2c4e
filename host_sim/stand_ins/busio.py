"""Stand-in for CircuitPython's ``busio``: SPI onto the virtual panel, I2C to the battery gauge, an open UART."""

import sys

from host_sim.handhelds import device as _device

_GONE = "Object has been deinitialized and can no longer be used. Create a new object."
_GAUGE = 0x36
_CLOCK = 80_000_000  # the S3's SPI clock is this divided by a whole number


class _Bus:
    """Pins, and a lock that a second ``try_lock`` doesn't get: displayio's start-up counts on that."""

    def _take(self, *pins):
        device = _device.current()
        self._device = device
        self._gpios = []
        self._locked = False
        for pin in pins:
            if pin is None:
                continue
            try:
                device.claim(pin._gpio, self)
            except ValueError:
                self.deinit()
                raise
            self._gpios.append(pin._gpio)

    def _check(self):
        if self._gpios is None:
            raise ValueError(_GONE)

    def _check_lock(self):
        self._check()
        if not self._locked:
            raise RuntimeError("Function requires lock")

    def deinit(self):
        """Let go of the pins."""
        for gpio in self._gpios or ():
            self._device.free(gpio)
        self._gpios = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()

    def try_lock(self):
        """Take the bus: True if it was free."""
        self._check()
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self):
        self._check()
        self._locked = False


class SPI(_Bus):
    """The bus to the panel, if its pins and the board's D/C wire say so. Every byte takes its time at the set clock."""

    def __init__(self, clock, MOSI=None, MISO=None, half_duplex=False):
        if MOSI is None and MISO is None:
            raise ValueError("Must provide MISO or MOSI pin")
        self._take(clock, MOSI, MISO)
        self._frequency = 250_000
        self._owed_ns = 0

    def configure(self, *, baudrate=100000, polarity=0, phase=0, bits=8):
        """Needs the lock, else RuntimeError. The real clock is the next possible at or below ``baudrate``."""
        self._check_lock()
        if polarity not in (0, 1) or phase not in (0, 1):
            raise ValueError("Invalid polarity" if polarity not in (0, 1) else "Invalid phase")
        if bits != 8:
            raise ValueError("Invalid bits")
        self._frequency = _CLOCK // max(1, -(-_CLOCK // max(1, baudrate)))

    @property
    def frequency(self):
        self._check()
        return self._frequency

    def write(self, buffer, *, start=0, end=sys.maxsize):
        """Send bytes; needs the lock, else RuntimeError."""
        self._check_lock()
        data = memoryview(buffer).cast("B")[start:end]
        if not len(data):
            return
        device = self._device
        device.panel.write(data, device.panel_is_data)
        nanoseconds = len(data) * 8_000_000_000 // self._frequency + self._owed_ns
        self._owed_ns = nanoseconds % 1000
        device.spend_us(nanoseconds // 1000)

    def readinto(self, buffer, *, start=0, end=sys.maxsize, write_value=0):
        """The panel's data-out isn't wired: reads zeros."""
        self._check_lock()
        view = memoryview(buffer).cast("B")[start:end]
        view[:] = bytes(len(view))

    def write_readinto(
        self, out_buffer, in_buffer, *, out_start=0, out_end=sys.maxsize, in_start=0, in_end=sys.maxsize
    ):
        """Both slices must have one length, else ValueError."""
        out = memoryview(out_buffer).cast("B")[out_start:out_end]
        into = memoryview(in_buffer).cast("B")[in_start:in_end]
        if len(out) != len(into):
            raise ValueError("buffer slices must be of equal length")
        self.write(out)
        into[:] = bytes(len(into))


class I2C(_Bus):
    """A bus with the battery gauge of the Feathers on it. Elsewhere nothing pulls the wires up: RuntimeError."""

    def __init__(self, scl, sda, *, frequency=100000, timeout=255):
        self._take(scl, sda)
        table = self._device.pin_table
        if self._gpios != [table.get("SCL"), table.get("SDA")]:
            self.deinit()
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        self._register = 0

    def probe(self, address):
        self._check_lock()
        return address == _GAUGE

    def scan(self):
        self._check_lock()
        return [_GAUGE]

    def writeto(self, address, buffer, *, start=0, end=sys.maxsize):
        """Raises OSError 19 if nobody has that address."""
        self._check_lock()
        if address != _GAUGE:
            raise OSError(19, "No such device")
        data = memoryview(buffer).cast("B")[start:end]
        if len(data):
            self._register = data[0]

    def readfrom_into(self, address, buffer, *, start=0, end=sys.maxsize):
        """Raises OSError 19 if nobody has that address."""
        self._check_lock()
        if address != _GAUGE:
            raise OSError(19, "No such device")
        view = memoryview(buffer).cast("B")[start:end]
        # MAX17048: VCELL in steps of 78.125 uV; the other registers aren't simulated.
        value = int(self._device.battery_volts / 78.125e-6) if self._register == 0x02 else 0
        view[:] = (value.to_bytes(2, "big") + bytes(len(view)))[: len(view)]

    def writeto_then_readfrom(
        self,
        address,
        out_buffer,
        in_buffer,
        *,
        out_start=0,
        out_end=sys.maxsize,
        in_start=0,
        in_end=sys.maxsize,
    ):
        self.writeto(address, out_buffer, start=out_start, end=out_end)
        self.readfrom_into(address, in_buffer, start=in_start, end=in_end)


class UART(_Bus):
    """A serial port whose other end is open."""

    class Parity:
        ODD: int
        EVEN: int

    Parity.ODD = Parity()
    Parity.EVEN = Parity()

    def __init__(
        self,
        tx=None,
        rx=None,
        *,
        rts=None,
        cts=None,
        rs485_dir=None,
        rs485_invert=False,
        baudrate=9600,
        bits=8,
        parity=None,
        stop=1,
        timeout=1,
        receiver_buffer_size=64,
    ):
        if tx is None and rx is None:
            raise ValueError("tx and rx cannot both be None")
        self._take(tx, rx, rts, cts, rs485_dir)
        self.baudrate = baudrate
        self.timeout = timeout

    def read(self, nbytes=None):
        self._check()
        self._device.sleep_us(int(self.timeout * 1_000_000))
        return None

    def readinto(self, buf):
        return self.read()

    def readline(self):
        return self.read()

    def write(self, buf):
        self._check()
        return len(buf)

    @property
    def in_waiting(self):
        self._check()
        return 0

    def reset_input_buffer(self):
        self._check()
