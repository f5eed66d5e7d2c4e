"""Stand-in for CircuitPython's ``nvm``: 8192 bytes that every write erases and writes again as a whole."""

from host_sim.handhelds import device as _device

_LENGTHS = "Slice and value different lengths."


class ByteArray:
    """Non-volatile memory of the current device; the only one is ``microcontroller.nvm``.

    Any write erases all of it first: if the power goes then, it reads all zeros (device-facts.md, Storage and
    settings).
    """

    def __init__(self):
        raise TypeError("cannot create 'ByteArray' instances")

    def __bool__(self):
        return True

    def __len__(self):
        return len(_device.current().nvm)

    def __getitem__(self, index):
        memory = _device.current().nvm
        if isinstance(index, slice):
            return bytearray(memory[_plain(index, len(memory))])
        return memory[_place(index, len(memory))]

    def __setitem__(self, index, value):
        device = _device.current()
        device.check_power()
        memory = device.nvm
        content = bytearray(memory[:])
        if isinstance(index, slice):
            where = _plain(index, len(content))
            data = bytes(memoryview(value).cast("B"))
            if len(data) != where.stop - where.start:
                raise ValueError(_LENGTHS)
            content[where] = data
        else:
            if not 0 <= value <= 255:
                raise ValueError("Array values should be single bytes.")
            content[_place(index, len(content))] = value
        device.counters.nvm_writes += 1
        memory[:] = bytes(len(content))
        device.write_step(_device.NVM_ERASED)
        memory[:] = bytes(content)
        device.write_step(_device.NVM_WRITTEN)
        if device.nvm_write_us:
            device.spend_us(device.nvm_write_us)


def _plain(index, length):
    start, stop, step = index.indices(length)
    if step != 1:
        raise NotImplementedError("only slices with step=1 (aka None) are supported")
    return slice(start, max(start, stop))


def _place(index, length):
    if not -length <= index < length:
        raise IndexError("index out of range")
    return index
