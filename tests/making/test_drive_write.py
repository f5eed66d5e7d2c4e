"""A drive that fills up or is pulled in the middle holds the old game or the new one, and the sentence says which."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from host_sim.making import drive_write
from host_sim.making.bundle_imports import BundleError

OLD = {"boot.py": b"old boot", "code.py": b"old", "firmware/a.py": b"old a", "firmware/gone.py": b"old gone"}
NEW = {"boot.py": b"new boot", "code.py": b"new", "firmware/a.py": b"new a", "firmware/b/c.py": b"new c"}
OTHERS = {"settings.toml": b"mine", "saved.dat": b"scores"}
REMOVE = ["firmware/gone.py"]
KEEP = ["settings.toml"]


class Drive:
    """A folder whose changes fail from the ``fails_at``-th on: only that one (``is_full``), or all (pulled)."""

    def __init__(self, folder, monkeypatch, fails_at, is_full):
        self.folder = folder
        self.fails_at = fails_at
        self.is_full = is_full
        self.changes = 0
        self.is_in = True
        for name, data in (OLD | OTHERS).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        write, replace, unlink, rmtree = drive_write._write, os.replace, Path.unlink, shutil.rmtree

        def halfway(path, data):
            if self.fails_now(is_write=True):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data[: len(data) // 2])
                self.is_in = self.is_full
                raise OSError(errno.ENOSPC if self.is_full else errno.EIO, "No room" if self.is_full else "Gone")
            write(path, data)

        monkeypatch.setattr(drive_write, "_write", halfway)
        monkeypatch.setattr(os, "replace", lambda a, b: self.change(replace, a, b))
        monkeypatch.setattr(Path, "unlink", lambda path, missing_ok=False: self.change(unlink, path, missing_ok))
        monkeypatch.setattr(shutil, "rmtree", lambda path, ignore_errors=False: self.is_in and rmtree(path))

    def fails_now(self, is_write=False):
        self.changes += 1
        return not self.is_in or (self.changes == self.fails_at and (is_write or not self.is_full))

    def change(self, real, *arguments):
        if self.fails_now():
            self.is_in = False
            raise OSError(errno.EIO, "Gone")
        return real(*arguments)

    def tree(self):
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in files}


def put(drive, has_room):
    """Returns the sentence, or "" if all went well."""
    try:
        drive_write.put_on_drive(drive.folder, {**NEW, "settings.toml": b"theirs"}, KEEP, REMOVE, has_room)
    except BundleError as problem:
        return str(problem)
    return ""


@pytest.mark.parametrize("has_room", [True, False])
def test_what_is_there_afterwards_is_the_new_game_and_the_player_s_own_files(tmp_path, monkeypatch, has_room):
    drive = Drive(tmp_path, monkeypatch, 0, False)
    assert put(drive, has_room) == ""
    assert drive.tree() == NEW | OTHERS


@pytest.mark.parametrize("has_room", [True, False])
@pytest.mark.parametrize("fails_at", range(1, 6))
def test_a_drive_that_fills_up_keeps_the_old_game(tmp_path, monkeypatch, fails_at, has_room):
    drive = Drive(tmp_path, monkeypatch, fails_at, True)
    said = put(drive, has_room)
    if said:
        assert "No room" in said and ("still there" in said or "run this again" in said)
        if "still there" in said:
            assert drive.tree() == OLD | OTHERS
    else:
        assert drive.tree() == NEW | OTHERS


@pytest.mark.parametrize("fails_at", range(1, 20))
def test_a_drive_that_is_pulled_holds_the_old_game_or_is_finished_by_the_next_run(tmp_path, monkeypatch, fails_at):
    drive = Drive(tmp_path, monkeypatch, fails_at, False)
    said = put(drive, True)
    left = drive.tree()
    if not said:
        assert left == NEW | OTHERS
        return
    if left.get("code.py") == OLD["code.py"]:
        assert OLD.items() <= left.items(), "a program runs, so the game that it belongs to must be whole"
    else:
        assert "code.py" not in left or NEW.items() <= left.items()
    monkeypatch.undo()
    assert drive_write.finish(tmp_path) == ("isn't in place yet" in said)
    assert drive.tree() == (NEW if "isn't in place yet" in said else OLD) | OTHERS


@pytest.mark.parametrize("fails_at", range(2, 8))
def test_without_room_for_both_nothing_starts_from_a_drive_that_was_pulled(tmp_path, monkeypatch, fails_at):
    drive = Drive(tmp_path, monkeypatch, fails_at, False)
    said = put(drive, False)
    if said:
        assert "nothing starts from it" in said
        left = drive.tree()
        assert "code.py" not in left or len(left["code.py"]) < len(NEW["code.py"]) or NEW.items() <= left.items()
        monkeypatch.undo()
        assert put(drive, False) == "" and drive.tree() == NEW | OTHERS
    else:
        assert drive.tree() == NEW | OTHERS
