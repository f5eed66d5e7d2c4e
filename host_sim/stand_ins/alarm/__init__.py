"""Stand-in for CircuitPython's ``alarm``: memory that survives a reset, and sleeping until something happens."""

from alarm import pin as pin  # alarm.pin and alarm.time are there after `import alarm`
from alarm import time

from host_sim.handhelds import device as _device

_LOOK_US = 10_000  # how often a sleeping device looks at its pins


class SleepMemory:
    """4096 bytes that survive a reset and deep sleep, not a power cut; undefined after power-on.

    Writing costs nothing.
    """

    def __init__(self):
        raise TypeError("cannot create 'SleepMemory' instances")

    def __bool__(self):
        return True

    def __len__(self):
        return len(_device.current().sleep_memory)

    def __getitem__(self, index):
        memory = _device.current().sleep_memory
        if isinstance(index, slice):
            return bytearray(memory[_plain(index, len(memory))])
        return memory[index]

    def __setitem__(self, index, value):
        memory = _device.current().sleep_memory
        if isinstance(index, slice):
            where = _plain(index, len(memory))
            data = bytes(memoryview(value).cast("B"))
            if len(data) != where.stop - where.start:
                raise ValueError("Slice and value different lengths.")
            memory[where] = data
        else:
            memory[index] = value


def _plain(index, length):
    start, stop, step = index.indices(length)
    if step != 1:
        raise NotImplementedError("only slices with step=1 (aka None) are supported")
    return slice(start, max(start, stop))


sleep_memory = object.__new__(SleepMemory)


def light_sleep_until_alarms(*alarms):
    """Sleep until one of the alarms; returns it. Without alarms returns at once."""
    alarm = _wait(alarms)
    if alarm is not None:
        _device.current().wake_alarm = alarm
    return alarm


def exit_and_deep_sleep_until_alarms(*alarms, preserve_dios=()):
    """End the program and sleep; after an alarm the device starts anew. Without alarms it sleeps until it is reset.

    Never returns: raises host_sim.handhelds.device.Restart("deep sleep", ...) when the device wakes, for the runner.
    """
    device = _device.current()
    device.air.listen(None)
    while not alarms:
        device.sleep_us(60_000_000)
    _wait(alarms)
    raise _device.Restart("deep sleep", _device.DEEP_SLEEP_ALARM)


def _wait(alarms):
    device = _device.current()
    for alarm in alarms:
        alarm._arm(device)
    while alarms:
        for alarm in alarms:
            if alarm._rings(device):
                return alarm
        step = _LOOK_US
        if all(isinstance(alarm, time.TimeAlarm) for alarm in alarms):
            step = max(1, min(alarm._at_us for alarm in alarms) - device.now_us)
        device.sleep_us(step)
    return None


def __getattr__(name):
    if name == "wake_alarm":
        return _device.current().wake_alarm
    raise AttributeError("'module' object has no attribute '%s'" % name)
