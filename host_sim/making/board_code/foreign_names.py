"""Names that the firmware doesn't own: Python's, CircuitPython's and the libraries'."""

import ast
import builtins
import functools
import importlib
import importlib.util
import io
import keyword
import re
from pathlib import Path

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
# Whatever a value of these can be asked for. MicroPython's have no more.
_VALUES = ("", b"", bytearray(), memoryview(b""), [], (), {}, set(), 0, 0.0, iter([]), range(0), print, type, OSError())
# What boards have besides, in modules that circuitpython-stubs doesn't list.
_ON_BOARDS = {"const", "mem_alloc", "mem_free", "print_exception"}


def foreign_names(modules):
    """Names that must stay as they are in ``modules`` (module_tree.read_modules)."""
    names = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *_ON_BOARDS}
    for value in (*_VALUES, io.FileIO, io.TextIOWrapper):
        names |= set(dir(value))
    outside = set()
    for module in modules.values():
        names |= set(module.name.split("."))
        local = set()  # what stands for something of the outside here
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                found = {alias.name: alias.asname for alias in node.names if alias.name not in modules}
                outside |= set(found)
                local |= {asname or name.split(".")[0] for name, asname in found.items()}
            elif isinstance(node, ast.ImportFrom) and module.absolute(node) not in modules:
                outside.add(module.absolute(node))
                names |= {alias.name for alias in node.names}
                local |= {alias.asname or alias.name for alias in node.names}
        names |= {each.attr for each in ast.walk(module.tree) if _root_of(each) in local}
        names |= _said(module.tree)
    waiting = {name.split(".")[0] for name in outside - set(modules)}
    known = set()
    while waiting:
        name = waiting.pop()
        known.add(name)
        found, needed = _names_of(name)
        names |= {name, *found}
        waiting |= needed - known - _FOR_TYPES
    return names


def _root_of(node):
    """The name that dotted attributes begin with, or None for anything else."""
    if not isinstance(node, ast.Attribute):
        return None
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _said(tree):
    """Names written as text: ``getattr`` and the like may mean them. What only explains can't."""
    explains = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explains:
            # A list of names may be written as one text.
            words = node.value.split()
            if all(_IDENTIFIER.match(word) for word in words):
                found |= set(words)
    return found


@functools.cache
def _names_of(module):
    """All names in a board's stubs of a module of the outside; if there are none, in its source if it is a library, and
    on this PC if it is Python's own. And the modules that it imports: its objects may be made from theirs."""
    names = set()
    needed = set()
    files = list(_stubs(module))
    spec = _spec(module)
    if not files and spec and spec.origin and "site-packages" in spec.origin and spec.origin.endswith(".py"):
        path = Path(spec.origin)
        files += path.parent.rglob("*.py") if path.name == "__init__.py" else [path]
    elif spec and module in _PYTHONS_OWN:
        names |= set(dir(importlib.import_module(module)))
    for file in files:
        text = file.read_text(encoding="utf-8")
        try:
            tree = ast.parse(text)
        except SyntaxError:  # a stub may be written for a newer Python than this one
            names |= set(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text))
            continue
        for node in ast.walk(tree):
            for field in ("id", "attr", "arg", "name", "asname"):
                if isinstance(getattr(node, field, None), str):
                    names.add(getattr(node, field))
            if isinstance(node, ast.Import):
                needed |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                needed.add(node.module.split(".")[0])
    return names, needed


# What only type checkers need; nothing of it is on a board.
_FOR_TYPES = {"typing", "typing_extensions", "circuitpython_typing"}
# Modules that Python has too; a board has a part of each.
_PYTHONS_OWN = {"array", "binascii", "gc", "hashlib", "math", "os", "random", "struct", "sys", "time", "traceback"}


def _spec(module):
    try:
        return importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None


def _stubs(module):
    spec = _spec("board_definitions")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        yield from (Path(folder).parent / f"{module}-stubs").rglob("*.pyi")
