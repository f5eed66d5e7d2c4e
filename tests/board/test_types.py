"""``firmware/board``, ``boot.py`` and ``code.py`` against the true signatures of CircuitPython's modules."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def check(folder):
    # The files of a drive have names of Python's own modules, so they are checked under others.
    shutil.copytree(ROOT / "firmware", folder / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "boot.py", folder / "boot_file.py")
    shutil.copy(ROOT / "code.py", folder / "code_file.py")
    command = [
        *(sys.executable, "-m", "mypy", "--config-file=", "--check-untyped-defs", "--follow-imports=silent"),
        *("--disable-error-code=import-untyped", "--cache-dir", str(folder / "cache")),
        *("firmware/board", "firmware/ending.py", "boot_file.py", "code_file.py"),
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_board_room_agrees_with_circuitpython_s_signatures(tmp_path):
    done = check(tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_check_would_notice(tmp_path):
    (tmp_path / "wrong").mkdir()
    source = ROOT / "firmware" / "board" / "program.py"
    text = source.read_text(encoding="utf-8").replace("supervisor.reload()", "supervisor.reload(1)")
    target = tmp_path / "wrong" / "program.py"
    target.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file=", "--check-untyped-defs", "--cache-dir", "c", str(target)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "Too many arguments" in done.stdout
