"""Which modules of the installed packages the firmware needs on a board: follows its imports, and theirs.

What a board has built in is read from circuitpython-stubs, whose page for each board lists its modules.
"""

import ast
import importlib.util
import re
from pathlib import Path

# Part of every board's language core, so not in the stubs' list.
_CORE = {"__future__", "builtins", "gc", "micropython", "sys", "uctypes"}


class BundleError(Exception):
    """The bundle can't be made; the message is a sentence for the user."""


def built_in_modules(board_id):
    """Names of the modules that CircuitPython has built in or frozen on ``board_id``.

    Raises BundleError for a board that circuitpython-stubs doesn't know.
    """
    spec = importlib.util.find_spec("board_definitions")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        page = Path(folder) / board_id / "__init__.pyi"
        if page.is_file():
            text = page.read_text(encoding="utf-8")
            names = set(_CORE)
            for title in ("Included modules", "Frozen libraries"):
                match = re.search(rf"{title}:([^\n]*)", text)
                if match:
                    names.update(name.strip().split(" ")[0] for name in match[1].split(",") if name.strip())
            return names
    raise BundleError(f"circuitpython-stubs knows no board {board_id}")


def imports_of(source, package):
    """Absolute names that ``source`` (Python text) imports, each with whether it can do without.

    ``package`` is the dotted package the file lies in, for relative imports. A name from a ``from`` import is given
    with what is taken from it too, since that may be a module. An import that a ``try`` guards against ImportError, or
    that only type checkers see, is one it can do without.
    """
    found = []
    _walk(ast.parse(source), package, False, found)
    return found


def _walk(node, package, guarded, found):
    if isinstance(node, ast.Import):
        found.extend((alias.name, guarded) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = _base(node, package)
        found.append((base, guarded))
        found.extend((f"{base}.{alias.name}", True) for alias in node.names)
    elif isinstance(node, ast.Try) and any(_catches_import_error(handler) for handler in node.handlers):
        for child in node.body:
            _walk(child, package, True, found)
        for child in [*node.handlers, *node.orelse, *node.finalbody]:
            _walk(child, package, guarded, found)
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        for child in node.orelse:
            _walk(child, package, guarded, found)
    else:
        for child in ast.iter_child_nodes(node):
            _walk(child, package, guarded, found)


def _base(node, package):
    if not node.level:
        return node.module
    parts = package.split(".")
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _catches_import_error(handler):
    return handler.type is None or any(
        name in ast.unparse(handler.type) for name in ("ImportError", "ModuleNotFoundError", "Exception")
    )


def libraries(sources, board_id):
    """The files of installed packages that ``sources`` need on ``board_id``, each by its path inside ``lib/``.

    ``sources``: (text, package) of each file of the firmware. Raises BundleError for a module that must be there but is
    neither built in, nor the firmware's own, nor installed.
    """
    known = built_in_modules(board_id)
    files = {}
    seen = set()
    waiting = [found for text, package in sources for found in imports_of(text, package)]
    while waiting:
        name, optional = waiting.pop()
        top = name.split(".")[0]
        if name in seen or top in known or top in ("firmware", "boot", "code"):
            continue
        path = _source_of(name)
        if path is None:
            if not optional:
                raise BundleError(f"the firmware imports {name}, which is neither built into {board_id} nor installed")
            continue
        seen.add(name)
        parents = name.split(".")[:-1]
        waiting.extend((".".join(parents[:count]), optional) for count in range(1, len(parents) + 1))
        is_package = path.name == "__init__.py"
        where = Path(*name.split("."))
        files[where / "__init__.py" if is_package else where.with_suffix(".py")] = path
        text = path.read_text(encoding="utf-8")
        waiting.extend(imports_of(text, name if is_package else ".".join(parents)))
    return files


def _source_of(name):
    """The Python file of a module of an installed package, or None. Python's own library is no package."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin) if "site-packages" in Path(spec.origin).parts else None
