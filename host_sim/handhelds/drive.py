"""A device's drive (CIRCUITPY) as its program sees it, kept in a folder of this computer.

Read-only for the program unless boot.py remounted it (device-facts.md, Storage and settings). Every write has steps at
which the device can cut the power: emptied, half written, written, and for a rename over an existing file also missing,
because FAT removes the old file first.
"""

import io
import os as _os

from host_sim.handhelds import device as _device

# This computer's own functions, from before anybody replaces them.
HOST_OPEN = open
_REPLACED = ("remove", "unlink", "rename", "mkdir", "rmdir", "listdir", "stat", "statvfs", "getenv", "urandom", "sync")
HOST_OS = {name: getattr(_os, name) for name in _REPLACED if hasattr(_os, name)}

READ_ONLY = 30  # EROFS


class Drive:
    """The drive of one device. Paths are the program's: "/x" and "x" both mean x in the drive's root."""

    def __init__(self, device):
        self.device = device

    @property
    def root(self):
        """The drive's folder on this computer. Raises OSError 19 (no such device) if the device has none."""
        if self.device.folder is None:
            raise OSError(19, "No such device")
        return _os.path.abspath(_os.fspath(self.device.folder))

    def host_path(self, path):
        """Where a path of the program lies on this computer; never outside of the drive's folder."""
        root = self.root
        path = _os.fspath(path)
        if path == root or path.startswith(root + _os.sep):
            return path
        inside = _os.path.normpath("/" + path.lstrip("/"))
        return root + inside if inside != "/" else root

    def owns(self, path):
        """True if the program means its drive by this path, False if it is a path of this computer.

        A device's program knows no other paths than its drive's; but the interpreter and libraries in the same
        process do.
        """
        if not isinstance(path, (str, _os.PathLike)) or self.device.folder is None:
            return False
        path = _os.fspath(path)
        if not isinstance(path, str):
            return False
        if not path.startswith("/"):
            return True
        root = self.root
        if path == root or path.startswith(root + _os.sep):
            return True
        top = "/" + path.lstrip("/").split("/", 1)[0]
        if top == "/":
            return True
        stat = HOST_OS["stat"]
        for place, answer in ((root + top, True), (top, False)):
            try:
                stat(place)
                return answer
            except OSError:
                pass
        return True

    def _check_writable(self):
        self.device.check_power()
        if self.device.drive_readonly:
            raise OSError(READ_ONLY, "Read-only filesystem")

    def open(self, path, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        """As the built-in ``open``. Raises OSError 30 for any writing mode while the drive is read-only."""
        host = self.host_path(path)
        if not set(mode) & set("wax+"):
            return HOST_OPEN(host, mode, -1 if buffering is None else buffering, encoding, errors, newline)
        self._check_writable()
        raw = _Raw(self.device, host, mode)
        binary = io.BufferedRandom(raw, 1 << 20) if "+" in mode else io.BufferedWriter(raw, 1 << 20)
        if "b" in mode:
            return binary
        return io.TextIOWrapper(binary, encoding or "utf-8", errors, newline)

    def remove(self, path):
        self._check_writable()
        HOST_OS["remove"](self.host_path(path))
        self.device.write_step(_device.FILE_MISSING)

    def rename(self, old, new):
        """An existing file of the new name is removed first, and the power can go in between."""
        self._check_writable()
        old, new = self.host_path(old), self.host_path(new)
        HOST_OS["stat"](old)
        if _os.path.isfile(new) and old != new:
            HOST_OS["remove"](new)
            self.device.write_step(_device.FILE_MISSING)
        HOST_OS["rename"](old, new)
        self.device.write_step(_device.FILE_RENAMED)

    def mkdir(self, path):
        self._check_writable()
        HOST_OS["mkdir"](self.host_path(path))

    def rmdir(self, path):
        self._check_writable()
        HOST_OS["rmdir"](self.host_path(path))

    def listdir(self, path="/"):
        return HOST_OS["listdir"](self.host_path(path))

    def stat(self, path):
        return HOST_OS["stat"](self.host_path(path))

    def statvfs(self, path):
        """Block size and counts of the file system; here those of the disk that the folder is on."""
        return HOST_OS["statvfs"](self.host_path(path))


class _Raw(io.RawIOBase):
    """The file itself; each write reaches the drive in two halves with a power-cut step after each."""

    def __init__(self, device, host, mode):
        super().__init__()
        self._device = device
        self._mode = mode
        existed = _os.path.exists(host)
        self._file = io.FileIO(host, mode.replace("b", "").replace("t", ""))
        device.counters.file_writes += 1
        if "w" in mode and existed:
            device.write_step(_device.FILE_EMPTIED)

    def readable(self):
        return self._file.readable()

    def writable(self):
        return True

    def seekable(self):
        return True

    def readinto(self, buffer):
        return self._file.readinto(buffer)

    def seek(self, offset, whence=0):
        return self._file.seek(offset, whence)

    def tell(self):
        return self._file.tell()

    def truncate(self, size=None):
        if not self._device.powered:
            return size or 0
        return self._file.truncate(size)

    def write(self, data):
        data = bytes(data)
        if not self._device.powered:  # a buffer being closed after the power went: nothing reaches the drive
            return len(data)
        half = len(data) // 2
        self._file.write(data[:half])
        self._device.write_step(_device.FILE_HALF)
        self._file.write(data[half:])
        self._device.write_step(_device.FILE_WRITTEN)
        return len(data)

    def close(self):
        try:
            super().close()
        finally:
            self._file.close()
