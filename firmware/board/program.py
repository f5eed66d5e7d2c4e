"""The running program itself: whether a changed file restarts it, and restarting it."""

import supervisor


def restart_when_files_change(yes):
    """Whether CircuitPython starts the program again when a computer has written to the drive."""
    supervisor.runtime.autoreload = yes


def restart():
    """Start ``code.py`` again. Never returns."""
    supervisor.reload()
