"""Whole matches by key presses: the real firmware through boot.py and code.py, over the simulated radio."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from host_sim.bootstrap import ROOT

COMMAND = [sys.executable, str(ROOT / "host_sim")]


def _environment(folder, **others):
    """Without a display, and with temporary folders where they can be counted."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in displays}
    return {**kept, "TMPDIR": str(folder), **others}


def _descendants(folder):
    """The processes that have something of ``folder`` in their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder).encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("handhelds", [2, 3])
def test_a_match_ends_with_a_winner_and_its_pictures(tmp_path, handhelds):
    shots = tmp_path / "shots"
    argv = ["--headless", "--autoplay", "--handhelds", str(handhelds), "--seed", "7", "--json", "--screenshots", shots]
    done = subprocess.run(
        [*COMMAND, *argv], cwd=tmp_path, env=_environment(tmp_path), capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    found = json.loads(done.stdout)
    assert len(done.stdout.splitlines()) == 1
    assert found["finished"] and found["seed"] == 7
    assert len(found["handhelds"]) == handhelds
    winner = found["handhelds"][found["winner_handheld"] - 1]
    assert winner["name"] == found["winner"]
    assert winner["rounds_won"] == 2  # best of 3
    assert found["rounds"] >= 2
    assert found["score"][found["winner"]] == 2
    for handheld in found["handhelds"]:
        assert handheld["state"] == "on" and handheld["problem"] is None
        assert handheld["swaps"] > 10
        assert handheld["frames_sent"] > 100
        assert handheld["spi_bytes"] > 1_000_000
    for number in range(1, handhelds + 1):
        own = ["lobby"] if number == 1 else ["tables", "code", "lobby"]
        for screen in [*own, "title", "countdown", "table", "match_result"]:
            image = Image.open(shots / f"{number}-{screen}.png")
            assert image.size == (320, 240)
            assert len(image.getcolors(1 << 16)) > 3  # something is drawn
    assert json.loads((shots / "result.json").read_text()) == found
    assert not _descendants(tmp_path)
    assert not list(tmp_path.glob("host_sim-*"))


def test_without_a_display_it_plays_by_itself_and_leaves_pictures(tmp_path):
    argv = ["--seed", "3", "--minutes", "0.05", "--json"]
    done = subprocess.run(
        [*COMMAND, *argv], cwd=tmp_path, env=_environment(tmp_path), capture_output=True, text=True, timeout=120
    )
    assert done.stderr.startswith("host_sim: there is no display")
    assert "play by themselves" in done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "screenshots/1-title.png").exists()
    assert (tmp_path / "screenshots/result.json").exists()
    # Three seconds are too short for a match: that is said, and the exit status tells.
    assert done.returncode == 1
    assert "no match came to its end" in done.stderr
    assert json.loads(done.stdout)["winner"] is None


@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_stopped_from_outside_it_leaves_nothing_behind(tmp_path, how, status):
    process = subprocess.Popen(
        [*COMMAND, "--headless", "--autoplay", "--seed", "1"],
        env=_environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whoever started the tests may ignore it, and processes inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    until = time.monotonic() + 30
    while len(_descendants(tmp_path)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(_descendants(tmp_path)) == 2
    process.send_signal(how)
    out, err = process.communicate(timeout=20)
    assert process.returncode == status
    assert out == ""
    assert "Traceback" not in err
    assert not _descendants(tmp_path)
    assert not list(tmp_path.glob("host_sim-*"))


def test_a_killed_hub_takes_the_handhelds_with_it(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "--headless", "--autoplay", "--seed", "1"], env=_environment(tmp_path), stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 30
    while len(_descendants(tmp_path)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    process.kill()
    process.wait()
    until = time.monotonic() + 10
    while _descendants(tmp_path) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _descendants(tmp_path)
