"""A file of the firmware as a syntax tree, for whoever rewrites sources before they are compiled for a board."""

import ast


class ModuleTree:
    """``name`` ("firmware.link.link"), ``path`` on the drive, ``tree``, and the ``package`` that relative imports start
    at. Raises SyntaxError."""

    def __init__(self, path, source):
        self.path = path
        name = path.removesuffix(".py").replace("/", ".")
        self.is_package = name.endswith(".__init__")
        self.name = name.removesuffix(".__init__")
        self.package = self.name if self.is_package else self.name.rpartition(".")[0]
        self.tree = ast.parse(source, path)

    def absolute(self, node):
        """The module that a ``from`` import names."""
        if not node.level:
            return node.module
        parts = self.package.split(".")
        parts = parts[: len(parts) - node.level + 1]
        return ".".join([*parts, node.module] if node.module else parts)


def read_modules(sources):
    """Modules by name, in the order of ``sources``: text of each file by its path on the drive
    ("firmware/link/link.py")."""
    modules = [ModuleTree(path, source) for path, source in sources.items()]
    return {module.name: module for module in modules}


def write_modules(modules):
    """The opposite of ``read_modules``: texts by path, without comments."""
    return {module.path: ast.unparse(module.tree) + "\n" for module in modules.values()}


def local_modules(module, modules):
    """Names in a module that stand for another of ``modules``: {name here: name of that module}."""
    local = {}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            source = module.absolute(node)
            for alias in node.names:
                if f"{source}.{alias.name}" in modules:
                    local[alias.asname or alias.name] = f"{source}.{alias.name}"
    return local


def names_at_the_top(tree):
    """What a module sets at its top, imports aside."""
    names = set()
    todo = list(tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif not isinstance(node, ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return names


def imported_names(node):
    """What the import statements in a tree call what they import."""
    return {
        alias.asname or alias.name
        for each in ast.walk(node)
        if isinstance(each, ast.Import | ast.ImportFrom)
        for alias in each.names
    }
