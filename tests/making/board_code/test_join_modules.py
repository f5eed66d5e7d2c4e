"""Modules become one file that does what they did, and those that stay alone find what they need in it."""

import pytest

from host_sim.making.board_code.join_modules import JoinError, join
from tests.making.board_code.run_files import rewritten, run

FILES = {
    "p/__init__.py": "",
    "p/low.py": '''\
"""Said."""
import sys

count = 0
_list = [size * 2 for size in (1, 2)]


def add(count):
    return count + _list[0]


def more():
    global count
    count = count + 1
    return count, sys.maxsize
''',
    "p/mid.py": """\
from . import low
from .low import add as plus

_list = 'mine'


class Mid:
    _list = 5
    other = _list

    def all(self, low_=low.add(1)):
        plus_ = plus(1)
        return _list, plus_, low_, low.add(2), self._list

    def file(self):
        return __file__
""",
    "p/high.py": """\
from .mid import Mid
from .low import more
from .lone import Lone


class High(Mid):
    def all(self):
        from .late import late, Late
        from .low import add
        _list = [x for x in late(self)]
        return Mid.all(self), more()[0], _list, add(10), Lone().what, Late
""",
    "p/late.py": """\
from . import low
from .mid import Mid


def late(high):
    return [low.add(3), isinstance(high, Mid)]


Late = 1
""",
    "p/lone.py": "class Lone:\n    what = 22\n",
    "main.py": """\
from p import lone
from p.high import High

lone.extra = 7
answer = High().all(), lone.extra
file = High().file()
""",
}


def joined(files=FILES, groups=None):
    return rewritten(join, files, groups or {"p.joined": ["p.high"]})


def test_the_one_file_does_what_the_many_did():
    made = joined()
    # late is loaded by a function, lone is changed by whoever imports it.
    assert sorted(made) == ["main.py", "p/__init__.py", "p/joined.py", "p/late.py", "p/lone.py"]
    assert run(made, "main")["answer"] == run(FILES, "main")["answer"]


def test_a_module_still_finds_the_files_beside_it():
    assert run(joined(), "main")["file"] == "p/mid.py"
    with pytest.raises(JoinError, match="p.mid looks for files, and q.joined lies elsewhere"):
        joined(groups={"q.joined": ["p.high"]})


def test_two_files_take_from_each_other_only_what_the_first_has():
    made = joined(groups={"p.one": ["p.low"], "p.two": ["p.high"]})
    assert "from p.one import" in made["p/two.py"] and "import" not in made["p/one.py"].replace("import sys", "")
    assert run(made, "main")["answer"] == run(FILES, "main")["answer"]


def test_what_cannot_be_joined_is_said():
    with pytest.raises(JoinError, match="begins with p.none"):
        joined(groups={"p.joined": ["p.none"]})
    with pytest.raises(JoinError, match="its own name"):
        joined({**FILES, "p/low.py": FILES["p/low.py"] + "print(__name__)\n"})
    with pytest.raises(JoinError, match="p.lone and p.joined need each other"):
        joined({**FILES, "p/lone.py": "from .low import add\n" + FILES["p/lone.py"]})
    twins = {"a.py": "from os import sep as s\n", "b.py": "from . import a\nfrom sys import path as s\n"}
    with pytest.raises(JoinError, match="s is"):
        rewritten(
            join, {"p/__init__.py": "", "p/a.py": twins["a.py"], "p/b.py": twins["b.py"]}, {"p.j": ["p.a", "p.b"]}
        )
