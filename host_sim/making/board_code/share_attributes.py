"""Lets classes that have nothing to do with each other have attributes of the same names, before their names are made
short for the board without PSRAM: a board keeps each name's letters and 7 bytes once, however many classes use it.

An attribute is a family's own if nobody but the modules of a class and of what it is made from uses it, and if only an
object's own methods set it. Each family calls its own ones ``own_0``, ``own_1``, ...
"""

import ast

from host_sim.making.board_code.foreign_names import foreign_names
from host_sim.making.board_code.module_tree import imported_names, names_at_the_top


def share(modules):
    """Change ``modules`` (module_tree.read_modules), everything that is imported from each other together, not joined
    yet. Returns {"Class.new name": ["Class.what it was"]} of methods."""
    homes = _homes(modules)
    counts = {}
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute) and node.attr in homes:
                counts[node.attr] = counts.get(node.attr, 0) + 1
    told = {}
    for family in {id(family): family for family in homes.values()}.values():
        own = sorted(
            (name for name, home in homes.items() if home is family), key=lambda name: (-counts.get(name, 0), name)
        )
        new = {name: f"own_{number}" for number, name in enumerate(own)}
        for name in family:
            _Writer(new, told).visit(modules[name].tree)
    return told


def _homes(modules):
    """{name of an attribute that one family has to itself: names of its modules}."""
    families = _families(modules)
    homes = {}
    strange = foreign_names(modules)
    for module in modules.values():
        family = families[module.name]
        imported = imported_names(module.tree)
        for node in ast.walk(module.tree):
            names = []
            if isinstance(node, ast.Attribute):
                names = [node.attr]
                whose = node.value.id if isinstance(node.value, ast.Name) else None
                if whose in imported or (whose != "self" and not isinstance(node.ctx, ast.Load)):
                    strange.add(node.attr)
            elif isinstance(node, ast.ClassDef):
                names = _defined_by(node)
            for name in names:
                if homes.setdefault(name, family) is not family:
                    strange.add(name)
    # A module may be an object too.
    for module in modules.values():
        strange |= names_at_the_top(module.tree)
    return {name: family for name, family in homes.items() if name not in strange}


def _defined_by(kind):
    """What a class itself defines."""
    found = []
    for node in kind.body:
        if isinstance(node, ast.FunctionDef):
            found.append(node.name)
        else:
            found += [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
    return found


def _families(modules):
    """{module: names of the modules whose classes are made from one another's, itself included}."""
    family = {name: (name,) for name in modules}
    for module in modules.values():
        imported = {}
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    whole = f"{module.absolute(node)}.{alias.name}"
                    imported[alias.asname or alias.name] = whole if whole in modules else module.absolute(node)
            elif isinstance(node, ast.Import):
                imported |= {alias.asname or alias.name: alias.name for alias in node.names}
        for node in ast.walk(module.tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                other = imported.get(ast.unparse(base).rpartition(".")[0] or ast.unparse(base))
                if other in modules and family[other] is not family[module.name]:
                    together = family[other] + family[module.name]
                    family.update(dict.fromkeys(together, together))
    return family


class _Writer(ast.NodeTransformer):
    """Writes the new names of a family's own attributes."""

    def __init__(self, new, told):
        self.new = new
        self.told = told

    def visit_Attribute(self, node):
        node.attr = self.new.get(node.attr, node.attr)
        return self.generic_visit(node)

    def visit_ClassDef(self, node):
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and each.name in self.new:
                told = self.told.setdefault(f"{node.name}.{self.new[each.name]}", [])
                if f"{node.name}.{each.name}" not in told:
                    told.append(f"{node.name}.{each.name}")
                each.name = self.new[each.name]
            elif not isinstance(each, ast.FunctionDef):
                for name in ast.walk(each):
                    if isinstance(name, ast.Name) and not isinstance(name.ctx, ast.Load):
                        name.id = self.new.get(name.id, name.id)
        return self.generic_visit(node)
