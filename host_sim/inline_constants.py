"""Writes constants of the firmware in where they are used, before it is compiled for the drive.

A board keeps each name of a module in a table, once where it is defined and once in each module that imports it, and
each name's letters besides: the firmware's whole numbers with names take more memory than its tables. MicroPython's own
``const`` does this within one file only. Lines stay where they are, so that tracebacks fit the sources.

What is replaced: names in capitals that a module sets once, at its top, to a whole number known beforehand.
"""

import ast
import re

from host_sim.module_tree import ModuleTree, names_in_f_strings, read_modules

_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*\Z")


class _Module(ModuleTree):
    """One file: its syntax tree, the values of its constants, and what was imported from where."""

    def __init__(self, name, source, is_package):
        super().__init__(name, source, is_package)
        self.values = {}
        self.imported = {}  # local name: (module, its name there)
        self.imports = []  # all of them: local name, module, its name there
        self.modules = {}  # local name: module
        self.sites = {}  # the statement that sets a constant
        self.kept = set()  # names that somebody imports and can't have written in
        stored = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                stored[node.id] = stored.get(node.id, 0) + 1
            elif isinstance(node, ast.arg):
                stored[node.arg] = stored.get(node.arg, 0) + 2
            elif isinstance(node, ast.Global):
                for each in node.names:
                    stored[each] = 2
        self.once = {each for each, count in stored.items() if count == 1}
        self.stored = set(stored)
        self.in_f_strings = names_in_f_strings(self.tree)


def inline(sources):
    """``sources``: text of each file by its path on the drive ("firmware/link/link.py"), everything that is imported
    from each other together. Returns the same files with constants written in. Raises SyntaxError."""
    modules = read_modules(sources, _Module)
    for module in modules.values():
        _read_imports(module, modules)
    _fold_all(modules)
    _keep_what_is_imported(modules)
    texts = {name: _edit(module, modules) for name, module in modules.items()}
    by_path = zip(sources, modules, strict=True)
    return {path: texts[name] for path, name in by_path}


def _read_imports(module, modules):
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            source = module.absolute(node)
            for alias in node.names:
                local = alias.asname or alias.name
                if f"{source}.{alias.name}" in modules:
                    module.modules[local] = f"{source}.{alias.name}"
                elif source in modules:
                    if module.imported.get(local, (source, alias.name)) != (source, alias.name):
                        module.stored.add(local)  # two things by one name: neither is replaced
                    module.imported[local] = (source, alias.name)
                    module.imports.append((local, source, alias.name))


def _fold_all(modules):
    in_f_strings = set()
    for module in modules.values():
        in_f_strings |= module.in_f_strings
    is_new = True
    while is_new:
        is_new = False
        for module in modules.values():
            for node in module.tree.body:
                if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                    continue
                target = node.targets[0]
                if not isinstance(target, ast.Name) or not _CONSTANT.match(target.id) or target.id in module.values:
                    continue
                if target.id in in_f_strings:
                    continue
                value = _value(node.value, module, modules) if target.id in module.once else None
                if value is not None:
                    module.values[target.id] = value
                    module.sites[target.id] = node
                    is_new = True


def _value(node, module, modules):
    """The whole number that an expression has, or None if it can't be known."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        return _lookup(node.id, module, modules)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        other = modules.get(module.modules.get(node.value.id))
        return _lookup(node.attr, other, modules) if other else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, module, modules)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = _value(node.left, module, modules), _value(node.right, module, modules)
        if left is None or right is None:
            return None
        return _OPERATORS[type(node.op)](left, right)
    return None


_OPERATORS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b if b else None,
    ast.Mod: lambda a, b: a % b if b else None,
    ast.LShift: lambda a, b: a << b if 0 <= b < 64 else None,
    ast.RShift: lambda a, b: a >> b if b >= 0 else None,
    ast.BitOr: lambda a, b: a | b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.Pow: lambda a, b: a**b if 0 <= b < 64 else None,
}


def _lookup(name, module, modules, depth=0):
    if name in module.values:
        return module.values[name]
    if name in module.imported and name not in module.stored and depth < 8:
        source, original = module.imported[name]
        if _CONSTANT.match(original):
            return _lookup(original, modules[source], modules, depth + 1)
    return None


def _keep_what_is_imported(modules):
    """Where a name can't be written in, it is still imported, and has to be there."""
    for module in modules.values():
        for local, source, original in module.imports:
            if _lookup(local, module, modules) is None:
                _keep(original, modules[source], modules)


def _keep(name, module, modules):
    if name not in module.kept:
        module.kept.add(name)
        if name in module.imported:
            source, original = module.imported[name]
            _keep(original, modules[source], modules)


def _edit(module, modules):
    """The text of a module with its constants written in."""
    edits = []  # (first offset, last offset, text)
    starts = _line_starts(module.source)

    def where(line, column):
        # ast counts bytes of UTF-8 in a line.
        text = module.source[starts[line - 1] :].split("\n", 1)[0]
        return starts[line - 1] + len(text.encode()[:column].decode())

    def replace(node, text):
        first = where(node.lineno, node.col_offset)
        last = where(node.end_lineno, node.end_col_offset)
        # As many lines as before: tracebacks shall fit the sources.
        edits.append((first, last, text + "\n" * (node.end_lineno - node.lineno)))

    sites = [site for name, site in module.sites.items() if name not in module.kept]
    gone = {id(site) for site in sites}
    for node in ast.walk(module.tree):
        if id(node) in gone:
            continue
        if isinstance(node, ast.ImportFrom):
            _edit_import(node, module, modules, replace)
    for node in _names(module.tree, gone):
        value = _value(node, module, modules) if isinstance(node.ctx, ast.Load) else None
        if value is not None:
            replace(node, str(value) if value >= 0 else f"({value})")
    for site in sites:
        replace(site, "")
    text = module.source
    for first, last, new in sorted(edits, reverse=True):
        text = text[:first] + new + text[last:]
    return text


def _names(tree, gone):
    """Names and ``module.NAME`` in a tree, but not in the statements that are taken out, and not within each other."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if id(node) in gone:
            continue
        if isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            yield node
            if isinstance(node, ast.Name) or _CONSTANT.match(node.attr):
                continue
        todo += ast.iter_child_nodes(node)


def _edit_import(node, module, modules, replace):
    if module.absolute(node) not in modules:
        return
    kept = [alias for alias in node.names if not _is_inlined(alias, module, modules)]
    if len(kept) == len(node.names):
        return
    names = ", ".join(alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in kept)
    replace(node, f"from {'.' * node.level}{node.module or ''} import {names}" if kept else "pass")


def _is_inlined(alias, module, modules):
    local = alias.asname or alias.name
    return local in module.imported and local not in module.kept and _lookup(local, module, modules) is not None


def _line_starts(text):
    starts = [0]
    for at, letter in enumerate(text):
        if letter == "\n":
            starts.append(at + 1)
    return starts
