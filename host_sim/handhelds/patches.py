"""Bends this process's Python towards the device's: time, os and open speak for the current device.

Only for a process that is one handheld (``stand_ins.install``). Worlds of many handhelds in one process don't use it.
"""

import builtins
import os
import random
import struct
import threading
import time

from host_sim.handhelds import device as _device
from host_sim.handhelds.drive import HOST_OPEN, HOST_OS, Drive
from host_sim.handhelds.settings_file import getenv as _read_setting

EPOCH_2000 = 946684800  # a board without a battery-backed clock starts on 1 January 2000
SHORT_US = 1000  # sleeps below this are collected instead of going to the runner one by one

_real = {}


def device_float(value):
    """A float as a board keeps it: 32 bits less two, which is why monotonic() gets coarse (device-facts.md, Time)."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0] & 0xFFFFFFFC
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def install_patches():
    """Replace time, os and open for the current device. Other threads than this one keep the computer's time."""
    if _real:
        return
    main = threading.get_ident()
    ident = threading.get_ident
    for name in ("sleep", "monotonic", "monotonic_ns", "time"):
        _real["time." + name] = getattr(time, name)
    real_sleep, real_monotonic = time.sleep, time.monotonic
    real_monotonic_ns, real_time = time.monotonic_ns, time.time

    def sleep(seconds):
        if ident() != main:
            real_sleep(seconds)
            return
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        us = int(seconds * 1_000_000 + 0.5)
        device = _device.current()
        if us < SHORT_US:
            device.spend_us(us)
        else:
            device.sleep_us(us)

    def monotonic():
        if ident() != main:
            return real_monotonic()
        device = _device.current()
        device.ask()
        return device_float(device.now_us // 1000 / 1000)

    def monotonic_ns():
        if ident() != main:
            return real_monotonic_ns()
        device = _device.current()
        device.ask()
        return device.now_us * 1000

    def wall_time():
        if ident() != main:
            return real_time()
        return EPOCH_2000 + _device.current().now_us // 1_000_000

    time.sleep, time.monotonic, time.monotonic_ns, time.time = sleep, monotonic, monotonic_ns, wall_time
    random.seed(_device.current().random.getrandbits(64))
    _patch_os()


def _patch_os():
    def urandom(size):
        return _device.current().random.randbytes(size)

    def getenv(key, default=None):
        device = _device.current()
        try:
            path = Drive(device).host_path("settings.toml")
            with HOST_OPEN(path, encoding="utf-8", errors="replace", newline="") as file:
                text = file.read()
        except OSError:
            text = None
        return _read_setting(text, key, default, device.getenv_gives_int)

    def on_drive(name, method):
        host = HOST_OS[name]

        def function(path="/", *arguments, **options):
            drive = Drive(_device.current())
            if not options and drive.owns(path):
                return getattr(drive, method)(path, *arguments)
            return host(path, *arguments, **options)

        function.__name__ = name
        return function

    def device_open(path, mode="r", *arguments, **options):
        drive = Drive(_device.current())
        if "opener" not in options and "closefd" not in options and drive.owns(path):
            return drive.open(path, mode, *arguments, **options)
        return HOST_OPEN(path, mode, *arguments, **options)

    os.urandom, os.getenv, os.sync = urandom, getenv, lambda: None
    for name in ("remove", "unlink", "rename", "mkdir", "rmdir", "listdir", "stat", "statvfs"):
        if name in HOST_OS:
            setattr(os, name, on_drive(name, "remove" if name == "unlink" else name))
    builtins.open = device_open


def remove_patches():
    """This computer's own functions again (for tests)."""
    for name in ("sleep", "monotonic", "monotonic_ns", "time"):
        if "time." + name in _real:
            setattr(time, name, _real.pop("time." + name))
    for name, function in HOST_OS.items():
        setattr(os, name, function)
    builtins.open = HOST_OPEN
