"""Constants are written in where they are used, and nothing else changes."""

import sys
from pathlib import Path

import pytest

from host_sim import device_vm, wasm_vm
from host_sim.inline_constants import inline

PROGRAMS = Path(__file__).parent / "programs"


def run(files, name):
    """Execute one of the files with the others in reach; returns its namespace."""
    from types import ModuleType

    known = {}

    def load(module):
        path = module.replace(".", "/")
        text = files.get(path + ".py", files.get(path + "/__init__.py"))
        made = known[module] = ModuleType(module)
        made.__package__ = module if path + "/__init__.py" in files else module.rpartition(".")[0]
        sys.modules[module] = made
        exec(compile(text, path, "exec"), made.__dict__)
        return made

    try:
        for path in sorted(files, key=lambda path: (path.count("/"), not path.endswith("__init__.py"), path)):
            load(path.removesuffix("/__init__.py").removesuffix(".py").replace("/", "."))
        return vars(known[name])
    finally:
        for module in known:
            sys.modules.pop(module, None)


FILES = {
    "p/__init__.py": "",
    "p/a.py": (
        "SIZE = 4\nTWICE = SIZE * 2  # said\n_OWN = -(1 << 3)\nNAMES = ('x',)\nWORD = 'w'\n\n\ndef f(x=TWICE):\n"
        "    return x + SIZE + _OWN\n"
    ),
    "p/b.py": (
        "from . import a\nfrom .a import (\n    NAMES,\n    SIZE,\n    TWICE as T,\n    f,\n)\n\nTOTAL = T + a.SIZE\n"
        "\n\ndef g():\n    return f(), SIZE, T, a.TWICE, NAMES[0], TOTAL, 'é', a.WORD, SIZE\n"
    ),
    "p/c.py": "from .b import SIZE, g\n\n\ndef h(SIZE):\n    return SIZE\n\n\nanswer = g() + (h(9), SIZE)\n",
}


def test_the_files_do_the_same_with_and_without():
    inlined = inline(FILES)
    assert run(inlined, "p.c")["answer"] == run(FILES, "p.c")["answer"]
    assert inlined["p/a.py"].split("\n")[7:9] == ["def f(x=8):", "    return x + 4 + (-8)"]
    assert "from .a import NAMES, SIZE, f" in inlined["p/b.py"], "p/c.py has its own SIZE and imports this one"
    assert "return f(), 4, 8, 8, NAMES[0], TOTAL" not in inlined["p/b.py"]
    assert "return f(), 4, 8, 8, NAMES[0], 12" in inlined["p/b.py"]
    assert "TWICE" not in inlined["p/a.py"].replace("def", "")


def test_every_line_stays_where_it_is():
    inlined = inline(FILES)
    for path, text in FILES.items():
        assert inlined[path].count("\n") == text.count("\n")
    assert inlined["p/b.py"].split("\n")[11] == "def g():"


@pytest.mark.parametrize(
    "source",
    [
        "A = 1\nA = 2\nx = A\n",  # set twice
        "A = 1\n\n\ndef f():\n    global A\n    A = 3\n    return A\n\n\nx = f() + A\n",
        "import sys\nA = len(sys.argv) * 0 + 5\nx = A\n",  # not known beforehand
        "A = True\nB = 1.5\nx = (A, B)\n",  # no whole numbers
        "A = 1\nx = f'{A}'\n",  # where it stands isn't known
        "A = 1 // 0 if False else 3\nx = A\n",
        "small = 4\nx = small\n",
    ],
)
def test_what_is_no_constant_is_let_alone(source):
    assert inline({"m.py": source}) == {"m.py": source}
    assert run({"m.py": source}, "m")["x"] is not None


def test_a_parameter_or_local_of_the_same_name_is_let_alone():
    source = "from a import A\n\n\ndef f(A):\n    return A\n\n\nx = f(2)\n"
    inlined = inline({"a.py": "A = 7\n", "m.py": source})
    assert run(inlined, "m")["x"] == 2


def test_two_imports_of_one_name_are_let_alone():
    files = {
        "k.py": "A = 1\n",
        "l.py": "A = 2\n",
        "m.py": "def f():\n    from k import A\n    return A\n\n\ndef g():\n    from l import A\n    return A\n\n\n"
        "x = f(), g()\n",
    }
    assert run(inline(files), "m")["x"] == (1, 2)


def test_the_firmware_keeps_its_lines_and_loses_names():
    sources = {there[1:]: here.read_text(encoding="utf-8") for there, here in wasm_vm.firmware_files()}
    inlined = inline(sources)
    for path, text in sources.items():
        compile(inlined[path], path, "exec")
        assert inlined[path].count("\n") == text.count("\n")
    assert "AT_STANDING" not in inlined["firmware/rules/reading.py"].split('"""')[-1]


@pytest.mark.skipif(not device_vm.is_offered_here(), reason="no device VM for this platform")
def test_a_match_with_constants_written_in_is_the_same():
    matches = ("2,5,0,1", "3,6,20,1")
    program = PROGRAMS / "link_match.py"
    compiled = device_vm.run(program, *matches, heap="256k", is_compiled=True)
    assert compiled == device_vm.run(program, *matches, heap="512k")
