"""Wrong options are told in one sentence with exit status 2; from any working directory."""

import os
import subprocess
import sys

import pytest

from host_sim import commands
from host_sim.bootstrap import ROOT
from host_sim.commands import options, play


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--nonsense"], "unrecognized arguments: --nonsense"),
        (["--handhelds", "5"], "invalid choice: 5"),
        (["--handhelds", "many"], "invalid int value"),
        (["--seed", "-1"], "a seed is a number from 0 to 4294967295"),
        (["--seed=1.5"], "--seed"),
        (["--speed", "0"], "from 0.1 to 100"),
        (["--speed", "nan"], "from 0.1 to 100"),
        (["--minutes", "0"], "up to 1440"),
        (["--board", "pico"], "deshipu_ugame_s3"),
        (["--headless"], "--headless shows no window"),
        (["--hand", "2"], "unrecognized"),
        (["--screenshots", __file__], "is a file"),
        (["nonsense"], "unrecognized arguments: nonsense"),
    ],
)
def test_wrong_options(argv, said, capsys):
    with pytest.raises(SystemExit) as ended:
        options.parse(argv)
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("host_sim: ")
    assert len(printed.err.splitlines()) == 1
    assert said in printed.err


def test_a_folder_for_pictures_that_cannot_be_had(tmp_path, capsys):
    """Also the one taken without a display, in a folder that can't be written."""
    (tmp_path / "file").touch()
    wanted = options.parse(["--headless", "--autoplay", "--screenshots", str(tmp_path / "file" / "shots")])
    assert play.main(wanted) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("host_sim: no pictures can be left in ")
    assert len(printed.err.splitlines()) == 1


def test_defaults():
    wanted = options.parse([])
    assert (wanted.handhelds, wanted.seed, wanted.board, wanted.speed) == (2, None, "deshipu_ugame_s3", 1.0)


def test_help_lists_the_commands_that_exist(capsys):
    with pytest.raises(SystemExit) as ended:
        commands.run(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for command in commands.COMMANDS:
        path = ROOT / (command.module.replace(".", "/") + ".py")
        assert (f"\n  {command.name} " in text) == path.exists()


def test_started_by_its_path_from_elsewhere(tmp_path):
    done = subprocess.run(
        [sys.executable, str(ROOT / "host_sim"), "--handhelds", "9"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_air_of_the_window_can_have_faults_and_no_others(capsys):
    wanted = options.parse(["--faults", "loss=0.2,delay=50:0>1@3-9"])
    assert [fault.name for fault in wanted.faults] == ["loss", "delay"]
    for wrong, said in (("loss=2", "0 to 1"), ("reboot=1", "only the world command"), ("los=1", "is no fault")):
        with pytest.raises(SystemExit) as ended:
            options.parse(["--faults", wrong])
        assert ended.value.code == 2
        printed = capsys.readouterr().err
        assert said in printed and printed.count("\n") == 1


WORLD = ["world", "--handhelds", "2", "--seeds", "1", "--faults", "calm", "--best-of", "1", "--json"]


def test_nobody_reads_the_output_and_no_traceback_is_left():
    reading, writing = os.pipe()
    os.close(reading)  # as `| head -0` does at once
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(
            [sys.executable, str(ROOT / "host_sim"), *WORLD],
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1 and "Traceback" not in done.stderr and "Exception" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full, which is a full disk")
def test_a_full_disk_is_told_in_a_sentence():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, str(ROOT / "host_sim"), *WORLD],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "host_sim: No space left on device: free some room" in done.stderr and "Traceback" not in done.stderr
