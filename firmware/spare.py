"""Gives memory back that holds code which is needed now and then only.

A board without PSRAM has less memory than all screens take together, so there a page is loaded when it opens and
forgotten when it closes; opening pages lies between rounds, where loading may take its time. Where there is memory
enough everything stays once it is loaded.
"""

import gc
import sys

_ENOUGH = 400_000  # bytes free at the start: only PSRAM gives that

# CPython doesn't know ``mem_free``, and has enough. On a board that tells less than it has, pages only open later.
is_short = hasattr(gc, "mem_free") and gc.mem_free() < _ENOUGH


def forget(name):
    """Let a module go, by its full name, if memory is short: it stays as long as something made of it is in use."""
    if is_short and name in sys.modules:
        del sys.modules[name]
        package, _, short = name.rpartition(".")
        delattr(sys.modules[package], short)


def borrow(name):
    """A module, by its full name, to use at once: it is loaded if need be, and forgotten again if memory is short."""
    __import__(name)
    module = sys.modules[name]
    forget(name)
    return module
