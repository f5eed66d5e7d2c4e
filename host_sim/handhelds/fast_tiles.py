"""displayio's innermost loop, by whole runs of pixels instead of one by one. The same bytes come out, only sooner.

Drawing is what a simulated handheld spends most of its PC time on. Adafruit's ``TileGrid._fill_area`` decides what has
to be drawn and calls ``_fill_pixels`` for it; only that function is replaced, and a test compares the two.
"""

import struct
from array import array

# How a packed byte of 1, 2 or 4 bits a pixel falls apart, leftmost pixel in the highest bits.
_UNPACKED = {
    bits: [bytes(byte >> shift & (1 << bits) - 1 for shift in range(8 - bits, -1, -bits)) for byte in range(256)]
    for bits in (1, 2, 4)
}


def install():
    """From now on TileGrids of this process draw by runs."""
    from displayio import _tilegrid

    if _tilegrid._fill_pixels is not fill_pixels:
        fill_pixels.by_pixel = _tilegrid._fill_pixels
        _tilegrid._fill_pixels = fill_pixels


def fill_pixels(buffer, mask, colors, opaque, geometry, tilegrid, bitmap):
    """Stands in for ``displayio._tilegrid._fill_pixels``; same parameters, same effect, same result."""
    start, x_stride, y_stride, x_shift, y_shift, start_x, end_x, start_y, end_y = geometry
    if x_stride != 1:  # mirrored or turned: rare
        return fill_pixels.by_pixel(buffer, mask, colors, opaque, geometry, tilegrid, bitmap)
    scale = tilegrid._absolute_transform.scale
    columns = tilegrid._width_in_tiles
    tile_height = tilegrid._tile_height
    see_through = [value for value, is_opaque in enumerate(opaque) if not is_opaque]
    first, last = start_x // scale, (end_x - 1) // scale + 1
    spans = _spans(tilegrid, first, last)
    made = {}  # rows of the same tiles, as in a table's cloth, are the same
    covered = True
    row_of = -1
    for y in range(start_y, end_y):
        local_y = y // scale
        if local_y != row_of:
            row_of = local_y
            in_tile_y = local_y % tile_height
            tile_row = (local_y // tile_height + tilegrid._top_left_y) % tilegrid._height_in_tiles * columns
            tiles = tuple([tilegrid._tiles[tile_row + column] for column, _, _ in spans])
            found = made.get((tiles, in_tile_y))
            if found is None:
                row = b"".join(
                    [
                        _tile_values(bitmap, tilegrid, tile, in_tile_x, in_tile_y, count)
                        for tile, (_, in_tile_x, count) in zip(tiles, spans, strict=True)
                    ]
                )
                if scale > 1:
                    row = bytes(value for value in row for _ in range(scale))
                    row = row[start_x - first * scale :][: end_x - start_x]
                row_colors = None
                if not any(value in row for value in see_through):
                    row_colors = memoryview(array("H", [colors[value] for value in row]))
                found = made[tiles, in_tile_y] = (row, row_colors)
        at = start + (y - start_y + y_shift) * y_stride + x_shift
        if not _fill_row(buffer, mask, at, *found, colors, opaque):
            covered = False
    return covered


def _spans(tilegrid, first, last):
    """The columns of tiles that the pixels from ``first`` to ``last`` lie in: (column, first pixel in it, how many)."""
    spans = []
    width = tilegrid._tile_width
    while first < last:
        in_tile = first % width
        count = min(width - in_tile, last - first)
        spans.append(((first // width + tilegrid._top_left_x) % tilegrid._width_in_tiles, in_tile, count))
        first += count
    return spans


def _tile_values(bitmap, tilegrid, tile, x, y, count):
    """``count`` pixel values of a tile's row ``y`` from ``x`` on."""
    row, column = divmod(tile, tilegrid._bitmap_width_in_tiles)
    return _values(bitmap, column * tilegrid._tile_width + x, row * tilegrid._tile_height + y, count)


def _values(bitmap, x, y, count):
    """``count`` pixel values of a bitmap's row as bytes, 0 outside of it."""
    inside = min(count, bitmap._bmp_width - x) if 0 <= y < bitmap._bmp_height else 0
    if inside <= 0:
        return bytes(count)
    words = bitmap._data
    bits = bitmap._bits_per_value
    first = y * bitmap._stride
    if bits == 8:
        at = first * words.itemsize + x
        values = bytes(memoryview(words).cast("B")[at : at + inside])
    else:
        shift = bitmap._x_shift
        low = x >> shift
        high = (x + inside - 1 >> shift) + 1
        packed = struct.pack(f">{high - low}I", *words[first + low : first + high])
        unpacked = _UNPACKED[bits]
        skipped = x - (low << shift)
        values = b"".join([unpacked[byte] for byte in packed])[skipped : skipped + inside]
    return values if inside == count else values + bytes(count - inside)


def _fill_row(buffer, mask, at, row, row_colors, colors, opaque):
    """Draw a row where nothing is drawn yet. ``row_colors``: its colours if none of it is see-through, else None.

    Returns False if a pixel was left unset.
    """
    count = len(row)
    everything = (1 << count) - 1
    word, bit = at >> 5, at & 31
    done = 0
    for nth in range(bit + count + 31 >> 5):
        done |= mask[word + nth] << (nth << 5)
    done = done >> bit & everything
    if done == everything:
        return True
    complete = True
    if not done and row_colors is not None:
        buffer[at : at + count] = row_colors
        drawn = everything
    else:
        drawn = 0
        for nth, value in enumerate(row):
            if done >> nth & 1:
                continue
            if opaque[value]:
                drawn |= 1 << nth
                buffer[at + nth] = colors[value]
            else:
                complete = False
    drawn <<= bit
    while drawn:
        mask[word] |= drawn & 0xFFFFFFFF
        drawn >>= 32
        word += 1
    return complete
