"""What a board's Python lacks or does otherwise, from device-facts.md ("Memory and language", "Time"): tables for
language_check.py. Each has what to use instead."""

# Modules that CPython has and a board hasn't.
MISSING_MODULES = {
    "typing": "leave annotations out, or write plain names: nothing is stored",
    "enum": "whole numbers with names",
    "dataclasses": "a class with __init__",
    "functools": "a function or a method written out",
    "itertools": "a loop",
    "abc": "plain classes",
    "copy": "copy the bytes or fields that are meant",
    "heapq": "a small sorted list",
    "hmac": "hashlib.new over key and message",
    "contextlib": "a class with __enter__ and __exit__, or try and finally",
    "pathlib": "strings and os",
    "logging": "print",
    "threading": "the handheld's step loop",
    "datetime": "ticks_ms",
}

# Plain Python modules that boards have. CircuitPython's own are taken from circuitpython-stubs.
PYTHON_MODULES = (
    "sys",
    "gc",
    "os",
    "time",
    "math",
    "random",
    "struct",
    "array",
    "binascii",
    "collections",
    "errno",
    "io",
    "json",
    "re",
    "select",
    "builtins",
    "asyncio",
)

# Their own; in the bundle's lib/.
LIBRARIES = (
    "adafruit_ticks",
    "adafruit_bitmap_font",
    "adafruit_display_text",
    "adafruit_ili9341",
    "adafruit_bus_device",
)

# CircuitPython's modules that touch no hardware; all others belong to firmware/board.
SOFT_MODULES = (
    "displayio",
    "bitmaptools",
    "fontio",
    "terminalio",
    "vectorio",
    "hashlib",
    "micropython",
    "traceback",
    "warnings",
    "zlib",
)

# Names that a module hasn't: module, name, instead.
MISSING_NAMES = {
    ("random", "shuffle"): "rules/dice.py",
    ("random", "sample"): "rules/dice.py",
    ("random", "choices"): "rules/dice.py",
    ("random", "Random"): "rules/dice.py",
    ("struct", "Struct"): "struct.pack_into and struct.unpack_from",
    ("collections", "defaultdict"): "dict.get or setdefault",
    ("hashlib", "sha256"): 'hashlib.new("sha256", ...)',
    ("hashlib", "sha1"): 'hashlib.new("sha1", ...)',
    ("micropython", "heap_lock"): "measure on the device VM: boards have no heap_lock",
    ("micropython", "heap_unlock"): "measure on the device VM: boards have no heap_unlock",
    ("time", "ticks_ms"): "supervisor.ticks_ms, through board/clock.py",
    ("time", "ticks_us"): "supervisor.ticks_ms, through board/clock.py",
    ("time", "ticks_diff"): "adafruit_ticks.ticks_diff",
    ("time", "ticks_add"): "adafruit_ticks.ticks_add",
    ("time", "sleep_ms"): "board/clock.py wait_ms",
    ("time", "perf_counter"): "supervisor.ticks_ms, through board/clock.py",
}

# Methods that strings, numbers, bytes or classes there haven't.
MISSING_METHODS = {
    "zfill": '"{:02d}".format(number)',
    "ljust": '"{:<8}".format(text)',
    "rjust": '"{:>8}".format(text)',
    "title": "the text as it shall be",
    "capitalize": "text[:1].upper() + text[1:]",
    "casefold": "text.lower()",
    "removeprefix": "a slice after startswith",
    "removesuffix": "a slice after endswith",
    "isalnum": "isalpha() or isdigit() of each letter",
    "translate": "replace, or a loop",
    "bit_count": "a loop over the bits",
    "hexdigest": "binascii.hexlify(x.digest())",
    "_replace": "a new tuple, or a class",
}

# Keyword arguments that a call hasn't.
MISSING_KEYWORDS = {
    ("from_bytes", "signed"): "subtract 1 << bits if the top bit is set",
    ("to_bytes", "signed"): "add 1 << bits to a negative number",
    ("zip", "strict"): "compare the lengths",
    ("namedtuple", "defaults"): "name every field, or a class",
}

# Methods that a bytearray there hasn't.
NOT_OF_BYTEARRAY = ("pop", "clear")

# Things that look wrong and are right, by file and line as written: looked at, with the reason.
_ANY_ORDER = "all are treated alike, whichever comes first"
LOOKED_AT = {
    (
        "firmware/board/sleep.py",
        "alarms.append(time_alarm(monotonic_time=time.monotonic() + _NAP_S))",
    ): "what TimeAlarm takes",
}
