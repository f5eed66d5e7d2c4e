"""Files of Python as texts, rewritten and executed."""

import sys
from types import ModuleType

from host_sim.making.board_code.module_tree import read_modules, write_modules


def rewritten(change, files, *words):
    """The texts that ``change`` makes of ``files``; if it returns modules, those are the new ones."""
    modules = read_modules(files)
    found = change(modules, *words)
    is_new = isinstance(found, dict) and all(hasattr(module, "tree") for module in found.values()) and found
    return write_modules(found if is_new else modules)


def run(files, name):
    """Execute ``files`` (text by path), those first that the others import; returns the namespace of one of them."""
    known = {}
    finder = _Finder(files, known)
    sys.meta_path.insert(0, finder)
    try:
        __import__(name)
        return vars(sys.modules[name])
    finally:
        sys.meta_path.remove(finder)
        for module in known:
            sys.modules.pop(module, None)


class _Finder:
    """Finds modules among texts."""

    def __init__(self, files, known):
        self.files = files
        self.known = known

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import ModuleSpec

        stem = name.replace(".", "/")
        for where, is_package in ((f"{stem}/__init__.py", True), (f"{stem}.py", False)):
            if where in self.files:
                spec = ModuleSpec(name, self, origin=where, is_package=is_package)
                spec.has_location = True
                return spec
        return None

    def create_module(self, spec):
        return ModuleType(spec.name)

    def exec_module(self, module):
        self.known[module.__name__] = module
        where = module.__spec__.origin
        exec(compile(self.files[where], where, "exec"), vars(module))
