"""Writes constants of the firmware in where they are used, before it is compiled for the board without PSRAM.

A board keeps each name of a module in a table, once where it is defined and once in each module that imports it, and
each name's letters besides: the firmware's whole numbers with names take more memory than its tables. MicroPython's own
``const`` does this within one file only.

What is replaced: names in capitals that a module sets once, at its top, to a whole number known beforehand.
"""

import ast
import re

_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*\Z")
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


def inline(modules):
    """Change ``modules`` (module_tree.read_modules), everything that is imported from each other together."""
    known = {name: _Constants(module) for name, module in modules.items()}
    for constants in known.values():
        constants.read_imports(known)
    while sum(constants.fold(known) for constants in known.values()):
        pass
    for constants in known.values():
        constants.keep_what_is_imported(known)
    for constants in known.values():
        _Writer(constants, known).visit(constants.tree)


class _Constants:
    """One file: the values of its constants, and what was imported from where."""

    def __init__(self, module):
        self.module = module
        self.tree = module.tree
        self.values = {}
        self.imported = {}  # local name: (module, its name there)
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

    def read_imports(self, known):
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.ImportFrom):
                continue
            source = self.module.absolute(node)
            for alias in node.names:
                local = alias.asname or alias.name
                if f"{source}.{alias.name}" in known:
                    self.modules[local] = f"{source}.{alias.name}"
                elif source in known:
                    if self.imported.get(local, (source, alias.name)) != (source, alias.name):
                        self.stored.add(local)  # two things by one name: neither is replaced
                        self.keep(local, known)
                        known[source].keep(alias.name, known)
                    self.imported[local] = (source, alias.name)

    def fold(self, known):
        """Find values; returns how many are new."""
        count = len(self.values)
        for node in self.tree.body:
            if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
                continue
            name = node.targets[0].id
            if not _CONSTANT.match(name) or name in self.values or name not in self.once:
                continue
            value = self.value(node.value, known)
            if value is not None:
                self.values[name] = value
                self.sites[name] = node
        return len(self.values) - count

    def value(self, node, known):
        """The whole number that an expression has, or None if it can't be known."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if isinstance(node, ast.Name):
            return self.lookup(node.id, known)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            other = known.get(self.modules.get(node.value.id))
            return other.lookup(node.attr, known) if other else None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.value(node.operand, known)
            return None if value is None else -value
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = self.value(node.left, known), self.value(node.right, known)
            if left is None or right is None:
                return None
            return _OPERATORS[type(node.op)](left, right)
        return None

    def lookup(self, name, known, depth=0):
        """The value of a name here, or None."""
        if name in self.values:
            return self.values[name]
        if name in self.imported and name not in self.stored and depth < 8:
            source, original = self.imported[name]
            if _CONSTANT.match(original):
                return known[source].lookup(original, known, depth + 1)
        return None

    def keep_what_is_imported(self, known):
        """Where a name can't be written in, it is still imported, and has to be there."""
        for local, (source, original) in self.imported.items():
            if self.lookup(local, known) is None:
                known[source].keep(original, known)

    def keep(self, name, known):
        """Leave a name of this module where it is, and wherever it comes from."""
        if name not in self.kept:
            self.kept.add(name)
            if name in self.imported:
                source, original = self.imported[name]
                known[source].keep(original, known)


class _Writer(ast.NodeTransformer):
    """Writes the values in, and takes out what nobody needs any more."""

    def __init__(self, constants, known):
        self.constants = constants
        self.known = known
        gone = {id(site) for name, site in constants.sites.items() if name not in constants.kept}
        constants.tree.body = [node for node in constants.tree.body if id(node) not in gone]

    def visit_Name(self, node):
        value = self.constants.value(node, self.known) if isinstance(node.ctx, ast.Load) else None
        return node if value is None else _number(value)

    def visit_Attribute(self, node):
        value = self.constants.value(node, self.known) if isinstance(node.ctx, ast.Load) else None
        return self.generic_visit(node) if value is None else _number(value)

    def visit_ImportFrom(self, node):
        if self.constants.module.absolute(node) in self.known:
            node.names = [alias for alias in node.names if not self._is_written_in(alias)]
        return node if node.names else ast.Pass()

    def _is_written_in(self, alias):
        local = alias.asname or alias.name
        constants = self.constants
        return (
            local in constants.imported
            and local not in constants.kept
            and constants.lookup(local, self.known) is not None
        )


def _number(value):
    return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
