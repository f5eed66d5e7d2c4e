"""What outlives power-off, as plain attributes: name, language, settings, statistics, and the table to come back to.

How it is read and written is in store.py, which takes ten times the memory and is needed between rounds only: where
memory is short it is there just for the moment (spare.py).
"""

from ..spare import borrow, forget

# Codes of ``word``: what became of the saved things at start. Screens have the words.
FINE = 0
NEW = 1  # nothing has ever been saved here
MENDED = 2  # one store was damaged, the other one had everything
LOST = 3  # what was there can't be read: defaults

# Codes of ``drive``.
DRIVE_GAME = 0  # the game saves on the drive; a computer may only read it
DRIVE_COMPUTER = 1  # a computer may write the drive; the game saves in nvm alone

MOST = 0xFFFF  # of each number of the statistics


class Store:
    """The saved things; change them and ``save``.

    ``name`` text of at most 12 bytes, "" if never set; ``language`` one of de en es fr it pt; ``lock_check`` bool;
    ``best_of`` 1 3 5 7 9; ``help_mark`` bool; ``brightness`` percent 10 to 100; ``volume`` percent 0 to 100;
    ``matches`` ``matches_won`` ``rounds`` ``rounds_won`` 0 to 65535; ``fastest_s`` the fastest won round in seconds,
    0 if none; ``given`` a number that tells which settings.toml was last obeyed; ``ticket`` the table to come back
    to, as it is saved, b"" for none.

    ``word`` is a code for the screen: what became of the saved things at start. ``drive`` tells whose the drive is.
    The rest is for store.py.
    """

    def __init__(self, nvm=None, file=None, sleep_memory=None, drive=DRIVE_COMPUTER):
        """``nvm`` and ``file``: stores with ``read`` and ``write`` (store.py), or None for this handheld's own.
        ``sleep_memory``: bytes that survive a reset, or None. ``file`` is only written while ``drive`` is
        ``DRIVE_GAME``."""
        self.nvm = nvm
        self.file = file
        self.sleep_memory = sleep_memory
        self.drive = drive
        self.word = NEW
        self.name = ""
        self.language = "en"
        self.lock_check = True
        self.best_of = 3
        self.help_mark = True
        self.brightness = 80
        self.volume = 60
        self.matches = self.matches_won = self.rounds = self.rounds_won = self.fastest_s = 0
        self.given = 0
        self.ticket = b""
        self.number = 0  # of the newest record
        self.saved = b""  # its fields
        self.in_nvm = self.in_file = False  # whether each store holds it

    def load(self):
        """Once, at the start: read both stores, take the newest complete record, mend the other, and set ``word``.
        Returns self."""
        _store().load(self)
        return self

    def save(self):
        """Write whatever changed since the last ``load`` or ``save``. True if at least one store has it. Slow: up to a
        second on a board; not in a round."""
        return _store().save(self)

    def check(self):
        """For the self-test: write the record into each store anew and read it back, as long as the other one has it
        too. Returns 1 if nvm has it, 2 if the file has it, 3 if both, 0 if none. Not in a round."""
        return _store().check(self)

    def remember_table(self, table_id, key, seat, epoch=0):
        """The table to come back to: ``table_id`` 4 bytes, ``key`` 16 bytes. Goes to sleep memory at once, which costs
        nothing; the next ``save`` puts it into the record too. Raises ValueError for other lengths."""
        _store().remember_table(self, table_id, key, seat, epoch)

    def forget_table(self):
        """No table to come back to any more; the next ``save`` takes it out of the record too."""
        _store().forget_table(self)

    @property
    def table_to_rejoin(self):
        """A ``store.Rejoin``, or None."""
        return _store().table_to_rejoin(self)

    def count_round(self, won, seconds):
        """A round is over: whether this player won it, and after how many seconds."""
        self.rounds += 1
        if won:
            self.rounds_won += 1
            if seconds > 0 and (not self.fastest_s or seconds < self.fastest_s):
                self.fastest_s = min(MOST, seconds)

    def count_match(self, won):
        """A match is over."""
        self.matches += 1
        if won:
            self.matches_won += 1


def _store():
    store = borrow("firmware.board.store")
    forget("firmware.board.records")
    forget("firmware.board.names")
    return store
