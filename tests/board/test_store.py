"""What is saved survives a power cut at every step of every write to either store (field case F18)."""

import random

import pytest

from host_sim.handhelds.device import PowerCut
from tests.board.desk import Desk

SEEDS = 10_000
TABLE = (b"tbl1", bytes(range(16)))


class Handheld:
    """A device with its drive, started again and again."""

    def __init__(self, folder, drive_is_ours=True, seed=1):
        self.device = Desk(folder=folder, seed=seed).device
        self.device.nvm_write_us = 0
        self.drive_is_ours = drive_is_ours
        self.file = folder / "saved.dat"
        self._started()

    def _started(self):
        self.device.drive_readonly = not self.drive_is_ours

    def start(self, cut_in_steps=0):
        """Power on and load; the power may go again in the middle of mending."""
        from firmware.board.start import open_store

        self.device.power_on()
        self._started()
        self.device.cut_in_steps = cut_in_steps
        store = open_store()
        return store.load()

    def load(self):
        from firmware.board.start import open_store

        return open_store().load()


class Broken:
    """A store that takes nothing any more."""

    def read(self):
        return b""

    def write(self, record):
        return False


@pytest.fixture
def handheld(tmp_path):
    return Handheld(tmp_path)


def settings_of(store):
    return (
        store.name,
        store.language,
        store.lock_check,
        store.best_of,
        store.help_mark,
        store.brightness,
        store.volume,
    )


def stats_of(store):
    return (store.matches, store.matches_won, store.rounds, store.rounds_won, store.fastest_s)


def fill(store, number=1):
    store.name = "Zoë %d" % number
    store.language = ("de", "es", "fr", "it", "pt")[number % 5]
    store.lock_check = False
    store.best_of = 7
    store.help_mark = False
    store.brightness = 33
    store.volume = 5
    store.matches, store.matches_won, store.rounds, store.rounds_won, store.fastest_s = 9, 4, 40, 19, 61


def test_a_new_handheld_has_defaults_and_says_that_nothing_was_saved(handheld):
    from firmware.board.store import NEW

    store = handheld.load()
    assert store.word == NEW and store.name == "" and store.language == "en" and store.best_of == 3
    assert store.table_to_rejoin is None


@pytest.mark.parametrize("drive_is_ours", [True, False])
def test_everything_comes_back(tmp_path, drive_is_ours):
    from firmware.board.store import FINE

    handheld = Handheld(tmp_path, drive_is_ours)
    store = handheld.load()
    fill(store)
    store.remember_table(*TABLE, seat=2, epoch=5)
    assert store.save()
    assert handheld.file.exists() == drive_is_ours
    again = handheld.start()
    assert again.word == FINE
    assert settings_of(again) == settings_of(store) and stats_of(again) == stats_of(store)
    table = again.table_to_rejoin
    assert (table.id, table.key, table.seat, table.epoch) == (*TABLE, 2, 5)


def test_nothing_is_written_if_nothing_changed(handheld):
    store = handheld.load()
    fill(store)
    store.save()
    counters = handheld.device.counters
    before = (counters.nvm_writes, counters.file_writes)
    for _ in range(5):
        assert store.save()
        handheld.load().save()
    assert (counters.nvm_writes, counters.file_writes) == before == (1, 1)


def test_each_change_is_one_write_to_each_store(handheld):
    store = handheld.load()
    for number in range(1, 6):
        store.count_match(number % 2 == 0)
        store.save()
        assert (handheld.device.counters.nvm_writes, handheld.device.counters.file_writes) == (number, number)


@pytest.mark.parametrize("seed_block", range(10))
def test_f18_ten_thousand_power_cuts(tmp_path, seed_block):
    handheld = Handheld(tmp_path)
    for seed in range(seed_block * SEEDS // 10, (seed_block + 1) * SEEDS // 10):
        one_life(handheld, seed)


def one_life(handheld, seed):
    """Settings always survive; statistics lose at most what was being saved."""
    rng = random.Random(seed)
    handheld.file.unlink(missing_ok=True)
    handheld.device.nvm[:] = bytes(8192)
    store = handheld.start()
    assert store.word == 1
    fill(store, seed)
    assert store.save()
    saved = stats_of(store)
    settings = settings_of(store)
    for _ in range(2):
        store.count_round(rng.random() < 0.5, rng.randrange(20, 300))
        if rng.random() < 0.5:
            store.count_match(rng.random() < 0.5)
        if rng.random() < 0.3:
            store.remember_table(rng.randbytes(4), rng.randbytes(16), rng.randrange(4))
        fresh = stats_of(store)
        handheld.device.cut_in_steps = rng.randrange(1, 8)
        try:
            store.save()
            handheld.device.cut_in_steps = 0
            saved = fresh
        except PowerCut:
            cuts = 0
            while True:
                try:
                    # And again in the middle of mending.
                    store = handheld.start(rng.choice((0, 0, 1, 2, 3)))
                    handheld.device.cut_in_steps = 0
                    break
                except PowerCut:
                    cuts += 1
                    assert cuts < 50
        assert settings_of(store) == settings, f"settings lost, seed {seed}"
        assert stats_of(store) in (saved, fresh), f"statistics lost, seed {seed}"
        saved = stats_of(store)


@pytest.mark.parametrize("cut", range(1, 6))
def test_a_cut_in_each_step_of_a_save(tmp_path, cut):
    from firmware.board.store import FINE, MENDED

    handheld = Handheld(tmp_path)
    store = handheld.load()
    fill(store)
    store.save()
    store.count_match(True)
    steps = []
    handheld.device.on_write_step = steps.append
    handheld.device.cut_in_steps = cut
    with pytest.raises(PowerCut):
        store.save()
    assert len(steps) == cut
    handheld.device.on_write_step = None
    again = handheld.start()
    assert settings_of(again) == settings_of(store)
    assert again.matches in (9, 10) and again.word in (FINE, MENDED)
    # Both stores are whole again: either alone has everything.
    both = (bytes(handheld.device.nvm[:192]), handheld.file.read_bytes())
    assert both[0].startswith(both[1])


def test_a_save_has_five_steps_so_that_the_test_above_sees_them_all(handheld):
    store = handheld.load()
    store.save()
    steps = []
    handheld.device.on_write_step = steps.append
    store.count_match(True)
    store.save()
    assert steps == ["file emptied", "file half written", "file written", "nvm erased", "nvm written"]


def test_on_usb_a_cut_may_lose_everything_but_never_crashes(tmp_path):
    from firmware.board.store import NEW

    handheld = Handheld(tmp_path, drive_is_ours=False)
    store = handheld.load()
    fill(store)
    store.save()
    store.count_match(True)
    handheld.device.cut_in_steps = 1
    with pytest.raises(PowerCut):
        store.save()
    again = handheld.start()
    assert again.word == NEW and again.name == "" and stats_of(again) == (0, 0, 0, 0, 0)
    assert again.save()


def test_matches_on_usb_are_on_the_drive_after_the_next_plain_start_before_nvm_is_touched(tmp_path):
    handheld = Handheld(tmp_path)
    store = handheld.load()
    fill(store)
    store.save()
    handheld.drive_is_ours = False
    store = handheld.start()
    for _ in range(5):
        store.count_match(True)
        store.save()
    handheld.drive_is_ours = True
    steps = []
    handheld.device.on_write_step = steps.append
    store = handheld.start()
    assert store.matches == 14 and "nvm erased" not in steps and "file written" in steps
    store.count_match(True)
    handheld.device.cut_in_steps = 4  # nvm erased
    with pytest.raises(PowerCut):
        store.save()
    assert handheld.start().matches == 15


@pytest.mark.parametrize("damage", ["zeros", "noise", "one bit", "other program", "short"])
@pytest.mark.parametrize("where", ["nvm", "file", "both"])
def test_torn_and_foreign_content(tmp_path, damage, where):
    from firmware.board.store import LOST, MENDED, NEW

    rng = random.Random(damage + where)
    handheld = Handheld(tmp_path)
    store = handheld.load()
    fill(store)
    store.save()
    whole = handheld.file.read_bytes()
    for place in ("nvm", "file"):
        if where not in (place, "both"):
            continue
        data = bytearray(whole)
        if damage == "zeros":
            data = bytearray(len(data))
        elif damage == "noise":
            data = bytearray(rng.randbytes(len(data)))
        elif damage == "one bit":
            at = rng.randrange(len(data) * 8)
            data[at // 8] ^= 1 << at % 8
        elif damage == "other program":
            data = bytearray(b'{"highscore": 12345, "name": "snake"}'.ljust(len(data)))
        if place == "nvm":
            handheld.device.nvm[:] = bytes(8192)
            if damage == "short":
                data = data[: len(data) // 2]
            handheld.device.nvm[: len(data)] = bytes(data)
        else:
            handheld.file.write_bytes(bytes(data[: len(data) // 2] if damage == "short" else data))
    again = handheld.start()
    if where == "both":
        assert again.word in (LOST, NEW) and again.name == "" and again.language == "en"
        assert again.word == LOST or damage == "zeros"
        assert again.save() and handheld.start().word == 0
    else:
        assert again.word == MENDED and settings_of(again) == settings_of(store)
        assert handheld.start().word == 0


def test_every_single_flipped_bit_is_noticed(handheld):
    from firmware.board.records import number_of

    store = handheld.load()
    fill(store)
    store.remember_table(*TABLE, seat=1)
    store.save()
    record = handheld.file.read_bytes()
    assert number_of(record) == 1
    for bit in range(len(record) * 8):
        flipped = bytearray(record)
        flipped[bit // 8] ^= 1 << bit % 8
        assert number_of(bytes(flipped)) == -1, bit
    for length in range(len(record)):
        assert number_of(record[:length]) == -1, length


def test_random_bytes_never_raise(handheld):
    rng = random.Random(5)
    for _ in range(300):
        handheld.device.nvm[:200] = rng.randbytes(200)
        handheld.file.write_bytes(rng.randbytes(rng.randrange(250)))
        handheld.device.sleep_memory[:] = rng.randbytes(4096)
        handheld.load()


def test_random_fields_under_a_right_checksum_give_sane_values(handheld):
    from firmware.board.records import pack_record

    rng = random.Random(6)
    for number in range(1, 500):
        fields = b"".join(
            bytes((rng.randrange(10), size)) + rng.randbytes(size) for size in [rng.randrange(24) for _ in range(5)]
        )[:160]
        handheld.file.unlink(missing_ok=True)
        record = pack_record(number, fields)
        handheld.device.nvm[: len(record)] = record
        store = handheld.load()
        assert store.language in ("de", "en", "es", "fr", "it", "pt") and store.best_of in (1, 3, 5, 7, 9)
        assert 10 <= store.brightness <= 100 and len(store.name.encode()) <= 12
        store.save()


def test_a_record_of_an_older_version_is_carried_over(handheld):
    from binascii import crc32

    from firmware.board.store import FINE

    # Version 1, as it would have been before brightness and volume: only name, language and statistics.
    fields = b"\x01\x03Ada\x02\x02fr\x05\x0a" + b"\x00\x07\x00\x03\x00\x20\x00\x11\x00\x2d"
    record = b"JBOND\x01" + (77).to_bytes(4, "big") + bytes((len(fields),)) + fields
    record += crc32(record).to_bytes(4, "big")
    handheld.device.nvm[: len(record)] = record
    store = handheld.load()
    assert (store.name, store.language, stats_of(store)) == ("Ada", "fr", (7, 3, 32, 17, 45))
    assert store.word == FINE and store.brightness == 80 and store.best_of == 3
    store.best_of = 5
    store.save()
    assert (handheld.start().best_of, handheld.start().name) == (5, "Ada")


def test_a_record_of_a_newer_version_is_read_as_far_as_it_goes(handheld):
    from binascii import crc32

    fields = b"\xc8\x04new!\x01\x03Ada\x03\x04\x01\x09\x00\x77"
    record = b"JBOND\x09" + (5).to_bytes(4, "big") + bytes((len(fields),)) + fields
    record += crc32(record).to_bytes(4, "big")
    handheld.file.write_bytes(record)
    store = handheld.load()
    assert (store.name, store.lock_check, store.best_of, store.help_mark) == ("Ada", True, 9, False)


def test_the_longest_record_fits(handheld):
    from firmware.board.store import RECORD_BYTES

    store = handheld.load()
    fill(store)
    store.name = "é" * 6
    store.matches = store.rounds = 10**9
    store.remember_table(*TABLE, seat=3, epoch=255)
    assert store.save()
    assert len(handheld.file.read_bytes()) <= RECORD_BYTES
    again = handheld.start()
    assert again.name == "é" * 6 and again.matches == 65535 and again.table_to_rejoin.epoch == 255


# --- the table to come back to ---


def test_the_table_survives_a_reset_unsaved_and_a_pulled_battery_saved(handheld):
    store = handheld.load()
    fill(store)
    store.save()
    store.remember_table(*TABLE, seat=1)
    handheld.device.reset()
    assert handheld.load().table_to_rejoin.seat == 1
    store.save()
    assert handheld.start().table_to_rejoin.id == TABLE[0]  # sleep memory is noise now


def test_sleep_memory_is_the_newer_one(handheld):
    store = handheld.load()
    store.remember_table(*TABLE, seat=1, epoch=1)
    store.save()
    store.remember_table(*TABLE, seat=1, epoch=2)  # in a round: not saved
    handheld.device.reset()
    assert handheld.load().table_to_rejoin.epoch == 2
    store.forget_table()
    handheld.device.reset()
    assert handheld.load().table_to_rejoin is None


def test_forgetting_reaches_the_record_with_the_next_save(handheld):
    store = handheld.load()
    store.remember_table(*TABLE, seat=1)
    store.save()
    store.forget_table()
    store.save()
    assert handheld.start().table_to_rejoin is None


@pytest.mark.parametrize("table_id, key", [(b"abc", bytes(16)), (b"abcd", bytes(15)), (b"", b"")])
def test_a_table_of_another_shape_is_refused(handheld, table_id, key):
    with pytest.raises(ValueError):
        handheld.load().remember_table(table_id, key, 0)


def test_writing_to_sleep_memory_writes_no_flash(handheld):
    store = handheld.load()
    for seat in range(4):
        store.remember_table(*TABLE, seat=seat)
    store.forget_table()
    assert handheld.device.counters.nvm_writes == handheld.device.counters.file_writes == 0


# --- a handheld without the parts ---


def test_the_self_test_writes_each_store_anew_while_the_other_holds_everything(tmp_path):
    """A cut at any step of it loses nothing; what doesn't work is told."""
    for cut in range(1, 8):
        (tmp_path / str(cut)).mkdir()
        handheld = Handheld(tmp_path / str(cut))
        store = handheld.start()
        fill(store)
        store.save()
        saved = settings_of(store), stats_of(store)
        handheld.device.cut_in_steps = cut
        try:
            assert store.check() == 3
            assert handheld.device.cut_in_steps and cut > 4  # a check has fewer steps
        except PowerCut:
            pass
        again = handheld.start()
        assert (settings_of(again), stats_of(again)) == saved


def test_the_self_test_finds_the_store_that_does_not_work(handheld):
    store = handheld.start()
    writes = handheld.device.counters.nvm_writes
    assert store.check() == 3 and handheld.device.counters.nvm_writes > writes
    store.file = Broken()
    assert store.check() == 1 == store.check()
    handheld.drive_is_ours = False
    assert handheld.start().check() & 1


def test_without_any_store_the_game_has_defaults():
    from firmware.board.store import NoStore, Store

    store = Store(NoStore(), NoStore()).load()
    store.name = "Ada"
    assert not store.save()
    store.remember_table(*TABLE, seat=1)
    assert store.table_to_rejoin.seat == 1


def test_a_full_or_broken_drive_leaves_nvm(handheld, monkeypatch):
    from host_sim.handhelds.drive import Drive

    def full(self, path, mode="r", *more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Drive, "open", full)
    store = handheld.load()
    fill(store)
    assert store.save()
    assert settings_of(handheld.start()) == settings_of(store)


def test_statistics_count(handheld):
    store = handheld.load()
    store.count_round(True, 80)
    store.count_round(True, 95)
    store.count_round(False, 20)
    store.count_match(True)
    assert stats_of(store) == (1, 1, 3, 2, 80)
