"""How the saved things (saved.py) are read and written.

Whole records (records.py), each with a version, a number that counts up and a checksum, in two stores written one
after the other: ``microcontroller.nvm``, which a power cut in a write leaves all zeros, and a small file on the drive
whenever the drive is the game's, which a cut leaves emptied, half written or missing (device-facts.md, "Storage and
settings"). The newest complete record wins and mends the other. Every write goes first to the store that does not hold
the newest record.

Writing is slow and wears flash: call ``save`` outside rounds only. It writes nothing if nothing changed.
"""

from binascii import crc32

from . import records
from .records import HEAD, TABLE_BYTES
from .saved import DRIVE_COMPUTER, DRIVE_GAME, FINE, LOST, MENDED, NEW, Store

__all__ = ("DRIVE_COMPUTER", "DRIVE_GAME", "FINE", "LOST", "MENDED", "NEW", "FileStore", "NoStore", "NvmStore", "Store")

FILE = "/saved.dat"
RECORD_BYTES = 192  # the most a record takes

_MARK = b"JBTB"  # of the table in sleep memory


class NvmStore:
    """One record at the start of ``microcontroller.nvm``."""

    def __init__(self, nvm):
        self._nvm = nvm

    def read(self):
        """The bytes there, ``RECORD_BYTES`` of them; b"" if they can't be read."""
        try:
            return bytes(self._nvm[0:RECORD_BYTES])
        except Exception as error:
            print("nvm:", error)
            return b""

    def write(self, record):
        """True if ``record`` is there afterwards. One write: each erases all of nvm first."""
        try:
            self._nvm[0 : len(record)] = record
            return bytes(self._nvm[0 : len(record)]) == record
        except Exception as error:
            print("nvm:", error)
            return False


class FileStore:
    """One record in a file of the drive."""

    def __init__(self, drive, path=FILE):
        """``drive``: a file system with ``open(path, mode)``, as ``storage.getmount("/")`` gives it."""
        self._drive = drive
        self._path = path

    def read(self):
        """The file's first ``RECORD_BYTES`` bytes; b"" if there is none."""
        try:
            with self._drive.open(self._path, "rb") as file:
                return file.read(RECORD_BYTES)
        except OSError:
            return b""

    def write(self, record):
        """True if the file holds ``record`` afterwards; False on a drive that is the computer's (OSError 30), is full
        or is damaged."""
        try:
            with self._drive.open(self._path, "wb") as file:
                file.write(record)
        except OSError as error:
            print("drive:", error)
            return False
        return self.read() == record


class NoStore:
    """Stands for a store that this handheld hasn't got."""

    def read(self):
        """Nothing."""
        return b""

    def write(self, record):
        """Never."""
        return False


def _nvm_of(store):
    """The store in nvm: the one given, or this handheld's own."""
    if store.nvm is not None:
        return store.nvm
    try:
        import microcontroller

        if microcontroller.nvm is not None:
            return NvmStore(microcontroller.nvm)
    except (ImportError, AttributeError):
        pass
    return NoStore()


def _file_of(store):
    """The store on the drive: the one given, or this handheld's own."""
    if store.file is not None:
        return store.file
    try:
        import storage

        return FileStore(storage.getmount("/"))
    except (ImportError, OSError) as error:
        print("drive:", error)
        return NoStore()


# --- loading and saving: saved.Store says what each does ---


def load(store):
    """``Store.load``."""
    from_nvm = _nvm_of(store).read()
    from_file = _file_of(store).read()
    nvm_number = records.number_of(from_nvm)
    file_number = records.number_of(from_file)
    if nvm_number < 0 and file_number < 0:
        # Zeros in nvm are a new chip, or a cut write with no second store: both start anew.
        nothing = records.is_blank(from_nvm) and not from_file
        store.word = NEW if nothing else LOST
        _take_table_from_sleep(store)
        return
    newest = from_nvm if nvm_number >= file_number else from_file
    length = records.length_of(newest)
    newest = newest[0:length]
    store.number = max(nvm_number, file_number)
    records.take_fields(store, newest)
    store.saved = newest[HEAD : length - 4]
    store.in_nvm = from_nvm[0:length] == newest
    store.in_file = from_file[0:length] == newest
    store.word = FINE
    # nvm of zeros beside a good file is a cut write; a missing file beside good nvm is only a new drive.
    if nvm_number < 0 or (file_number < 0 and from_file):
        store.word = MENDED
    _mend(store, newest)
    _take_table_from_sleep(store)


def save(store):
    """``Store.save``."""
    fields = records.pack_fields(store)
    if fields == store.saved and store.in_nvm and (store.in_file or store.drive != DRIVE_GAME):
        return True
    if fields != store.saved:
        # A store left behind is mended first: otherwise the newest record would lie in one place, the one that
        # is about to be written.
        if store.number:
            _mend(store, records.pack_record(store.number, store.saved))
        store.number += 1
        store.saved = fields
        store.in_nvm = store.in_file = False
    _mend(store, records.pack_record(store.number, fields))
    return store.in_nvm or store.in_file


def check(store):
    """``Store.check``."""
    save(store)
    record = records.pack_record(store.number, store.saved)
    if store.in_nvm and store.in_file and store.drive == DRIVE_GAME:
        store.in_file = False
        _mend(store, record)
        if store.in_file:
            store.in_nvm = False
            _mend(store, record)
    return (1 if store.in_nvm else 0) | (2 if store.in_file else 0)


def _mend(store, record):
    """Write ``record`` into each store that hasn't got it. The file goes first, so that nvm, which loses everything
    in a cut, is written while the file is whole; but a file alone up to date is never written first."""
    if not store.in_file and store.drive == DRIVE_GAME:
        store.in_file = _file_of(store).write(record)
    if not store.in_nvm:
        store.in_nvm = _nvm_of(store).write(record)


# --- the table to come back to ---


class Rejoin:
    """The table to come back to: ``id`` 4 bytes, ``key`` 16 bytes, ``seat`` 0 to 3, ``epoch`` 0 to 255."""

    def __init__(self, ticket):
        self.id = ticket[0:4]
        self.key = ticket[4:20]
        self.seat = ticket[20]
        self.epoch = ticket[21]


def table_to_rejoin(store):
    """``Store.table_to_rejoin``."""
    return Rejoin(store.ticket) if len(store.ticket) == TABLE_BYTES else None


def remember_table(store, table_id, key, seat, epoch):
    """``Store.remember_table``."""
    if len(table_id) != 4 or len(key) != 16:
        raise ValueError("id of 4 bytes, key of 16")
    store.ticket = bytes(table_id) + bytes(key) + bytes((seat & 0xFF, epoch & 0xFF))
    _put_table_to_sleep(store)


def forget_table(store):
    """``Store.forget_table``."""
    store.ticket = b""
    _put_table_to_sleep(store)


def _put_table_to_sleep(store):
    sleep = store.sleep_memory
    if sleep is None:
        return
    body = _MARK + bytes((len(store.ticket),)) + store.ticket
    body += crc32(body).to_bytes(4, "big")
    try:
        sleep[0 : len(body)] = body
    except Exception as error:
        print("sleep memory:", error)


def _take_table_from_sleep(store):
    """Sleep memory, if it holds something of ours, knows better than the record: it is written at every change.
    After power-on it holds anything."""
    sleep = store.sleep_memory
    if sleep is None:
        return
    try:
        raw = bytes(sleep[0 : len(_MARK) + 1 + TABLE_BYTES + 4])
    except Exception:
        return
    size = raw[len(_MARK)] if raw[0 : len(_MARK)] == _MARK else 255
    if size not in (0, TABLE_BYTES):
        return
    end = len(_MARK) + 1 + size
    if crc32(raw[0:end]).to_bytes(4, "big") == raw[end : end + 4]:
        store.ticket = raw[len(_MARK) + 1 : end]
