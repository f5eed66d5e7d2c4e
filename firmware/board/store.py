"""What outlives power-off: name, language, settings, statistics, and the table to come back to.

Whole records, each with a version, a number that counts up and a checksum, in two stores written one after the other:
``microcontroller.nvm``, which a power cut in a write leaves all zeros, and a small file on the drive whenever the drive
is the game's, which a cut leaves emptied, half written or missing (device-facts.md, "Storage and settings"). The newest
complete record wins and mends the other. Every write goes first to the store that does not hold the newest record.

A record is made of tagged fields, so that one of an older or a newer version is read as far as it goes.

Writing is slow and wears flash: call ``save`` outside rounds only. It writes nothing if nothing changed.
"""

from binascii import crc32

from ..spare import forget
from .names import DEFAULT_LANGUAGE
from .records import HEAD, MOST, TABLE_BYTES

FILE = "/saved.dat"
RECORD_BYTES = 192  # the most a record takes

# Codes of ``word``: what became of the saved things at start. Screens have the words.
FINE = 0
NEW = 1  # nothing has ever been saved here
MENDED = 2  # one store was damaged, the other one had everything
LOST = 3  # what was there can't be read: defaults

# Codes of ``drive``.
DRIVE_GAME = 0  # the game saves on the drive; a computer may only read it
DRIVE_COMPUTER = 1  # a computer may write the drive; the game saves in nvm alone

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


class Rejoin:
    """The table to come back to: ``id`` 4 bytes, ``key`` 16 bytes, ``seat`` 0 to 3, ``epoch`` 0 to 255."""

    def __init__(self, table_id, key, seat, epoch):
        self.id = table_id
        self.key = key
        self.seat = seat
        self.epoch = epoch


class Store:
    """The saved things as plain attributes; change them and ``save``.

    ``name`` text of at most 12 bytes, "" if never set; ``language`` one of de en es fr it pt; ``lock_check`` bool;
    ``best_of`` 1 3 5 7 9; ``help_mark`` bool; ``brightness`` percent 10 to 100; ``volume`` percent 0 to 100;
    ``matches`` ``matches_won`` ``rounds`` ``rounds_won`` 0 to 65535; ``fastest_s`` the fastest won round in seconds,
    0 if none; ``given`` a number that tells which settings.toml was last obeyed.

    ``word`` is a code for the screen: what became of the saved things at start. ``drive`` tells whose the drive is.
    """

    def __init__(self, nvm, file, sleep_memory=None, drive=DRIVE_COMPUTER):
        """``nvm`` and ``file``: stores with ``read`` and ``write`` as above; ``sleep_memory``: bytes that survive a
        reset, or None. ``file`` is only written while ``drive`` is ``DRIVE_GAME``."""
        self._nvm = nvm
        self._file = file
        self._sleep = sleep_memory
        self.drive = drive
        self.word = NEW
        self._set_defaults()

    def _set_defaults(self):
        self.name = ""
        self.language = DEFAULT_LANGUAGE
        self.lock_check = True
        self.best_of = 3
        self.help_mark = True
        self.brightness = 80
        self.volume = 60
        self.matches = 0
        self.matches_won = 0
        self.rounds = 0
        self.rounds_won = 0
        self.fastest_s = 0
        self.given = 0
        self.ticket = b""
        self._number = 0
        self._saved = b""
        self._in_nvm = False  # whether each store holds what _saved says
        self._in_file = False

    # --- loading and saving ---

    def load(self):
        """Read both stores, take the newest complete record, mend the other, and set ``word``. Returns self."""
        records = _records()
        self._set_defaults()
        from_nvm = self._nvm.read()
        from_file = self._file.read()
        nvm_number = records.number_of(from_nvm)
        file_number = records.number_of(from_file)
        if nvm_number < 0 and file_number < 0:
            # Zeros in nvm are a new chip, or a cut write with no second store: both start anew.
            nothing = records.is_blank(from_nvm) and not from_file
            self.word = NEW if nothing else LOST
            self._take_table_from_sleep()
            return self
        newest = from_nvm if nvm_number >= file_number else from_file
        length = records.length_of(newest)
        newest = newest[0:length]
        self._number = max(nvm_number, file_number)
        records.take_fields(self, newest)
        self._saved = newest[HEAD : length - 4]
        self._in_nvm = from_nvm[0:length] == newest
        self._in_file = from_file[0:length] == newest
        self.word = FINE
        # nvm of zeros beside a good file is a cut write; a missing file beside good nvm is only a new drive.
        if nvm_number < 0 or (file_number < 0 and from_file):
            self.word = MENDED
        self._mend(newest)
        self._take_table_from_sleep()
        return self

    def save(self):
        """Write whatever changed since the last ``load`` or ``save``. True if at least one store has it. Slow: up to a
        second on a board; not in a round."""
        records = _records()
        fields = records.pack_fields(self)
        if fields == self._saved and self._in_nvm and (self._in_file or self.drive != DRIVE_GAME):
            return True
        if fields != self._saved:
            # A store left behind is mended first: otherwise the newest record would lie in one place, the one that
            # is about to be written.
            if self._number:
                self._mend(records.pack_record(self._number, self._saved))
            self._number += 1
            self._saved = fields
            self._in_nvm, self._in_file = False, False
        self._mend(records.pack_record(self._number, fields))
        return self._in_nvm or self._in_file

    def check(self):
        """For the self-test: write the record into each store anew and read it back, as long as the other one has it
        too. Returns 1 if nvm has it, 2 if the file has it, 3 if both, 0 if none. Not in a round."""
        self.save()
        record = _records().pack_record(self._number, self._saved)
        if self._in_nvm and self._in_file and self.drive == DRIVE_GAME:
            self._in_file = False
            self._mend(record)
            if self._in_file:
                self._in_nvm = False
                self._mend(record)
        return (1 if self._in_nvm else 0) | (2 if self._in_file else 0)

    def _mend(self, record):
        """Write ``record`` into each store that hasn't got it. The file goes first, so that nvm, which loses everything
        in a cut, is written while the file is whole; but a file alone up to date is never written first."""
        if not self._in_file and self.drive == DRIVE_GAME:
            self._in_file = self._file.write(record)
        if not self._in_nvm:
            self._in_nvm = self._nvm.write(record)

    # --- statistics ---

    def count_round(self, won, seconds):
        """A round is over: whether this player won it, and after how many seconds."""
        self.rounds += 1
        if won:
            self.rounds_won += 1
            if seconds > 0 and (not self.fastest_s or seconds < self.fastest_s):
                self.fastest_s = min(MOST, int(seconds))

    def count_match(self, won):
        """A match is over."""
        self.matches += 1
        if won:
            self.matches_won += 1

    # --- the table to come back to ---

    @property
    def table_to_rejoin(self):
        """A ``Rejoin``, or None."""
        table = self.ticket
        if len(table) != TABLE_BYTES:
            return None
        return Rejoin(table[0:4], table[4:20], table[20], table[21])

    def remember_table(self, table_id, key, seat, epoch=0):
        """The table to come back to: ``table_id`` 4 bytes, ``key`` 16 bytes. Goes to sleep memory at once, which costs
        nothing; the next ``save`` puts it into the record too. Raises ValueError for other lengths."""
        if len(table_id) != 4 or len(key) != 16:
            raise ValueError("id of 4 bytes, key of 16")
        self.ticket = bytes(table_id) + bytes(key) + bytes((seat & 0xFF, epoch & 0xFF))
        self._put_table_to_sleep()

    def forget_table(self):
        """No table to come back to any more; the next ``save`` takes it out of the record too."""
        self.ticket = b""
        self._put_table_to_sleep()

    def _put_table_to_sleep(self):
        sleep = self._sleep
        if sleep is None:
            return
        body = _MARK + bytes((len(self.ticket),)) + self.ticket
        body += crc32(body).to_bytes(4, "big")
        try:
            sleep[0 : len(body)] = body
        except Exception as error:
            print("sleep memory:", error)

    def _take_table_from_sleep(self):
        """Sleep memory, if it holds something of ours, knows better than the record: it is written at every change.
        After power-on it holds anything."""
        sleep = self._sleep
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
            self.ticket = raw[len(_MARK) + 1 : end]


def _records():
    from . import records

    forget("firmware.board.records")
    return records
