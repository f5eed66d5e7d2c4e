"""The drive: who may write it, what a program's paths mean, and writes that the power is cut in."""

import os

import pytest
import storage

from host_sim.handhelds.device import FILE_EMPTIED, FILE_HALF, FILE_MISSING, FILE_RENAMED, FILE_WRITTEN, PowerCut


def touch(path, mode):
    with open(path, mode):
        pass


def test_the_program_may_not_write_by_default(as_process, tmp_path):
    (tmp_path / "there.txt").write_bytes(b"there")
    for act in (
        lambda: touch("/new.txt", "w"),
        lambda: touch("/there.txt", "a"),
        lambda: touch("/there.txt", "r+b"),
        lambda: os.remove("/there.txt"),
        lambda: os.rename("/there.txt", "/new.txt"),
        lambda: os.mkdir("/folder"),
    ):
        with pytest.raises(OSError) as raised:
            act()
        assert raised.value.errno == 30
    with open("/there.txt", "rb") as file:
        assert file.read() == b"there"
    assert sorted(os.listdir("/")) == ["there.txt"]


def test_boot_may_remount(as_process):
    assert storage.getmount("/").readonly
    storage.remount("/", readonly=False)
    assert not storage.getmount("/").readonly
    with open("/save.bin", "wb") as file:
        file.write(b"saved")
    with open("save.bin", "rb") as file:
        assert file.read() == b"saved"
    assert os.stat("/save.bin").st_size == 5
    storage.remount("/", readonly=True)
    with pytest.raises(OSError):
        touch("/save.bin", "wb")


def test_a_restart_gives_the_drive_back(as_process):
    storage.disable_usb_drive()
    assert not storage.getmount("/").readonly
    as_process.reset()
    assert storage.getmount("/").readonly


def test_while_a_computer_sees_the_drive_nothing_changes(as_process):
    as_process.booting = False
    as_process.usb_connected = True
    with pytest.raises(RuntimeError):
        storage.remount("/", readonly=False)
    with pytest.raises(RuntimeError):
        storage.disable_usb_drive()
    as_process.usb_connected = False
    storage.remount("/", readonly=False)


def test_only_the_root_is_a_mount(as_process):
    for act in (storage.getmount, storage.remount):
        with pytest.raises(OSError) as raised:
            act("/sd")
        assert raised.value.errno == 22


def test_paths_stay_inside_of_the_drive(as_process, tmp_path):
    as_process.drive_readonly = False
    (tmp_path.parent / "outside.txt").write_bytes(b"no")
    with pytest.raises(OSError):
        touch("/../outside.txt", "r")
    os.mkdir("/sub")
    with open("/sub/a.txt", "w") as file:
        file.write("é\n")
    assert (tmp_path / "sub" / "a.txt").read_bytes() == "é\n".encode()
    assert os.listdir("/sub") == ["a.txt"]
    os.remove("/sub/a.txt")
    os.rmdir("/sub")
    with pytest.raises(OSError) as raised:
        touch("/sub/a.txt", "r")
    assert raised.value.errno == 2


def test_paths_of_this_computer_are_left_alone(as_process, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "host.txt"
    with open(elsewhere, "w") as file:
        file.write("host")
    assert elsewhere.read_text() == "host"
    assert "python" in " ".join(os.listdir("/usr/lib")) or os.listdir("/usr")


def write(content):
    with open("/save.bin", "wb") as file:
        file.write(content)


@pytest.mark.parametrize(
    "step, name, left", [(1, FILE_EMPTIED, b""), (2, FILE_HALF, b"new-"), (3, FILE_WRITTEN, b"new-data")]
)
def test_power_cut_in_an_overwrite(as_process, tmp_path, step, name, left):
    as_process.drive_readonly = False
    write(b"old-data")
    as_process.cut_in_steps = step
    with pytest.raises(PowerCut, match=name):
        write(b"new-data")
    assert (tmp_path / "save.bin").read_bytes() == left
    as_process.power_on()
    assert as_process.drive_readonly


@pytest.mark.parametrize(
    "step, name, old, new",
    [
        (1, FILE_HALF, b"old", b"n"),
        (2, FILE_WRITTEN, b"old", b"new"),
        (3, FILE_MISSING, None, b"new"),
        (4, FILE_RENAMED, b"new", None),
    ],
)
def test_power_cut_in_a_rename_over_the_old_file(as_process, tmp_path, step, name, old, new):
    as_process.drive_readonly = False
    write(b"old")
    as_process.cut_in_steps = step
    with pytest.raises(PowerCut, match=name):
        with open("/save.new", "wb") as file:
            file.write(b"new")
        os.rename("/save.new", "/save.bin")
    for file, content in (("save.bin", old), ("save.new", new)):
        path = tmp_path / file
        assert (path.read_bytes() if path.exists() else None) == content


def test_a_cut_inside_of_with_writes_nothing_more(as_process, tmp_path):
    as_process.drive_readonly = False
    write(b"old-data")
    with pytest.raises(PowerCut), open("/save.bin", "r+b") as file:
        file.write(b"abcd")
        as_process.cut_in_steps = 1
        file.flush()
    assert (tmp_path / "save.bin").read_bytes() == b"abd-data"


def test_a_drive_without_folder_is_no_drive(device):
    from host_sim.handhelds.drive import Drive

    with pytest.raises(OSError) as raised:
        Drive(device).open("/x")
    assert raised.value.errno == 19
