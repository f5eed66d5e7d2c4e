"""Stand-in for CircuitPython's ``storage``: who may write the drive, the computer or the program."""

from host_sim.handhelds import device as _device
from host_sim.handhelds.drive import Drive as _Drive


def _root(path):
    if path.rstrip("/") != "":
        raise OSError(22, "Invalid argument")


class VfsFat:
    """A FAT file system; here always the device's own drive. Get it from ``getmount("/")``."""

    def __init__(self, block_device):
        raise NotImplementedError("only the board's own drive is simulated")

    @property
    def label(self):
        return "CIRCUITPY"

    @label.setter
    def label(self, value):
        self._drive._check_writable()

    @property
    def readonly(self):
        """True if the program may not write."""
        return self._drive.device.drive_readonly

    @staticmethod
    def mkfs(block_device):
        raise NotImplementedError("only the board's own drive is simulated")

    def open(self, path, mode):
        return self._drive.open(path, mode)

    def ilistdir(self, path):
        """(name, type, inode, size) of each entry; type 0x4000 is a folder, 0x8000 a file."""
        for name in self._drive.listdir(path):
            info = self._drive.stat(path.rstrip("/") + "/" + name)
            yield (name, info.st_mode & 0xC000, 0, info.st_size)

    def mkdir(self, path):
        self._drive.mkdir(path)

    def rmdir(self, path):
        self._drive.rmdir(path)

    def stat(self, path):
        return tuple(self._drive.stat(path))[:10]

    def statvfs(self, path):
        return tuple(self._drive.statvfs(path))[:10]

    def mount(self, readonly, mkfs):
        raise OSError(1, "Operation not permitted")

    def umount(self):
        raise OSError(1, "Operation not permitted")


def mount(filesystem, mount_path, *, readonly=False):
    """No second file system is simulated."""
    raise OSError(1, "Operation not permitted")


def umount(mount):
    """The drive can't be taken away."""
    raise OSError(22, "Invalid argument")


def remount(mount_path, readonly=False, *, disable_concurrent_write_protection=False):
    """Choose who may write. Raises RuntimeError while a computer sees the drive, OSError 22 for another path."""
    _root(mount_path)
    device = _device.current()
    if device.usb_connected and device.usb_drive and not device.booting:
        raise RuntimeError("Cannot remount path when visible via USB.")
    device.drive_readonly = bool(readonly)


def getmount(mount_path):
    """The file system at "/". Raises OSError 22 for another path."""
    _root(mount_path)
    filesystem = object.__new__(VfsFat)
    filesystem._drive = _Drive(_device.current())
    return filesystem


def erase_filesystem(extended=None):
    """Nothing here deletes a folder of yours."""
    raise NotImplementedError("the simulated drive isn't erased")


def disable_usb_drive():
    """Hide the drive from the computer; the program may then write. Raises RuntimeError once USB is connected."""
    device = _device.current()
    if device.usb_connected and not device.booting:
        raise RuntimeError("Cannot change USB devices now")
    unsafe_disable_usb_drive()


def unsafe_disable_usb_drive():
    """The same, also while connected."""
    device = _device.current()
    device.usb_drive = False
    device.drive_readonly = False


def enable_usb_drive():
    """Show the drive to the computer again."""
    device = _device.current()
    device.usb_drive = True
    device.drive_readonly = True
