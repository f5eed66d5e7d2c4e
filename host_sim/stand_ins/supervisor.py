"""Stand-in for CircuitPython's ``supervisor``: the millisecond clock, reloading, what the run is about."""

import sys

from host_sim.handhelds import device as _device
from host_sim.handhelds.settings_file import look_up as _look_up


class _Named:
    """One of a fixed set of values; prints as on the device."""

    def __init__(self, owner, name):
        self._text = "supervisor.%s.%s" % (owner, name)

    def __repr__(self):
        return self._text


class RunReason:
    """Why the program runs."""

    STARTUP: object
    AUTO_RELOAD: object
    SUPERVISOR_RELOAD: object
    REPL_RELOAD: object


for _name in ("STARTUP", "AUTO_RELOAD", "SUPERVISOR_RELOAD", "REPL_RELOAD"):
    setattr(RunReason, _name, _Named("RunReason", _name))


class SafeModeReason:
    """Why the board is in safe mode. The simulated board never is."""

    NONE: object
    BROWNOUT: object
    FLASH_WRITE_FAIL: object
    GC_ALLOC_OUTSIDE_VM: object
    HARD_FAULT: object
    INTERRUPT_ERROR: object
    NLR_JUMP_FAIL: object
    NO_CIRCUITPY: object
    NO_HEAP: object
    PROGRAMMATIC: object
    SDK_FATAL_ERROR: object
    STACK_OVERFLOW: object
    USB_BOOT_DEVICE_NOT_INTERFACE_ZERO: object
    USB_TOO_MANY_ENDPOINTS: object
    USB_TOO_MANY_INTERFACE_NAMES: object
    USER: object
    WATCHDOG: object


for _name in SafeModeReason.__annotations__:
    setattr(SafeModeReason, _name, _Named("SafeModeReason", _name))


class Runtime:
    """State of the run; the only one is ``supervisor.runtime``."""

    def __init__(self):
        self._brightness = 0
        self._ble_workflow = False

    @property
    def usb_connected(self):
        return _device.current().usb_connected

    @property
    def serial_connected(self):
        return _device.current().usb_connected

    @property
    def serial_bytes_available(self):
        return 0

    @property
    def run_reason(self):
        return getattr(RunReason, _device.current().run_reason)

    @property
    def safe_mode_reason(self):
        return SafeModeReason.NONE

    @property
    def autoreload(self):
        """Whether a file written over USB restarts the program; True after each start."""
        return _device.current().autoreload

    @autoreload.setter
    def autoreload(self, value):
        _device.current().autoreload = bool(value)

    @property
    def ble_workflow(self):
        return self._ble_workflow

    @ble_workflow.setter
    def ble_workflow(self, value):
        self._ble_workflow = bool(value)

    @property
    def rgb_status_brightness(self):
        return self._brightness

    @rgb_status_brightness.setter
    def rgb_status_brightness(self, value):
        if not 0 <= value <= 255:
            raise ValueError("rgb_status_brightness must be 0-255")
        self._brightness = value

    @property
    def display(self):
        """The first display, or None."""
        displayio = sys.modules.get("displayio")
        return displayio.displays[0] if displayio is not None and displayio.displays else None

    @display.setter
    def display(self, value):
        pass


class StatusBar:
    """What shows in the terminal's first line; nothing here."""

    def __init__(self):
        self._console = True
        self._display = True

    @property
    def console(self):
        return self._console

    @console.setter
    def console(self, value):
        self._console = bool(value)

    @property
    def display(self):
        return self._display

    @display.setter
    def display(self, value):
        self._display = bool(value)


runtime = Runtime()
status_bar = StatusBar()


def reload():
    """Start the program again. Doesn't return."""
    raise _device.Restart("reload", _device.SUPERVISOR_RELOAD)


def set_next_code_file(
    filename,
    *,
    working_directory=None,
    reload_on_success=False,
    reload_on_error=False,
    sticky_on_success=False,
    sticky_on_error=False,
    sticky_on_reload=False,
):
    """Remembered on the device as ``next_code_file``; the runner decides what to make of it."""
    _device.current().next_code_file = filename


def ticks_ms():
    """Milliseconds, (ms + 0x1FFF0000) mod 2**29: the first wrap comes 65.5 s after power-on."""
    device = _device.active
    if device is None:
        device = _device.current()
    now_us = device.now_us
    if now_us != device._asked_at:
        device._asked_at = now_us
        device._asks = 0
    else:
        device.ask()
        now_us = device.now_us
    return (now_us // 1000 + device.ticks_start_ms) & 0x1FFFFFFF


def get_previous_traceback():
    """Text of what ended the last run, or None."""
    return _device.current().previous_traceback


def reset_terminal(x_pixels, y_pixels):
    """No terminal is drawn here."""


def set_usb_identification(manufacturer=None, product=None, vid=-1, pid=-1):
    """Only in boot.py, else RuntimeError."""
    if not _device.current().booting:
        raise RuntimeError("Cannot change USB devices now")


def get_setting(key, default=None):
    """A value of settings.toml by its type: str, int, float or bool. Raises ValueError if it can't be read."""
    from host_sim.handhelds.drive import HOST_OPEN, Drive

    try:
        with HOST_OPEN(Drive(_device.current()).host_path("settings.toml"), encoding="utf-8", newline="") as file:
            found = _look_up(file.read(), key)
    except OSError:
        return default
    if found is None:
        return default
    value, quoted = found
    if quoted:
        return value
    if value in ("true", "false"):
        return value == "true"
    try:
        return int(value, 0)
    except ValueError:
        return float(value)
