"""Set-up from a bare Python: a copy of the checkout's start, with packages made here instead of downloaded ones."""

import ast
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from host_sim import bootstrap
from host_sim.bootstrap import ROOT

# Stands for everything that needs the packages; what the real start does before it is kept.
_MAIN = """\
import os, sys
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]
sys.path.insert(0, os.path.dirname(here))
from host_sim import bootstrap
status = bootstrap.ensure((bootstrap.PLAY,), sys.argv[1:])
if status is None:
    import tiny
    print("tiny", tiny.VERSION, *sys.argv[1:])
    status = 0
sys.exit(status)
"""


def _wheel(folder, version):
    with zipfile.ZipFile(folder / f"tiny-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tiny.py", f"VERSION = '{version}'\n")
        info = f"tiny-{version}.dist-info"
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", f"tiny.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")


class _Checkout:
    def __init__(self, folder):
        self.root = folder / "checkout"
        (self.root / "host_sim").mkdir(parents=True)
        for name in ("__init__.py", "bootstrap.py", "system.py"):
            shutil.copy(ROOT / "host_sim" / name, self.root / "host_sim" / name)
        (self.root / "host_sim/__main__.py").write_text(_MAIN)
        self.wheels = folder / "wheels"
        self.wheels.mkdir()
        self.pin("1.0")

    def pin(self, version):
        _wheel(self.wheels, version)
        (self.root / "pyproject.toml").write_text(
            f'[project]\ndependencies = ["tiny=={version}"]\n[dependency-groups]\ntest = []\n'
        )

    def start(self, *argv, cwd=None):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
        environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "PIP_USER": "1"}
        # -S: this Python without its packages.
        return subprocess.Popen(
            [sys.executable, "-S", str(self.root / "host_sim"), *argv],
            cwd=cwd or self.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *argv, cwd=None):
        process = self.start(*argv, cwd=cwd)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err


def test_from_nothing_to_changed_pins(tmp_path):
    """One .venv through its life; making one takes seconds."""
    checkout = _Checkout(tmp_path)
    # Two at once, one of them from elsewhere: one makes it, the other waits.
    processes = [checkout.start("a", "b c"), checkout.start("a", "b c", cwd=tmp_path)]
    told = ""
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, out) == (0, "tiny 1.0 a b c\n")
        told += err
    assert told.count("packages are missing; installing 1 into") == 1
    assert len(told.splitlines()) == 1
    # Later starts use it in silence.
    assert checkout.run() == (0, "tiny 1.0\n", "")
    # Other pins are installed.
    checkout.pin("1.1")
    status, out, err = checkout.run()
    assert (status, out) == (0, "tiny 1.1\n")
    assert "installing 1 into" in err
    assert checkout.run() == (0, "tiny 1.1\n", "")
    # Interrupted while it was made: a half package, and the mark still there.
    (checkout.root / ".venv/host_sim-making").touch()
    shutil.rmtree(next((checkout.root / ".venv").glob("lib*/python*/site-packages")))
    status, out, err = checkout.run()
    assert (status, out) == (0, "tiny 1.1\n")
    assert "installing" in err


def test_without_a_network_one_sentence_says_so(tmp_path):
    checkout = _Checkout(tmp_path)
    shutil.rmtree(checkout.wheels)
    checkout.wheels.mkdir()
    for _ in range(2):  # what the first try leaves doesn't change what the second says
        status, out, err = checkout.run()
        assert (status, out) == (1, "")
        assert "Traceback" not in err
        assert "could not be installed, perhaps for want of a network" in err.splitlines()[-1]


def test_without_the_venv_module_one_sentence_says_so(tmp_path, monkeypatch, capsys):
    broken = tmp_path / "python"
    broken.write_text(
        "#!/bin/sh\necho 'The virtual environment was not created: ensurepip is not available' >&2\nexit 1\n"
    )
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    for name in ("VENV", "LOCK"):
        monkeypatch.setattr(bootstrap, name, tmp_path / name)
    monkeypatch.setattr(bootstrap, "requirements", lambda groups: ["a-package-that-is-not-there==1.0"])
    assert bootstrap.ensure((bootstrap.PLAY,), []) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert "venv module is not installed" in last
    assert "python3-venv" in last


@pytest.mark.parametrize(
    ("marker", "holds"),
    [
        ("", True),
        (f"sys_platform == '{sys.platform}'", True),
        (f"sys_platform != '{sys.platform}'", False),
        ("python_version < '3.100'", True),
        ("python_version >= '3.9'", True),
        (f"sys_platform == '{sys.platform}' and python_version < '3.9'", False),
    ],
)
def test_markers(marker, holds):
    assert bootstrap.applies(marker) is holds


def test_every_package_is_pinned_and_readable():
    for requirement in bootstrap.requirements((bootstrap.PLAY, bootstrap.TEST)):
        name, equals, version = requirement.partition("==")
        assert name and equals and version, requirement
        assert not set(requirement) & set("<>~!*; ")


def test_an_unreadable_marker_is_refused():
    with pytest.raises(ValueError, match="can't read"):
        bootstrap.applies("os_name == 'posix' or extra == 'x'")


def test_the_first_file_can_be_read_by_any_python_3():
    for name in ("__init__.py", "__main__.py"):
        ast.parse((ROOT / "host_sim" / name).read_text(), feature_version=(3, 4))
