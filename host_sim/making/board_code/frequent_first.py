"""Lets the names that a large file uses most come first in it, before it is compiled for the board without PSRAM.

A file's code names things by their place in the file's list of names, in the order in which they came: the first 128
take one byte, all others two. So a line at the top, which does nothing, says the most used ones.
"""

import ast
import re

_ONE_BYTE = 124  # the compiler itself has some
_OWN = re.compile(r"v[0-9]+\Z")  # names that a function has to itself have no place there


def say_frequent_first(module):
    """Change a module (module_tree.ModuleTree) whose names are final."""
    counts = {}
    for node in ast.walk(module.tree):
        for field in ("id", "attr", "arg"):
            name = getattr(node, field, None)
            if isinstance(name, str) and not _OWN.match(name):
                counts[name] = counts.get(name, 0) + 1
    if len(counts) <= _ONE_BYTE:
        return
    first = sorted(counts, key=lambda name: (-counts[name], name))[:_ONE_BYTE]
    # The first name isn't there yet, so nothing comes of it.
    line = f"try:\n    nothing.{'.'.join(first)}\nexcept NameError:\n    pass"
    module.tree.body[:0] = ast.parse(line).body
