"""``bundle --zip``: what a maker without Python unpacks onto the drive, and its checksums."""

import hashlib
import zipfile

from firmware.board.boards import BOARD_IDS
from host_sim.commands import bundle as bundle_command
from host_sim.making import bundle, zips


def test_there_is_one_for_every_board_with_what_the_bundle_has_and_the_same_bytes_again(tmp_path, capsys):
    assert bundle_command.main([str(tmp_path / "one"), "--zip"]) == 0
    assert bundle_command.main([str(tmp_path / "two"), "--zip"]) == 0
    names = {zips.NAME.format(board_id) for board_id in BOARD_IDS}
    assert {path.name for path in (tmp_path / "one").iterdir()} == names | {zips.SUMS}
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
    for line in (tmp_path / "one" / zips.SUMS).read_text().splitlines():
        sum_, name = line.split("  ")
        assert hashlib.sha256((tmp_path / "one" / name).read_bytes()).hexdigest() == sum_
    with zipfile.ZipFile(tmp_path / "one" / zips.NAME.format(BOARD_IDS[0])) as file:
        assert {name: file.read(name) for name in file.namelist()} == bundle.contents(BOARD_IDS[0])


def test_where_the_sources_would_fill_the_drive_it_is_compiled():
    sources = bundle.contents("adafruit_feather_esp32s3_4mbflash_2mbpsram")
    assert not bundle.leaves_room(sources, "adafruit_feather_esp32s3_4mbflash_2mbpsram")
    assert bundle.leaves_room(sources, "deshipu_ugame_s3")


def test_a_zip_is_for_every_board_and_into_a_folder(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert bundle_command.main([str(tmp_path / "file"), "--zip"]) == 1
    assert "is a file" in capsys.readouterr().err
