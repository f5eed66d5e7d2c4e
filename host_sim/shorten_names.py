"""Gives private names short ones before the firmware is compiled for the drive.

A board keeps the letters of every name in memory, once each, and 7 bytes besides: hundreds of private names take more
than a whole room. Nobody outside a class or module uses its private names, so ``_a``, ``_b``, ... can be given anew in
each. Lines stay as they are, so that tracebacks fit the sources; only the names of functions in them are short.

A name is left alone if it may be more than private: used on anything but ``self``, taken from another module, given as
a keyword or written as text.
"""

import ast
import re

from host_sim.module_tree import ModuleTree, names_in_f_strings, read_modules

_PRIVATE = re.compile(r"_[A-Za-z][A-Za-z0-9_]*\Z")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class _Module(ModuleTree):
    """One file: ``names``, each private name with how often it is used; ``kept``, those that can't be changed."""

    def __init__(self, name, source, is_package):
        super().__init__(name, source, is_package)
        self.names = {}
        self.kept = names_in_f_strings(self.tree)
        self.imported = {}  # local name: module it is from
        self.bases = set()  # names that its classes are made from
        for node in ast.walk(self.tree):
            self._look(node)

    def _look(self, node):
        if isinstance(node, ast.Name):
            self._count(node.id)
        elif isinstance(node, ast.Attribute):
            self._count(node.attr)
            if not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                self.kept.add(node.attr)
        elif isinstance(node, ast.FunctionDef):
            self._count(node.name)
        elif isinstance(node, ast.ClassDef):
            self._count(node.name)
            self.bases |= {each.id if isinstance(each, ast.Name) else ast.unparse(each) for each in node.bases}
        elif isinstance(node, ast.arg):
            self._count(node.arg)
        elif isinstance(node, ast.keyword):
            self.kept.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.kept.add(node.value)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            self.kept |= set(node.names)
        elif isinstance(node, ast.ExceptHandler):
            self.kept.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                self.kept |= {alias.name, alias.asname}
                if isinstance(node, ast.ImportFrom):
                    self.imported[alias.asname or alias.name] = self.absolute(node)

    def _count(self, name):
        if _PRIVATE.match(name):
            self.names[name] = self.names.get(name, 0) + 1


def shorten(sources):
    """``sources``: text of each file by its path on the drive, everything that is imported from each other together.
    Returns the same files with short private names. Raises SyntaxError."""
    modules = read_modules(sources, _Module)
    kept = set()
    for module in modules.values():
        kept |= module.kept
    texts = {}
    for family in _families(modules):
        new = _short_names(family, kept)
        for module in family:
            texts[module.name] = _edit(module, new)
    return {path: texts[name] for path, name in zip(sources, modules, strict=True)}


def _families(modules):
    """Modules in groups: a class and what it is made from share their private names, wherever they are."""
    family = {name: [module] for name, module in modules.items()}
    for name, module in modules.items():
        for base in module.bases:
            other = module.imported.get(base.split(".")[0])
            if other in modules and family[other] is not family[name]:
                family[name] += family[other]
                for each in family[other]:
                    family[each.name] = family[name]
    found = []
    for group in family.values():
        if not any(group is each for each in found):
            found.append(group)
    return found


def _short_names(family, kept):
    counts = {}
    for module in family:
        for name, count in module.names.items():
            counts[name] = counts.get(name, 0) + count
    wanted = sorted((name for name in counts if name not in kept), key=lambda name: (-counts[name], name))
    new = {}
    for name in wanted:
        number = len(new)
        while True:
            short = "_" + _LETTERS[number % len(_LETTERS)] * (1 + number // len(_LETTERS))
            if short not in kept and short not in new.values():
                break
            number += 1
        new[name] = short
    return new


def _edit(module, new):
    lines = module.source.split("\n")
    edits = []  # (line, column in bytes, old name)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and node.id in new:
            edits.append((node.lineno, node.col_offset, node.id))
        elif isinstance(node, ast.Attribute) and node.attr in new:
            edits.append((node.end_lineno, node.end_col_offset - len(node.attr.encode()), node.attr))
        elif isinstance(node, ast.arg) and node.arg in new:
            edits.append((node.lineno, node.col_offset, node.arg))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in new:
            word = "def " if isinstance(node, ast.FunctionDef) else "class "
            edits.append((node.lineno, node.col_offset + len(word), node.name))
    for line, column, name in sorted(edits, reverse=True):
        text = lines[line - 1].encode()
        end = column + len(name.encode())
        if text[column:end] != name.encode():
            raise ValueError(f"{module.name}, line {line}: {name} isn't where it should be")
        lines[line - 1] = (text[:column] + new[name].encode() + text[end:]).decode()
    return "\n".join(lines)
