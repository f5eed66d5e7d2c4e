"""Runs boot.py and code.py of the bundle beside the firmware for three seconds of a clock of its own, then stops them.
Prints which modules of the firmware are there, and whether the handheld went on to the end."""

import sys

import shapes

shapes.stand_in()


class Supervisor:
    """The board's clock; it stops the program when its time is over."""

    now = 0
    runtime = shapes.Shape()

    @staticmethod
    def ticks_ms():
        if Supervisor.now > 3000:
            raise SystemExit
        return Supervisor.now + 0x1FFF0000 & 0x1FFFFFFF


class Time:
    @staticmethod
    def sleep(seconds):
        Supervisor.now += 1 + int(seconds * 1000)


class Digitalio:
    """Its buttons are up."""

    Pull = shapes.Shape()
    DigitalInOut = shapes.Shape


sys.modules["digitalio"] = Digitalio
sys.modules["supervisor"] = Supervisor
sys.modules["time"] = Time

__import__("boot")
try:
    __import__("code")
except SystemExit:
    print("there", *sorted(name for name in sys.modules if name.startswith("firmware")))
print("stepped", Supervisor.now > 3000)
