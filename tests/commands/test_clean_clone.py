"""Both commands of the README work from a clean clone and from any working directory (field case F19)."""

import os
import shutil
import subprocess
import sys

import pytest

from host_sim.bootstrap import ROOT


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """What a clone would hold: the files that git knows, and nothing else that lies about here."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    folder = tmp_path_factory.mktemp("clone")
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def _run(clone, cwd, *argv):
    """Nothing of this checkout is on the search path; no display, no settings from outside."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    return subprocess.run(
        [sys.executable, str(clone / "host_sim"), *argv], cwd=cwd, env=kept, capture_output=True, text=True, timeout=120
    )


def test_f19_the_game_starts(clone, tmp_path):
    done = _run(clone, tmp_path, "--seed", "3", "--minutes", "0.02")
    assert "there is no display" in done.stderr
    assert "no match came to its end" in done.stderr  # after a second of play: it runs
    assert "Traceback" not in done.stderr
    assert (tmp_path / "screenshots" / "1-title.png").exists()


def test_f19_every_test_is_found_with_all_that_it_imports(clone, tmp_path):
    done = _run(clone, tmp_path, "test", "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr
    last = done.stdout.strip().splitlines()[-1]
    assert int(last.split()[0]) > 1000 and "tests collected" in last and "error" not in last
