"""Each item of device-facts.md, "Memory and language", is found in a bad example, and the firmware has none."""

import pytest

from host_sim.checks import language_facts
from host_sim.checks.language_check import board_modules, check, check_source, firmware_files

# (bad source, what the message must hold). The first bad line is the one after the last "# bad" mark, or line 1.
BAD = {
    "match": ("x = 1\nmatch x:  # bad\n    case 1:\n        pass\n", "if and elif"),
    "positional-only": ("def f(a, /):  # bad\n    return a\n", "positional-only"),
    "dict in a dict": ("d = {}\ne = {**d}  # bad\n", "dict(d)"),
    "list in a list": ("a = []\nb = [*a]  # bad\n", "list(a)"),
    "list in a tuple": ("a = []\nb = (1, *a)  # bad\n", "list(a)"),
    "list in a set": ("a = []\nb = {*a}  # bad\n", "list(a)"),
    "with in parentheses": ("with (open('a') as f, open('b') as g):  # bad\n    pass\n", "no such syntax"),
    "except*": ("try:\n    pass\nexcept* OSError:\n    pass\n", "except"),
    "lambda in an f-string": ("x = f'{(lambda: 3)()}'  # bad\n", "lambda"),
    "type parameters": ("def f[T](a):  # bad\n    return a\n", ""),
    "random.shuffle": ("import random\nrandom.shuffle([])  # bad\n", "dice.py"),
    "random.sample": ("from random import sample  # bad\n", "dice.py"),
    "random.choices": ("import random\nrandom.choices([])  # bad\n", "dice.py"),
    "random.Random": ("import random as r\nx = r.Random(3)  # bad\n", "dice.py"),
    "random's own sequence": ("import random\nx = random.randrange(4)  # bad\n", "another sequence"),
    "getrandbits": ("def f(source):\n    return source.getrandbits(33)  # bad\n", "32 bits"),
    "zfill": ("x = '7'.zfill(2)  # bad\n", "format"),
    "ljust": ("x = '7'.ljust(2)  # bad\n", "format"),
    "rjust": ("x = '7'.rjust(2)  # bad\n", "format"),
    "title": ("x = 'a b'.title()  # bad\n", "as it shall be"),
    "capitalize": ("x = 'a b'.capitalize()  # bad\n", "upper"),
    "casefold": ("x = 'a b'.casefold()  # bad\n", "lower"),
    "removeprefix": ("x = 'a b'.removeprefix('a')  # bad\n", "slice"),
    "isalnum": ("x = 'a b'.isalnum()  # bad\n", "isalpha"),
    "translate": ("x = 'a b'.translate({})  # bad\n", "replace"),
    "a method taken from str": ("x = map(str.title, ['a'])  # bad\n", "as it shall be"),
    "struct.Struct": ("import struct\nx = struct.Struct('<H')  # bad\n", "pack_into"),
    "from_bytes signed": ("x = int.from_bytes(b'a', 'little', signed=True)  # bad\n", "subtract"),
    "bit_count": ("x = (5).bit_count()  # bad\n", "loop"),
    "zip strict": ("x = zip([], [], strict=True)  # bad\n", "lengths"),
    "defaultdict": ("from collections import defaultdict  # bad\n", "setdefault"),
    "namedtuple defaults": (
        "from collections import namedtuple\nP = namedtuple('P', 'a', defaults=(1,))  # bad\n",
        "class",
    ),
    "_replace": ("def f(p):\n    return p._replace(a=1)  # bad\n", "new tuple"),
    "bytearray.pop": ("x = bytearray(4)\nx.pop()  # bad\n", "bytearray.pop"),
    "bytearray.clear": (
        "class A:\n    def __init__(self):\n        self.b = bytearray(4)\n        self.b.clear()  # bad\n",
        "bytearray.clear",
    ),
    "hashlib.sha256": ("import hashlib\nx = hashlib.sha256(b'')  # bad\n", "hashlib.new"),
    "hexdigest": ("import hashlib\nx = hashlib.new('sha256', b'').hexdigest()  # bad\n", "hexlify"),
    "metaclass": ("class A(metaclass=type):  # bad\n    pass\n", "plain classes"),
    "__init_subclass__": ("class A:\n    def __init_subclass__(cls):  # bad\n        pass\n", "yourself"),
    "time.ticks_ms": ("import time\nx = time.ticks_ms()  # bad\n", "supervisor.ticks_ms"),
    "time.ticks_ms by name": ("from time import ticks_ms  # bad\n", "supervisor.ticks_ms"),
    "heap_lock": ("import micropython\nmicropython.heap_lock()  # bad\n", "device VM"),
    "time.monotonic": ("import time\nx = time.monotonic()  # bad\n", "ticks"),
    "time.monotonic_ns": ("import time\nx = time.monotonic_ns()  # bad\n", "allocates"),
    "a dict's order": ("d = {1: 2}\nfor key in d:  # bad\n    pass\n", "OrderedDict"),
    "a dict's items": ("def f(d):\n    return [k for k, v in d.items()]  # bad\n", "OrderedDict"),
    "list of a dict": ("d = dict()\nx = list(d)  # bad\n", "OrderedDict"),
    "sorted": ("x = sorted([], key=len)  # bad\n", "stable"),
    "sort": ("def f(x):\n    x.sort(key=len)  # bad\n", "stable"),
    "hash": ("x = hash('a')  # bad\n", "differs"),
    "isinstance of int": ("x = isinstance(True, int)  # bad\n", "bool"),
    "slice with a step": ("def f(x):\n    return x[::2]  # bad\n", "step"),
    "slice backwards": ("def f(x):\n    return x[::-1]  # bad\n", "step"),
    "in a bytearray": ("x = bytearray(4)\ny = 97 in x  # bad\n", "NotImplementedError"),
    "not in a bytearray": ("y = 97 not in bytearray(b'a')  # bad\n", "NotImplementedError"),
    "__slots__": ("class A:\n    __slots__ = ('a',)  # bad\n", "enforced"),
    "raise from": ("try:\n    pass\nexcept OSError:\n    raise ValueError('a') from None  # bad\n", "from"),
    "a module of the PC": ("import socketserver  # bad\n", "not on a board"),
    "no Python": ("def f(:\n", "no Python"),
}
for _name in language_facts.MISSING_MODULES:
    BAD[f"import {_name}"] = (f"import {_name}  # bad\n", "missing on a board")
    BAD[f"from {_name}"] = (f"def f():\n    from {_name} import x  # bad\n", "missing on a board")

# (path, bad source, what the message must hold)
ARROWS = [
    ("firmware/rules/table.py", "from ..link.link import Link\n", "rules imports link"),
    ("firmware/rules/table.py", "from .. import screens\n", "rules imports screens"),
    ("firmware/rules/table.py", "from adafruit_ticks import ticks_diff\n", "rules imports adafruit_ticks"),
    ("firmware/rules/table.py", "import struct\n", "it imports nothing"),
    ("firmware/link/link.py", "from ..screens.face import Face\n", "link imports screens"),
    ("firmware/link/link.py", "from ..board.radio import Radio\n", "link imports board"),
    ("firmware/link/link.py", "import espnow\n", "hardware"),
    ("firmware/link/link.py", "import random\n", "another sequence"),
    ("firmware/link/link.py", "import displayio\n", "draw"),
    ("firmware/screens/face.py", "from ..board import clock\n", "screens imports board"),
    ("firmware/screens/face.py", "from firmware.board.clock import ticks_ms\n", "screens imports board"),
    ("firmware/screens/face.py", "import keypad\n", "hardware"),
    ("firmware/screens/pictures.py", "import adafruit_ili9341\n", "hardware"),
    ("firmware/words/en.py", "from ..rules import cards\n", "words imports rules"),
    ("firmware/board/parts.py", "from ..screens.face import Face\n", "board imports screens"),
    ("firmware/handheld.py", "import espnow\n", "hardware"),
    ("code.py", "from firmware.rules.table import Table\n", "code imports rules"),
]

GOOD = [
    (
        "firmware/link/link.py",
        "from ..rules.table import Table\nfrom . import frames\nfrom adafruit_ticks import ticks_add\n",
    ),
    ("firmware/screens/face.py", "from ..link.link import IDLE\nfrom ..rules import acts\nimport displayio\n"),
    ("firmware/board/radio.py", "import espnow\nimport os\nfrom .clock import ticks_ms\n"),
    ("firmware/handheld.py", "from .screens.face import Face\nfrom .board import clock\nimport gc\n"),
    ("code.py", "import supervisor\nfrom firmware.handheld import Handheld\n"),
    (
        "firmware/link/keys.py",
        "import hashlib\n\n\ndef sha(data):\n    if hasattr(hashlib, 'new'):\n"
        "        return hashlib.new('sha256', data)\n    return hashlib.sha256(data)\n",
    ),
    (
        "firmware/screens/page.py",
        "class A:\n    title = 'a'\n\n    def clear(self):\n        return self.title\n\n\ndef f(a: A, *, b=1):\n"
        "    a.clear()\n    first, *rest = [1, 2]\n    if (n := len(rest)) and isinstance(n, (int, bool)):\n"
        "        return f'{n:02d}', rest[1:], sorted(rest), print(*rest)\n    return 0\n",
    ),
]


@pytest.mark.parametrize("name", BAD)
def test_each_bad_example_is_found_with_its_line_and_what_to_use(name):
    source, words = BAD[name]
    findings = check_source(source, "firmware/screens/example.py")
    assert any(words in finding.message for finding in findings), [str(finding) for finding in findings]
    marked = [number for number, line in enumerate(source.split("\n"), 1) if "# bad" in line]
    if marked:
        assert findings[0].line == marked[0]
    assert str(findings[0]).startswith(f"firmware/screens/example.py:{findings[0].line}: ")


@pytest.mark.parametrize(("path", "source", "words"), ARROWS)
def test_each_arrow_the_wrong_way_is_found(path, source, words):
    findings = check_source(source, path)
    assert any(words in finding.message for finding in findings), [str(finding) for finding in findings]


@pytest.mark.parametrize(("path", "source"), GOOD)
def test_what_a_board_can_is_let_alone(path, source):
    assert [str(finding) for finding in check_source(source, path)] == []


def test_a_methods_own_name_is_no_strings():
    source = "class A:\n    def title(self):\n        return 1\n\n\nx = A().title()\n"
    assert check_source(source, "firmware/screens/example.py") == []
    assert check_source("x = 'a'.title()\n", "firmware/screens/example.py", own={"title"}) == []


def test_the_boards_modules_are_known():
    assert {"espnow", "keypad", "supervisor", "displayio", "microcontroller"} <= board_modules()


def test_the_firmware_is_clean():
    assert len(firmware_files()) > 20
    assert [str(finding) for finding in check()] == []


def test_what_was_looked_at_is_still_there():
    """An exception for a line that is gone would hide the next mistake."""
    from host_sim.bootstrap import ROOT

    for path, line in language_facts.LOOKED_AT:
        assert line in [each.strip() for each in (ROOT / path).read_text(encoding="utf-8").split("\n")], path
