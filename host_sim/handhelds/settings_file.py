"""settings.toml as the device's os.getenv reads it: a small part of TOML, read anew at each question.

After CircuitPython's supervisor/shared/settings.c: the first line with the key wins, a [section] ends the search,
quoted values know escapes, a bare value goes to the line's end or a #. A value in a wrong format counts as not there,
with a message on the serial console.
"""

_ESCAPES = {"b": "\b", "r": "\r", "n": "\n", "t": "\t", "v": "\v", "f": "\f"}
_SPACE = " \t\r\v\f"


def look_up(text, key):
    """The value of ``key`` in the file's text: ``(value, quoted)``, or None if absent.

    Raises ValueError if malformed.
    """
    for line in text.split("\n"):
        line = line.lstrip(_SPACE)
        if line.startswith("["):
            return None
        if not line.startswith(key):
            continue
        rest = line[len(key) :].lstrip(_SPACE)
        if not rest.startswith("="):
            continue
        rest = rest[1:].lstrip(_SPACE)
        if rest.startswith('"'):
            return _quoted(rest[1:]), True
        if not rest:
            raise ValueError("Invalid format")
        return rest.split("#", 1)[0].rstrip(" \t\r"), False
    return None


def _quoted(rest):
    out = []
    i = 0
    while i < len(rest):
        letter = rest[i]
        i += 1
        if letter == '"':
            after = rest[i:].lstrip(_SPACE)
            if after and not after.startswith("#"):
                raise ValueError("Invalid format")
            return "".join(out)
        if letter == "\\":
            if i >= len(rest):
                break
            letter = rest[i]
            i += 1
            if letter in "uU":
                size = 4 if letter == "u" else 8
                try:
                    code = int(rest[i : i + size], 16)
                except ValueError:
                    raise ValueError("Invalid format") from None
                if code >= 0x110000:
                    raise ValueError("Invalid unicode escape")
                letter = chr(code)
                i += size
            else:
                letter = _ESCAPES.get(letter, letter)
        out.append(letter)
    raise ValueError("Invalid format")


def getenv(text, key, default=None, as_int=False):
    """os.getenv over a file's text (None: there is no file). ``as_int``: bare integers as int, as before 10.2."""
    if text is None:
        return default
    try:
        found = look_up(text, key)
    except ValueError as problem:
        print("An error occurred while retrieving '%s':\n%s\n" % (key, problem))
        return default
    if found is None:
        return default
    value, quoted = found
    if as_int and not quoted:
        try:
            return int(value, 0)
        except ValueError:
            return default
    return value
