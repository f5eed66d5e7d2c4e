"""Constants are written in where they are used, and nothing else changes."""

import ast

import pytest

from host_sim.making.board_code.inline_constants import inline
from host_sim.measure import wasm_vm
from tests.making.board_code.run_files import rewritten, run

FILES = {
    "p/__init__.py": "",
    "p/a.py": (
        "SIZE = 4\nTWICE = SIZE * 2  # said\n_OWN = -(1 << 3)\nNAMES = ('x',)\nWORD = 'w'\n\n\ndef f(x=TWICE):\n"
        "    return x + SIZE + _OWN\n"
    ),
    "p/b.py": (
        "from . import a\nfrom .a import (\n    NAMES,\n    SIZE,\n    TWICE as T,\n    f,\n)\n\nTOTAL = T + a.SIZE\n"
        "\n\ndef g():\n    return f(), SIZE, T, a.TWICE, NAMES[0], TOTAL, 'é', a.WORD, f'{SIZE}'\n"
    ),
    "p/c.py": "from .b import SIZE, g\n\n\ndef h(SIZE):\n    return SIZE\n\n\nanswer = g() + (h(9), SIZE)\n",
}


def test_the_files_do_the_same_with_and_without():
    inlined = rewritten(inline, FILES)
    assert run(inlined, "p.c")["answer"] == run(FILES, "p.c")["answer"]
    assert "def f(x=8):\n    return x + 4 + -8" in inlined["p/a.py"]
    assert "from .a import NAMES, SIZE, f" in inlined["p/b.py"], "p/c.py has its own SIZE and imports this one"
    assert "return (f(), 4, 8, 8, NAMES[0], 12, 'é', a.WORD, f'{4}')" in inlined["p/b.py"]
    assert "TWICE" not in inlined["p/a.py"]


@pytest.mark.parametrize(
    "source",
    [
        "A = 1\nA = 2\nx = A\n",  # set twice
        "A = 1\n\ndef f():\n    global A\n    A = 3\n    return A\nx = f() + A\n",
        "import sys\nA = len(sys.argv) * 0 + 5\nx = A\n",  # not known beforehand
        "A = True\nB = 1.5\nx = (A, B)\n",  # no whole numbers
        "A = 1 // 0 if False else 3\nx = A\n",
        "small = 4\nx = small\n",
    ],
)
def test_what_is_no_constant_is_let_alone(source):
    inlined = rewritten(inline, {"m.py": source})
    assert ast.dump(ast.parse(inlined["m.py"])) == ast.dump(ast.parse(source))
    assert run({"m.py": source}, "m")["x"] is not None


def test_a_parameter_or_local_of_the_same_name_is_let_alone():
    source = "from a import A\n\n\ndef f(A):\n    return A\n\n\nx = f(2)\n"
    assert run(rewritten(inline, {"a.py": "A = 7\n", "m.py": source}), "m")["x"] == 2


def test_two_imports_of_one_name_are_let_alone():
    files = {
        "k.py": "A = 1\n",
        "l.py": "A = 2\n",
        "m.py": "def f():\n    from k import A\n    return A\n\n\ndef g():\n    from l import A\n    return A\n\n\n"
        "x = f(), g()\n",
    }
    assert run(rewritten(inline, files), "m")["x"] == (1, 2)


def test_the_firmware_loses_its_constants():
    sources = {there[1:]: here.read_text(encoding="utf-8") for there, here in wasm_vm.firmware_files()}
    inlined = rewritten(inline, sources)

    def constants(texts):
        names = set()
        for text in texts.values():
            names |= {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and node.id.isupper()}
        return len(names)

    assert constants(inlined) < 0.25 * constants(sources)
