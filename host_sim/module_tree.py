"""A file of the firmware as a syntax tree, for whoever rewrites sources before they are compiled for a board."""

import ast


class ModuleTree:
    """``name`` ("firmware.link.link"), ``source``, its ``tree``, and the ``package`` that relative imports start at.
    Raises SyntaxError."""

    def __init__(self, name, source, is_package):
        self.name = name
        self.source = source
        self.tree = ast.parse(source)
        self.package = name if is_package else name.rpartition(".")[0]

    def absolute(self, node):
        """The module that a ``from`` import names."""
        if not node.level:
            return node.module
        parts = self.package.split(".")
        parts = parts[: len(parts) - node.level + 1]
        return ".".join([*parts, node.module] if node.module else parts)


def read_modules(sources, kind):
    """Modules by name, in the order of ``sources``: text of each file by its path on the drive
    ("firmware/link/link.py"). ``kind`` is the class to make of each."""
    modules = {}
    for path, source in sources.items():
        name = path.removesuffix(".py").replace("/", ".")
        is_package = name.endswith(".__init__")
        name = name.removesuffix(".__init__")
        modules[name] = kind(name, source, is_package)
    return modules


def names_in_f_strings(tree):
    """Before Python 3.12 nobody knows where in the text a name in an f-string stands, so those can't be replaced."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            found |= {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    return found
