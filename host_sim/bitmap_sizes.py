"""How much memory displayio's bitmaps take on a board. For whoever has displayio loaded already."""

import displayio

_OURS = ("firmware", "displayio", "adafruit", "fontio")


def bitmap_sizes(thing):
    """Bytes of each bitmap that can be reached from ``thing``, rows padded to four bytes as on the device."""
    sizes = []
    _collect(thing, {}, sizes)
    return sizes


def _collect(thing, seen, sizes):
    if id(thing) in seen:
        return
    seen[id(thing)] = thing
    if isinstance(thing, displayio.Bitmap):
        sizes.append((thing.width * thing._bits_per_value + 31) // 32 * 4 * thing.height)
    elif isinstance(thing, dict):
        for value in list(thing.values()):
            _collect(value, seen, sizes)
    elif isinstance(thing, (list, tuple)):
        for value in thing:
            _collect(value, seen, sizes)
    elif hasattr(thing, "__dict__") and type(thing).__module__.startswith(_OURS):
        _collect(vars(thing), seen, sizes)
