"""Private names are shortened where nobody else can mean them, and nothing else changes."""

import ast

import pytest

from host_sim import wasm_vm
from host_sim.board_code import prepare
from host_sim.shorten_names import shorten
from tests.device_vm.test_inline_constants import run

FILES = {
    "p/__init__.py": "",
    "p/base.py": (
        "_count = 0\n\n\nclass Base:\n    def __init__(self, _first):\n        self._first = _first\n"
        "        self._seen = [_first]\n\n    def _more(self):\n        return self._seen + ['é']\n"
    ),
    "p/other.py": (
        "from .base import Base\n\n_TABLE = ('_by_text',)\n\n\nclass Other(Base):\n    def __init__(self):\n"
        "        Base.__init__(self, 1)\n        self._own = 2; self._by_text = 3\n\n    def all(self, other):\n"
        "        'é'; return self._more() + [self._own, other._from_outside, getattr(self, _TABLE[0])]\n"
    ),
    "p/third.py": (
        "from .other import Other\n\n\nclass _Third:\n    def __init__(self):\n        self._from_outside = 7\n"
        "        self._seen = 8\n\n    def _helper(self):\n        return self._seen\n\n"
        "    def all(self):\n        return Other().all(self) + [self._helper()]\n\n\nanswer = _Third().all()\n"
    ),
}


def test_the_files_do_the_same_with_and_without():
    shortened = shorten(FILES)
    assert run(shortened, "p.third")["answer"] == run(FILES, "p.third")["answer"] == [1, "é", 2, 7, 3, 8]
    assert [text.count("\n") for text in shortened.values()] == [text.count("\n") for text in FILES.values()]


def test_what_others_may_mean_stays():
    shortened = shorten(FILES)
    assert "self._from_outside = 7" in shortened["p/third.py"], "used on another object"
    assert "self._by_text = 3" in shortened["p/other.py"], "written as text"
    for gone in ("_seen", "_more", "_own", "_TABLE", "_helper", "_Third", "_first"):
        assert not any(gone in text for text in shortened.values()), gone


def test_a_class_and_what_it_is_made_from_never_share_a_short_name():
    shortened = shorten(FILES)
    stored = set()
    for path in ("p/base.py", "p/other.py"):
        for node in ast.walk(ast.parse(shortened[path])):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                stored.add(node.attr)
    assert len(stored) == 4


def test_the_firmware_keeps_its_lines_and_loses_most_of_its_private_names():
    files = {there[1:]: here.read_text(encoding="utf-8") for there, here in wasm_vm.firmware_files()}
    prepared = prepare(files)
    assert {path: text.count("\n") for path, text in prepared.items()} == {
        path: text.count("\n") for path, text in files.items()
    }

    def private(texts):
        names = set()
        for text in texts.values():
            for node in ast.walk(ast.parse(text)):
                name = getattr(node, "attr", getattr(node, "id", ""))
                if name.startswith("_") and not name.startswith("__"):
                    names.add(name)
        return len(names)

    assert private(files) > 300 and private(prepared) < 80


def test_a_file_that_is_no_python_is_a_syntax_error():
    with pytest.raises(SyntaxError):
        shorten({"p.py": "def\n"})
