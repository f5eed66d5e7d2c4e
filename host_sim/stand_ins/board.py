"""Stand-in for CircuitPython's ``board``: the pins of the current device's board, by exactly its names."""

import busio
import microcontroller as _microcontroller

from host_sim.handhelds import device as _device


def I2C():
    """The board's I2C bus. The µGame S3 has none."""
    return _bus("I2C", busio.I2C, "SCL", "SDA")


def SPI():
    """The board's SPI bus, always the same object. The µGame S3 has none to give away."""
    return _bus("SPI", busio.SPI, "SCK", "MOSI", "MISO")


def UART():
    """The board's serial port, always the same object."""
    return _bus("UART", busio.UART, "TX", "RX")


def _bus(name, make, *pins):
    device = _device.current()
    table = device.pin_table
    if pins[0] not in table:
        raise AttributeError("'module' object has no attribute '%s'" % name)
    bus = device.busses.get(name)
    if bus is None or bus._gpios is None:
        bus = device.busses[name] = make(*(_microcontroller._pin(table[pin]) for pin in pins))
    return bus


def __getattr__(name):
    device = _device.current()
    if name == "board_id":
        return device.board_id
    gpio = device.pin_table.get(name)
    if gpio is not None:
        return _microcontroller._pin(gpio)
    if name == "DISPLAY" and device.board_id == "deshipu_ugame_s3":
        return _display(device)
    raise AttributeError("'module' object has no attribute '%s'" % name)


def _display(device):
    """The built-in display; None once somebody released it with displayio.release_displays()."""
    from host_sim.handhelds.displays import built_in_display

    if "DISPLAY" not in device.busses:
        device.busses["DISPLAY"] = built_in_display(device)
    import displayio

    display = device.busses["DISPLAY"]
    return display if display in displayio.displays else None


def __dir__():
    device = _device.current()
    names = ["board_id", "I2C", "SPI", "UART"] + list(device.pin_table)
    if device.board_id == "deshipu_ugame_s3":
        names.append("DISPLAY")
    return sorted(names)
