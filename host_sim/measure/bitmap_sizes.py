"""How much memory displayio's bitmaps and objects take on a board. For whoever has displayio loaded already."""

import sys

import displayio

_PALETTES = "firmware.screens.palettes"
_OURS = ("firmware", "displayio", "adafruit", "fontio")

# displayio's objects on a board, from the C structs of CircuitPython (main, August 2026; shared-module/displayio/*.h)
# with pointers of 4 bytes.
_BLOCK = 16  # the heap gives whole blocks (py/gc.c)
# displayio_tilegrid_t: base, bitmap, pixel_shader 12, twelve 16-bit numbers 24, tiles, inverts, absolute_transform 12,
# three areas of 12 (four 16-bit corners, next) 36, seventeen bits 4.
_TILE_GRID = 88
_INLINE_TILES = 4  # so many tile numbers lie in the pointer itself; more take a byte each elsewhere (TileGrid.c)
# displayio_group_t: base and members 8, absolute_transform 18 (seven 16-bit numbers, three bools), area 12 after 2 of
# padding, x, y and scale 6, bits 1, rounded up.
_GROUP = 48
_LIST = 16  # its members, an mp_obj_list_t: base, alloc, len, items; alloc begins at 4 and doubles (py/objlist.c)
_LIST_MIN = 4
# displayio_palette_t: base, colors and color_count 12, two bools; each _displayio_color_t rgb888, cached_colorspace and
# cached_color 12, three small ones.
_PALETTE = 16
_COLOUR = 16
# displayio_bitmap_t: base 4, width and height 4, data 4, stride, bits_per_value and x_shift 4, x_mask 4, area 12,
# bitmask and two bools 4.
_BITMAP = 36
# What an object without content takes on the VM of memory_bench (vm_programs/shapes.py): an mp_obj_instance_t, whose
# table of attributes is empty. That much of each is in the measured heap already.
_SHAPE = 16


def bitmap_sizes(thing):
    """Bytes of each bitmap that can be reached from ``thing``, rows padded to four bytes as on the device."""
    return [_pixels(each) for each in _reached(thing, displayio.Bitmap)]


def displayio_objects_bytes(thing):
    """Estimate of what displayio's own objects take on a board's heap beyond the figures of ``memory_bench`` and
    ``bitmap_sizes``, in bytes, counted from the real objects that can be reached from ``thing`` (a ``Face`` with
    pictures, in the state to be judged) and from the game's palettes.

    Whole blocks of 16 bytes of: ``displayio_tilegrid_t`` and its tiles, ``displayio_group_t`` and its list of members,
    ``displayio_palette_t`` and its colours, ``displayio_bitmap_t`` and what rounds its pixels up; less the 16 bytes
    that the VM's shape of each took. Display and bus lie in static memory (shared-module/displayio/__init__.h). The
    structs were read, nothing was measured on a board.
    """
    return sum(bytes_ - count * _SHAPE for count, bytes_ in displayio_objects(thing).values())


def displayio_objects(thing):
    """The same kind by kind: how many there are and the bytes that they take, shapes not taken off, by the names
    ``TileGrid``, ``Group``, ``Palette`` and ``Bitmap``."""
    roots = [thing]
    if _PALETTES in sys.modules:
        roots.append(vars(sys.modules[_PALETTES]))
    found = {}
    for kind, size in (
        (displayio.TileGrid, _tile_grid),
        (displayio.Group, _group),
        (displayio.Palette, _palette),
        (displayio.Bitmap, _bitmap),
    ):
        sizes = [size(each) for each in _reached(roots, kind)]
        found[kind.__name__] = len(sizes), sum(sizes)
    return found


def _tile_grid(grid):
    tiles = grid.width * grid.height
    return _blocks(_TILE_GRID) + (_blocks(tiles) if tiles > _INLINE_TILES else 0)


def _group(group):
    places = _LIST_MIN
    while places < len(group):
        places *= 2
    return _blocks(_GROUP) + _blocks(_LIST) + _blocks(4 * places)


def _palette(palette):
    return _blocks(_PALETTE) + _blocks(_COLOUR * len(palette))


def _bitmap(bitmap):
    pixels = _pixels(bitmap)
    return _blocks(_BITMAP) + _blocks(pixels) - pixels


def _blocks(size):
    return (size + _BLOCK - 1) // _BLOCK * _BLOCK


def _pixels(bitmap):
    return (bitmap.width * bitmap._bits_per_value + 31) // 32 * 4 * bitmap.height


def _reached(thing, kind):
    """All objects of a kind that can be reached from a thing."""
    seen = {}
    _collect(thing, seen)
    return [each for each in seen.values() if isinstance(each, kind)]


def _collect(thing, seen):
    if id(thing) in seen:
        return
    seen[id(thing)] = thing
    if isinstance(thing, dict):
        for value in list(thing.values()):
            _collect(value, seen)
    elif isinstance(thing, (list, tuple)):
        for value in thing:
            _collect(value, seen)
    elif hasattr(thing, "__dict__") and type(thing).__module__.startswith(_OURS):
        _collect(vars(thing), seen)
