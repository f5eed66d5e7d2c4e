"""Stand-in for CircuitPython's ``microcontroller``: pins, cpu, nvm, watchdog, reset."""

import watchdog as _watchdog
from nvm import ByteArray

from host_sim.handhelds import device as _device
from host_sim.handhelds.board_pins import pin_name as _pin_name


class Pin:
    """A GPIO of the chip. Get them from ``board``."""

    def __init__(self):
        raise TypeError("cannot create 'Pin' instances")

    def __hash__(self):
        return hash(self._gpio)

    def __eq__(self, other):
        return self is other

    def __repr__(self):
        return "board.%s" % _pin_name(_device.current().board_id, self._gpio)


_pins = {}


def _pin(gpio):
    """The one Pin object of a GPIO number."""
    pin = _pins.get(gpio)
    if pin is None:
        pin = _pins[gpio] = object.__new__(Pin)
        pin._gpio = gpio
    return pin


class _Named:
    def __init__(self, owner, name):
        self._text = "microcontroller.%s.%s" % (owner, name)

    def __repr__(self):
        return self._text


class ResetReason:
    """Why the chip started."""

    POWER_ON: object
    BROWNOUT: object
    SOFTWARE: object
    DEEP_SLEEP_ALARM: object
    RESET_PIN: object
    WATCHDOG: object
    UNKNOWN: object
    RESCUE_DEBUG: object


for _name in ResetReason.__annotations__:
    setattr(ResetReason, _name, _Named("ResetReason", _name))


class RunMode:
    """How the chip starts the next time."""

    NORMAL: "RunMode"
    SAFE_MODE: "RunMode"
    UF2: "RunMode"
    BOOTLOADER: "RunMode"

    def __init__(self):
        raise TypeError("cannot create 'RunMode' instances")

    def __repr__(self):
        return "microcontroller.RunMode.%s" % self._name


for _name in RunMode.__annotations__:
    _mode = object.__new__(RunMode)
    _mode._name = _name
    setattr(RunMode, _name, _mode)
del _mode, _name


class Processor:
    """The chip itself; the only one is ``microcontroller.cpu``."""

    def __init__(self):
        raise TypeError("cannot create 'Processor' instances")

    @property
    def frequency(self):
        return 240_000_000

    @property
    def reset_reason(self):
        return getattr(ResetReason, _device.current().reset_reason)

    @property
    def temperature(self):
        """Celsius."""
        return _device.current().temperature

    @property
    def uid(self):
        return bytearray(_device.current().mac)

    @property
    def voltage(self):
        return None


cpu = object.__new__(Processor)
cpus = (cpu, cpu)
nvm = object.__new__(ByteArray)
watchdog = _watchdog._make()


def delay_us(delay):
    """Busy waiting; for very short times."""
    _device.current().spend_us(delay)


def disable_interrupts():
    """Nothing interrupts here."""


def enable_interrupts():
    """Nothing interrupts here."""


def on_next_reset(run_mode):
    """Only NORMAL is simulated; another mode is remembered on the device as ``next_run_mode``."""
    if not isinstance(run_mode, RunMode):
        raise TypeError("run_mode must be of type RunMode")
    _device.current().next_run_mode = run_mode._name


def reset():
    """Start the chip anew; boot.py runs again. Doesn't return."""
    raise _device.Restart("reset", _device.SOFTWARE)
