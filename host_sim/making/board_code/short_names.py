"""Gives everything in the firmware short names before it is compiled for the board without PSRAM.

A board keeps the letters of every name in memory, once each, and 7 bytes besides: all of them together take more than
a room of the firmware. What has a name in our own files gets a short one, the same everywhere:

- what a function takes: a, b, c, ... in each function;
- what is read with a dot (attributes and methods), and what stands at the top of modules: each group by itself, the
  most used ones first;
- what else a function calls its own: v0, v1, ...; a board doesn't keep these at all.

Names stay that somebody else may mean (foreign_names.py), and those by which something is given in a call.
"""

import ast
import string

from host_sim.making.board_code.foreign_names import foreign_names
from host_sim.making.board_code.join_modules import plain
from host_sim.making.board_code.module_tree import imported_names, names_at_the_top
from host_sim.making.board_code.scopes import FUNCTIONS, Walker, arguments_of, own_names

_LETTERS = string.ascii_letters
_ARGUMENTS = 14  # letters that only arguments have, besides attributes


def shorten(modules, readable=()):
    """Change ``modules`` (module_tree.read_modules), everything that is imported from each other together.
    ``readable``: modules that keep their own names. Returns {short name of a function: [what it was]}."""
    names = _Names(modules)
    told = {}
    for module in modules.values():
        kind = _ReadableWriter if module.name in readable else _Writer
        kind(modules, module, names, told).visit(module.tree)
        ast.fix_missing_locations(module.tree)
    return told


class _Names:
    """The new names of everything: ``tops``, ``attributes``; ``keywords`` are arguments that keep theirs."""

    def __init__(self, modules):
        self.keywords = _keywords(modules)
        self._kept = foreign_names(modules) | self.keywords
        counts = _Counts()
        for module in modules.values():
            counts.visit(module.tree)
        # What a module is asked for, as an object, stands at its top and is an attribute too: one name for both.
        asked = _asked_for(modules)
        both = {name: counts.attributes.get(name, 0) + counts.tops.get(name, 0) for name in asked}
        shared = self._give(both, first=_ARGUMENTS)
        self._kept |= {*asked, *shared.values()}
        # An attribute and a name at the top of a module never meet: they can be the same letters.
        self.tops = {**self._give(counts.tops, first=_ARGUMENTS), **shared}
        self.attributes = {**self._give(counts.attributes, first=0), **shared}

    def _give(self, counts, first):
        """{name: short name} for every name that may be changed; the most used ones get the shortest."""
        wanted = sorted((name for name in counts if name not in self._kept), key=lambda name: (-counts[name], name))
        given = {}
        number = first
        for name in wanted:
            while _spell(number) in self._kept:
                number += 1
            given[name] = _spell(number)
            number += 1
        return given


def _keywords(modules):
    """Names by which something is given in a call."""
    return {
        node.arg
        for module in modules.values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.keyword) and node.arg
    }


def _asked_for(modules):
    """Names at the top of modules that may be asked for by ``module.name``: the module may have been loaded by a name
    made at run time, or be passed around."""
    tops = set()
    attributes = set()
    for module in modules.values():
        tops |= names_at_the_top(module.tree) | imported_names(module.tree)
        attributes |= {node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
    return tops & attributes


def _spell(number):
    """a, b, ..., Z, aa, ab, ...: never v and a number, which are a function's own."""
    text = ""
    while True:
        text = _LETTERS[number % len(_LETTERS)] + text
        number = number // len(_LETTERS) - 1
        if number < 0:
            return text


class _Counts(Walker):
    """How often each name is used as an attribute, and at the top of a module."""

    def __init__(self):
        super().__init__()
        self.attributes = {}
        self.tops = {}

    def _count(self, name, is_attribute):
        counts = self.attributes if is_attribute else self.tops
        if is_attribute or not self.is_own(name):
            counts[name] = counts.get(name, 0) + 1

    def visit_Attribute(self, node):
        self._count(node.attr, True)
        return self.generic_visit(node)

    def visit_Name(self, node):
        self._count(node.id, self.is_in_class and not isinstance(node.ctx, ast.Load))
        return node

    def visit_FunctionDef(self, node):
        self._count(node.name, self.is_in_class)
        return super().visit_FunctionDef(node)

    def visit_ClassDef(self, node):
        self._count(node.name, False)
        return super().visit_ClassDef(node)

    def visit_ImportFrom(self, node):
        for alias in node.names:
            self._count(alias.name, False)
        return node


class _Writer(Walker):
    """Writes the new names. ``told`` collects those of functions."""

    def __init__(self, modules, module, names, told):
        super().__init__()
        self.modules = modules
        self.module = module
        self.attributes = names.attributes
        self.tops = names.tops
        self.keywords = names.keywords
        self.told = told
        self.maps = []  # for each function around: {own name: new name}
        self.given = [0, 0]  # arguments and other own names of the functions around
        self.before = []  # the same, before each of them
        self.classes = []

    def _new(self, name):
        """The new name of anything that isn't an attribute."""
        for names in reversed(self.maps):
            if name in names:
                return names[name]
        return self.tops.get(name, name)

    def enter(self, function):
        self.before.append(list(self.given))
        new = {}
        arguments = arguments_of(function) if isinstance(function, FUNCTIONS) else []
        for argument in arguments:
            if argument.arg in self.keywords:
                new[argument.arg] = argument.arg
                continue
            if self.given[0] == _ARGUMENTS:
                raise ValueError(f"{self.module.name}, line {function.lineno}: more than {_ARGUMENTS} arguments")
            new[argument.arg] = _LETTERS[self.given[0]]
            self.given[0] += 1
        for name in sorted(own_names(function) - set(new)):
            new[name] = f"v{self.given[1]}"
            self.given[1] += 1
        self.maps.append(new)
        for argument in arguments:
            argument.arg = new[argument.arg]
            argument.annotation = None

    def leave(self, function):
        self.maps.pop()
        self.given = self.before.pop()

    def visit_Name(self, node):
        is_attribute = self.is_in_class and not isinstance(node.ctx, ast.Load)
        node.id = self.attributes.get(node.id, node.id) if is_attribute else self._new(node.id)
        return node

    def visit_Attribute(self, node):
        node.attr = self.attributes.get(node.attr, node.attr)
        return self.generic_visit(node)

    def visit_Global(self, node):
        node.names = [self._new(name) for name in node.names]
        return node

    visit_Nonlocal = visit_Global

    def visit_ExceptHandler(self, node):
        if node.name:
            node.name = self._new(node.name)
        return self.generic_visit(node)

    def visit_AnnAssign(self, node):
        return self.visit(ast.Assign([node.target], node.value, lineno=node.lineno)) if node.value else None

    def visit_ClassDef(self, node):
        self.classes.append(node.name)
        super().visit_ClassDef(node)
        self.classes.pop()
        node.name = self._new(node.name)
        return node

    def visit_FunctionDef(self, node):
        was = node.name
        node.name = self.attributes.get(was, was) if self.is_in_class else self._new(was)
        if node.name != was:
            said = ".".join(plain(each) for each in ([*self.classes, was] if self.is_in_class else [was]))
            told = self.told.setdefault(node.name, [])
            if said not in told:
                told.append(said)
        node.returns = None
        return super().visit_FunctionDef(node)

    def visit_Import(self, node):
        for alias in node.names:
            if alias.asname or "." not in alias.name:
                new = self._new(alias.asname or alias.name)
                alias.asname = new if new != alias.name else None
        return node

    def visit_ImportFrom(self, node):
        source = self.module.absolute(node)
        for alias in node.names:
            new = self._new(alias.asname or alias.name)
            if source in self.modules and f"{source}.{alias.name}" not in self.modules:
                alias.name = self.tops.get(alias.name, alias.name)
            alias.asname = new if new != alias.name else None
        return node


class _ReadableWriter(_Writer):
    """Leaves a module its own names: only what it takes from others is called as it is there."""

    def _new(self, name):
        return name

    def enter(self, function):
        self.maps.append({})

    def leave(self, function):
        self.maps.pop()
