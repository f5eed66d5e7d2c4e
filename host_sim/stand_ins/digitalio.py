"""Stand-in for CircuitPython's ``digitalio``: pins as inputs (the keys) and outputs (the panel's wires)."""

from host_sim.handhelds.held_pin import HeldPin as _HeldPin


class DriveMode:
    """How an output drives its pin."""

    PUSH_PULL: "DriveMode"
    OPEN_DRAIN: "DriveMode"

    def __init__(self):
        raise TypeError("cannot create 'DriveMode' instances")


class Direction:
    """Input or output."""

    INPUT: "Direction"
    OUTPUT: "Direction"

    def __init__(self):
        raise TypeError("cannot create 'Direction' instances")


class Pull:
    """Which way a resistor pulls an input."""

    UP: "Pull"
    DOWN: "Pull"

    def __init__(self):
        raise TypeError("cannot create 'Pull' instances")


for _class in (DriveMode, Direction, Pull):
    for _name in _class.__annotations__:
        _value = object.__new__(_class)
        _class.__repr__ = lambda self: "digitalio.%s.%s" % (type(self).__name__, self._name)
        _value._name = _name
        setattr(_class, _name, _value)
del _class, _name, _value


class DigitalInOut(_HeldPin):
    """One pin. Starts as an input without pull. Raises ValueError if the pin is in use."""

    def __init__(self, pin):
        super().__init__(pin)
        self._output = False
        self._level = False
        self._pull = None
        self._mode = DriveMode.PUSH_PULL

    def switch_to_output(self, value=False, drive_mode=DriveMode.PUSH_PULL):
        self._check()
        self._output = True
        self._mode = drive_mode
        self.value = value

    def switch_to_input(self, pull=None):
        self._check()
        self._output = False
        self._pull = pull

    @property
    def direction(self):
        self._check()
        return Direction.OUTPUT if self._output else Direction.INPUT

    @direction.setter
    def direction(self, value):
        if value is Direction.OUTPUT:
            self.switch_to_output()
        elif value is Direction.INPUT:
            self.switch_to_input()
        else:
            raise ValueError("Invalid direction")

    @property
    def value(self):
        """The pin's level. An input that nothing drives reads its pull, False without one."""
        self._check()
        if self._output:
            return self._level
        self._device.ask()
        return self._device.level(self._gpio, self._pull is Pull.UP)

    @value.setter
    def value(self, value):
        self._check()
        if not self._output:
            raise AttributeError("Cannot set value when direction is input.")
        self._level = bool(value)
        self._device.drive(self._gpio, self._level)

    @property
    def drive_mode(self):
        self._check()
        if not self._output:
            raise AttributeError("Drive mode not used when direction is input.")
        return self._mode

    @drive_mode.setter
    def drive_mode(self, value):
        self._check()
        if not self._output:
            raise AttributeError("Drive mode not used when direction is input.")
        self._mode = value

    @property
    def pull(self):
        self._check()
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        return self._pull

    @pull.setter
    def pull(self, value):
        self._check()
        if self._output:
            raise AttributeError("Pull not used when direction is output.")
        self._pull = value
