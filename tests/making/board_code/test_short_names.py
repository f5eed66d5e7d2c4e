"""Names become short where nobody else can mean them, and nothing else changes."""

import ast

import pytest

from host_sim.making.board_code import prepare
from host_sim.making.board_code.share_attributes import share
from host_sim.making.board_code.short_names import shorten
from host_sim.measure import wasm_vm
from tests.making.board_code.run_files import rewritten, run

FILES = {
    "p/__init__.py": "",
    "p/base.py": """\
_count = 0


class Base:
    fixed = 3

    def __init__(self, _first, by_keyword=0):
        self._first = _first
        self._seen = [_first + by_keyword]

    def _more(self):
        return self._seen + ['é', self.fixed, len(self._seen)]
""",
    "p/other.py": """\
from .base import Base

_TABLE = ('_by_text',)


class Other(Base):
    def __init__(self):
        Base.__init__(self, 1, by_keyword=4)
        self._own = 2; self._by_text = 3

    def all(self, other):
        'é'; return self._more() + [self._own, other._from_outside, getattr(self, _TABLE[0])]
""",
    "p/third.py": """\
from . import helpers
from .other import Other


class _Third:
    def __init__(self):
        self._from_outside = 7
        self._seen = 8

    def _helper(self):
        return self._seen

    def all(self, each=1):
        counted = [each + one for one in range(2)]
        def inner(one, two):
            nonlocal counted
            counted = counted + [one, two, each]
            return lambda three: three + one
        added = inner(5, 6)(7)
        try:
            raise ValueError('x')
        except ValueError as problem:
            told = problem.args
        return Other().all(self) + [self._helper(), counted, added, told, helpers.double(4)]


answer = _Third().all()
passed = helpers
""",
    "p/helpers.py": """\
def double(number):
    return number * 2


def triple(number):
    return number * 3
""",
    "p/user.py": "from .third import passed, answer\n\nanswer = answer + [passed.triple(2)]\n",
}


def both(modules):
    share(modules)
    return shorten(modules, readable={"p.user"})


def test_the_files_do_the_same_with_and_without():
    made = rewritten(both, FILES)
    expected = [5, "é", 3, 1, 2, 7, 3, 8, [1, 2, 5, 6, 1], 12, ("x",), 8, 6]
    assert run(made, "p.user")["answer"] == run(FILES, "p.user")["answer"] == expected


def test_what_others_may_mean_stays():
    made = rewritten(both, FILES)
    assert ".args" in made["p/third.py"], "Python's own"
    assert "._by_text = 3" in made["p/other.py"], "written as text"
    assert "by_keyword=4" in made["p/other.py"] and "by_keyword=0" in made["p/base.py"]
    for gone in (
        "_seen",
        "_more",
        "_own",
        "_TABLE",
        "_helper",
        "_Third",
        "_first",
        "double",
        "_from_outside",
        "counted",
    ):
        assert not any(gone in text for text in made.values()), gone


def attributes(text):
    return {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}


def test_classes_that_have_nothing_to_do_with_each_other_share_names():
    files = {
        "p/a.py": "class A:\n    def __init__(self):\n        self._one = self._two = 1\n",
        "p/b.py": "class B:\n    def __init__(self):\n        self._three = self._four = 1\n",
    }
    made = rewritten(share, files)
    assert attributes(made["p/a.py"]) == attributes(made["p/b.py"]) == {"own_0", "own_1"}


def test_a_class_and_what_it_is_made_from_never_share_a_name():
    made = rewritten(both, FILES)
    stored = set()
    for path in ("p/base.py", "p/other.py"):
        for node in ast.walk(ast.parse(made[path])):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                stored.add(node.attr)
    assert len(stored) == 4


def test_an_attribute_that_somebody_else_sets_is_no_familys_own():
    files = {
        "p/__init__.py": "",
        "p/a.py": """\
class A:
    def __init__(self):
        self._one = 1

    def get(self):
        return self._one
""",
        "p/b.py": """\
from p.a import A


class B:
    def __init__(self):
        self.a = A()
        self.a.mark = 2

    def get(self):
        return self.a.get(), self.a.mark


x = B().get()
""",
    }
    assert run(rewritten(share, files), "p.b")["x"] == (1, 2)
    assert "mark" in rewritten(share, files)["p/b.py"]


def test_the_firmware_loses_most_of_its_names_and_says_what_they_were():
    files = {there[1:]: here.read_text(encoding="utf-8") for there, here in wasm_vm.firmware_files()}
    made, told = prepare(files)

    def long_names(texts):
        names = set()
        for text in texts.values():
            for node in ast.walk(ast.parse(text)):
                name = getattr(node, "attr", getattr(node, "id", ""))
                if len(name) > 3:
                    names.add(name)
        return len(names)

    assert long_names(made) < 0.3 * long_names(files)
    everything = [was for names in told.values() for was in names]
    for start in ("Link.", "Table.", "TablePicture._draw"):
        assert any(was.startswith(start) for was in everything), start
    assert not any("__from__" in was or ".own_" in was for was in everything)


def test_a_file_that_is_no_python_is_a_syntax_error():
    with pytest.raises(SyntaxError):
        prepare({"p.py": "def\n"}, joined={})
