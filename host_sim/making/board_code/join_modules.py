"""Joins modules that are always in memory together into one file, for the board without PSRAM.

To MicroPython every module costs an object, two tables and an entry in two more, about 170 bytes (measured on the
32-bit VM), and each name taken from another module costs 8 bytes in the one that takes it. In one file a name is there
once. Names get the name of their module behind them, so that no two are the same.

Modules that are loaded when they are needed and forgotten afterwards (firmware/spare.py) stay files of their own.
"""

import ast

from host_sim.making.board_code.module_tree import ModuleTree, local_modules, names_at_the_top
from host_sim.making.board_code.scopes import FUNCTIONS, Walker


class JoinError(Exception):
    """A module does something that can't be done in a joined file; the message says what and where."""


def join(modules, groups):
    """Return ``modules`` (module_tree.read_modules) with those of each group made one.

    ``groups``: {name of the new module: names of the modules that it begins with}. What those import at their top goes
    into it too, unless an earlier group has it, or a module is used as an object by itself. Raises JoinError.
    """
    loners = _used_as_objects(modules)
    homes = {}  # module: the file it goes into
    orders = {}  # that file: its modules, each after those it imports
    for new, roots in groups.items():
        orders[new] = order = []
        for root in roots:
            if root not in modules or root in loners:
                raise JoinError(
                    f"{new} begins with {root}, which {'stays alone' if root in loners else 'is not there'}"
                )
            _gather(root, modules, loners, homes, new, order)
    program = _Program(modules, homes)
    joined = {}
    for name, module in modules.items():
        if name not in homes:
            program.rewrite_alone(module)
            joined[name] = module
    for new, order in orders.items():
        joined[new] = program.make_joined(new, [modules[name] for name in order])
        for other in _needed_at_the_start(joined[new]):
            if other in joined and new in _needed_at_the_start(joined[other]):
                raise JoinError(f"{other} and {new} need each other")
    return joined


def _needed_at_the_start(module):
    return {node.module for node in module.tree.body if isinstance(node, ast.ImportFrom)}


def _gather(name, modules, loners, homes, new, order):
    if name in homes or name in loners or name not in modules or modules[name].is_package:
        return
    homes[name] = new
    for node in modules[name].tree.body:
        for other in _modules_named(node, modules[name]):
            _gather(other, modules, loners, homes, new, order)
    order.append(name)


def _modules_named(node, module):
    """The modules that an import statement may name."""
    if not isinstance(node, ast.ImportFrom):
        return []
    source = module.absolute(node)
    return [source, *(f"{source}.{alias.name}" for alias in node.names)]


def _used_as_objects(modules):
    """Modules that are passed around, changed by whoever imports them, or loaded by their name as text."""
    found = set()
    for module in modules.values():
        local = local_modules(module, modules)
        dotted = {
            id(node.value)
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
        }
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Name) and node.id in local and id(node) not in dotted:
                found.add(local[node.id])
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


class _Program:
    """All modules, and what becomes of their names."""

    def __init__(self, modules, homes):
        self.modules = modules
        self.homes = homes
        self.local = {name: local_modules(module, modules) for name, module in modules.items()}
        self.taken = {name: _taken(module, modules) for name, module in modules.items()}

    def origin(self, name, what):
        """The module that a name is really from, and what it is called there."""
        while what in self.taken[name]:
            name, what = self.taken[name][what]
        return name, what

    def joined_name(self, name, what):
        """(file, name there) of what ``from name import what`` takes, or None if it stays in a file of its own."""
        name, what = self.origin(name, what)
        return (self.homes[name], unique(name, what)) if name in self.homes else None

    def rewrite_alone(self, module):
        """A module that stays alone: what it takes may come from the joined files."""
        module.tree = _AloneWriter(self, module).visit(module.tree)

    def make_joined(self, new, modules):
        """One module of many."""
        made = ModuleTree(new.replace(".", "/") + ".py", "")
        imports = {}  # text: statement
        body = []
        for module in modules:
            writer = _JoinedWriter(self, module, new)
            tree = writer.visit(module.tree)
            for statement in tree.body:
                if isinstance(statement, ast.Import | ast.ImportFrom):
                    imports[ast.unparse(statement)] = statement
                elif not _says_nothing(statement):
                    body.append(statement)
            for source, name in sorted(writer.taken):
                statement = _import(source, name)
                imports[ast.unparse(statement)] = statement
        _check_for_twins(new, imports.values())
        made.tree.body = [*imports.values(), *body]
        ast.fix_missing_locations(made.tree)
        return made


def unique(name, what):
    """What a name of a module is called in a joined file."""
    return f"{what}{_FROM}{name.replace('.', '_')}"


def plain(name):
    """The opposite: what it was called in its module."""
    return name.partition(_FROM)[0]


_FROM = "__from__"


def _taken(module, modules):
    """What a module takes at its top from others of the firmware: {name here: (module, name there)}."""
    taken = {}
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom):
            source = module.absolute(node)
            for alias in node.names:
                if source in modules and f"{source}.{alias.name}" not in modules:
                    taken[alias.asname or alias.name] = (source, alias.name)
    return taken


def _import(source, name, local=None):
    return ast.ImportFrom(source, [ast.alias(name, local if local != name else None)], 0)


def _says_nothing(statement):
    """A docstring, or a ``pass`` in place of something that went."""
    if isinstance(statement, ast.Pass):
        return True
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _check_for_twins(new, statements):
    """Two modules may not mean two things of the outside by one name."""
    meant = {}
    for statement in statements:
        source = statement.module if isinstance(statement, ast.ImportFrom) else ""
        for alias in statement.names:
            local = alias.asname or alias.name
            if meant.setdefault(local, (source, alias.name)) != (source, alias.name):
                raise JoinError(f"{new}: {local} is {meant[local]} in one module and {(source, alias.name)} in another")


class _ImportWriter:
    """A writer that rewrites imports from modules of the firmware, name by name (``imports_of``)."""

    def visit_ImportFrom(self, node):
        source = self.module.absolute(node)
        if source not in self.program.modules:
            return node
        made = []
        for alias in node.names:
            made += self.imports_of(source, alias.name, alias.asname or alias.name)
        return made or ast.Pass()


class _AloneWriter(_ImportWriter, ast.NodeTransformer):
    """Rewrites the imports of a module that isn't joined, and ``module.name`` of modules that are."""

    def __init__(self, program, module):
        self.program = program
        self.module = module
        self.used = {}  # local name of a joined module: names used of it
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and self._joined(node.value.id):
                self.used.setdefault(node.value.id, set()).add(node.attr)

    def _joined(self, local):
        """The joined module that a name stands for, or None."""
        name = self.program.local[self.module.name].get(local)
        return name if name in self.program.homes else None

    def visit_Attribute(self, node):
        name = self._joined(node.value.id) if isinstance(node.value, ast.Name) else None
        if name is None:
            return self.generic_visit(node)
        return ast.Name(self.program.joined_name(name, node.attr)[1], node.ctx)

    def imports_of(self, source, what, local):
        program = self.program
        whole = f"{source}.{what}"
        if whole in program.homes:
            return [_import(*program.joined_name(whole, used)) for used in sorted(self.used.get(local, ()))]
        if whole in program.modules:
            return [_import(source, what, local)]
        return [_import(*(program.joined_name(source, what) or program.origin(source, what)), local)]


class _JoinedWriter(_ImportWriter, Walker):
    """Puts the module's name behind its own names, and takes its imports of joined modules out."""

    def __init__(self, program, module, new):
        super().__init__()
        self.program = program
        self.module = module
        self.new = new
        self.taken = set()  # (file, name) that must be imported into the new file
        self.redirected = []  # for each function around: {local name of an import: what it is in the joined file}
        self.top = names_at_the_top(module.tree)

    def _here(self, where):
        """The name of what ``joined_name`` found; imported if it lies in another file."""
        home, name = where
        if home != self.new:
            self.taken.add((home, name))
        return name

    def _global(self, name):
        """What a name at the top of the module is called from now on."""
        taken = self.program.taken[self.module.name]
        if name not in self.top and name not in taken:
            return name
        where = None if name in self.top else self.program.joined_name(*taken[name])
        return self._here(where) if where else unique(self.module.name, name)

    def visit_Name(self, node):
        for redirected in reversed(self.redirected):
            if node.id in redirected:
                return ast.Name(redirected[node.id], node.ctx)
        if node.id == "__file__":
            return self._own_file()
        if node.id == "__name__":
            raise JoinError(f"{self.module.name} asks for its own name")
        is_attribute = self.is_in_class and not isinstance(node.ctx, ast.Load)
        if not is_attribute and not self.is_own(node.id):
            node.id = self._global(node.id)
        return node

    def _own_file(self):
        """Where the module would lie: pictures and fonts are looked for from there."""
        package = self.new.rpartition(".")[0].replace(".", "/")
        if not self.module.path.startswith(package):
            raise JoinError(f"{self.module.name} looks for files, and {self.new} lies elsewhere")
        inside = self.module.path[len(package) :]
        return ast.parse(f"__file__.rsplit('/', 1)[0] + {inside!r}", mode="eval").body

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name):
            name = self.program.local[self.module.name].get(node.value.id)
            if name in self.program.homes:
                return ast.Name(self._here(self.program.joined_name(name, node.attr)), node.ctx)
        return self.generic_visit(node)

    def visit_Global(self, node):
        node.names = [self._global(name) for name in node.names]
        return node

    def visit_ClassDef(self, node):
        super().visit_ClassDef(node)
        if not self.scopes:
            node.name = self._global(node.name)
        return node

    def visit_FunctionDef(self, node):
        if not self.scopes and not self.is_in_class:
            node.name = self._global(node.name)
        return super().visit_FunctionDef(node)

    def enter(self, function):
        redirected = {}
        if isinstance(function, FUNCTIONS) and isinstance(function.body, list):
            for node in ast.walk(function):
                if isinstance(node, ast.ImportFrom):
                    source = self.module.absolute(node)
                    for alias in node.names:
                        where = self._where(source, alias.name)
                        if where:
                            redirected[alias.asname or alias.name] = self._here(where)
        self.scopes[-1] -= set(redirected)
        self.redirected.append(redirected)

    def leave(self, function):
        self.redirected.pop()

    def _where(self, source, what):
        """``joined_name`` of a thing, or None if it is no thing but a module, or not ours."""
        if source not in self.program.modules or f"{source}.{what}" in self.program.modules:
            return None
        return self.program.joined_name(source, what)

    def imports_of(self, source, what, local):
        program = self.program
        whole = f"{source}.{what}"
        if whole in program.homes or self._where(source, what):
            return []
        if whole in program.modules:
            return [_import(source, what, local)]
        here = local if self.scopes else unique(self.module.name, local)
        return [_import(*program.origin(source, what), here)]
