"""Gets the pinned packages of pyproject.toml: finds them, or makes ``.venv`` in the checkout and goes on in it.

Needs nothing but Python's own library. Packages are installed with ``pip install --no-deps``, because the pinned list
is complete and leaves out, on purpose, Blinka's drivers for hardware ports that no simulated handheld has.
"""

import contextlib
import importlib.metadata
import os
import platform
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from host_sim import system

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / ".venv.lock"
PLAY = "play"
TEST = "test"

# Set for the program that is started inside .venv, so that it can never start itself again and again.
_INSIDE = "HOST_SIM_INSIDE_VENV"
# In .venv while we are making it: whoever finds it there knows that the making was interrupted.
_MAKING = "host_sim-making"
# In .venv when it is made: what was installed.
_LIST = "host_sim-installed.txt"


class BootstrapError(Exception):
    """The packages can't be had; the message says what to do."""


def requirements(groups):
    """The pinned requirements of ``groups`` that apply to this machine, as pip takes them, sorted."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        project = tomllib.load(file)
    lists = {PLAY: project["project"]["dependencies"], **project["dependency-groups"]}
    wanted = []
    for group in groups:
        for line in lists[group]:
            requirement, _, marker = line.partition(";")
            if applies(marker):
                wanted.append(requirement.strip())
    return sorted(wanted)


def applies(marker):
    """True if an environment marker holds here. Knows what pyproject.toml uses: comparisons joined by ``and``."""
    values = {
        "sys_platform": sys.platform,
        "platform_machine": platform.machine(),
        "python_version": ".".join(platform.python_version_tuple()[:2]),
    }
    for part in filter(None, (part.strip() for part in marker.split(" and "))):
        match = re.fullmatch(r"(\w+)\s*(==|!=|<|>=)\s*['\"]([^'\"]*)['\"]", part)
        if not match or match[1] not in values:
            raise ValueError(f"pyproject.toml has a marker that bootstrap.py can't read: {part}")
        have, want = values[match[1]], match[3]
        if match[1] == "python_version":
            have, want = ([int(number) for number in text.split(".")] for text in (have, want))
        holds = {"==": have == want, "!=": have != want, "<": have < want, ">=": have >= want}[match[2]]
        if not holds:
            return False
    return True


def installed_here(wanted):
    """True if the running Python has each of the requirements, in the pinned version."""
    for requirement in wanted:
        name, _, version = requirement.partition("==")
        try:
            if importlib.metadata.version(name) != version:
                return False
        except importlib.metadata.PackageNotFoundError:
            return False
    return True


def ensure(groups, argv):
    """See to it that the packages of ``groups`` are there.

    Returns None if the running Python has them. Else the program has gone on in ``.venv`` with the same ``argv``, and
    what is returned is its exit status (on POSIX the process is replaced instead), or 1 after a sentence on stderr
    saying why the packages can't be had.
    """
    try:
        wanted = requirements(groups)
        if installed_here(wanted):
            return None
        if os.environ.get(_INSIDE) == str(VENV):
            raise BootstrapError(f"{VENV} lacks packages although they were installed: delete it and start again.")
        with _lock():
            python = system.venv_python(VENV)
            if not _is_ready(wanted, python):
                _make(wanted, python)
    except BootstrapError as problem:
        print(f"host_sim: {problem}", file=sys.stderr)
        return 1
    return _go_on(system.venv_python(VENV), argv)


def _go_on(python, argv):
    command = [str(python), str(ROOT / "host_sim"), *argv]
    environment = {**os.environ, _INSIDE: str(VENV)}
    sys.stdout.flush()
    sys.stderr.flush()
    return system.go_on_as(command, environment)


def _installed():
    """The requirements that were installed in .venv to the end, as a set of lines."""
    try:
        return set((VENV / _LIST).read_text().split())
    except OSError:
        return set()


def _is_ready(wanted, python):
    return python.exists() and not (VENV / _MAKING).exists() and _installed().issuperset(wanted)


def _make(wanted, python):
    """Make, mend or add to .venv, so that ``wanted`` is installed in it."""
    print(
        f"host_sim: packages are missing; installing {len(wanted)} into {VENV} (once; it can take a minute or two)",
        file=sys.stderr,
        flush=True,
    )
    installed = _installed()
    # A .venv of the user's own is added to; only one that we began ourselves, or that can't run, is made anew.
    if (VENV / _MAKING).exists() or not python.exists() or not _has_pip(python):
        installed = set()
        _run([sys.executable, "-m", "venv", "--clear", str(VENV)], _no_venv)
    (VENV / _MAKING).touch()
    install = [*_pip(python), "install", "--quiet", "--no-deps", "--retries", "2", "--timeout", "20", *wanted]
    try:
        _run(install, _no_packages)
    except BootstrapError:
        # pip gave up by itself and left nothing half done: the next start can go on from here.
        (VENV / _MAKING).unlink()
        raise
    renewed = {requirement.partition("==")[0] for requirement in wanted}
    installed = {requirement for requirement in installed if requirement.partition("==")[0] not in renewed}
    (VENV / _LIST).write_text("\n".join(sorted(installed.union(wanted))) + "\n")
    (VENV / _MAKING).unlink()


def _pip(python):
    return [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input"]


def _has_pip(python):
    return subprocess.run([*_pip(python), "--version"], capture_output=True, check=False).returncode == 0


def _run(command, explain):
    """Run a command quietly. Raises BootstrapError with what ``explain`` makes of its output if it fails."""
    # PIP_USER=1 in somebody's environment would make every installation into a venv fail.
    environment = {**os.environ, "PIP_USER": "0"}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            env=environment,
        )
    except OSError as error:
        raise BootstrapError(explain(str(error))) from error
    if done.returncode:
        raise BootstrapError(explain(done.stdout))


def _no_venv(output):
    if "ensurepip" in output or "No module named venv" in output:
        return (
            f"packages are missing and this Python can't make {VENV}, because its venv module is not installed: "
            "install it (on Debian and Ubuntu the package python3-venv) and start again."
        )
    return f"packages are missing and {VENV} could not be made: {_last_line(output)}"


def _no_packages(output):
    return (
        f"packages are missing and could not be installed, perhaps for want of a network ({_last_line(output)}): "
        f"start again when there is one."
    )


def _last_line(output):
    lines = [line.strip() for line in output.splitlines() if line.strip() and "[notice]" not in line]
    return lines[-1] if lines else "no message"


@contextlib.contextmanager
def _lock():
    """Hold the lock on .venv: two programs started at once make it one after the other, not both."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(system.locked(LOCK))
        except OSError as error:
            raise BootstrapError(
                f"packages are missing and {ROOT} can't be written to ({error.strerror}): copy it to where it can, or "
                f"install the packages of pyproject.toml into the Python that starts it"
            ) from error
        yield
