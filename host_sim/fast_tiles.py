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
    tiles = tilegrid._tiles
    tile_width = tilegrid._tile_width
    tile_height = tilegrid._tile_height
    columns = tilegrid._width_in_tiles
    sheet_columns = tilegrid._bitmap_width_in_tiles
    see_through = [value for value, is_opaque in enumerate(opaque) if not is_opaque]
    covered = True
    at_row = start + (y_shift * y_stride) + x_shift
    row = None
    row_of = -1
    for y in range(start_y, end_y):
        local_y = y // scale
        if local_y != row_of:
            row_of = local_y
            tile_row = (local_y // tile_height + tilegrid._top_left_y) % tilegrid._height_in_tiles * columns
            parts = []
            local_x = start_x // scale
            end = (end_x - 1) // scale + 1
            while local_x < end:
                in_tile = local_x % tile_width
                count = min(tile_width - in_tile, end - local_x)
                tile = tiles[tile_row + (local_x // tile_width + tilegrid._top_left_x) % columns]
                tile_x = tile % sheet_columns * tile_width + in_tile
                tile_y = tile // sheet_columns * tile_height + local_y % tile_height
                parts.append(_values(bitmap, tile_x, tile_y, count))
                local_x += count
            row = b"".join(parts)
            if scale > 1:
                row = bytes(value for value in row for _ in range(scale))
                row = row[start_x % scale : start_x % scale + end_x - start_x]
            row_see_through = any(value in row for value in see_through)
        if not _fill_row(buffer, mask, at_row + (y - start_y) * y_stride, row, colors, opaque, row_see_through):
            covered = False
    return covered


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


def _fill_row(buffer, mask, at, row, colors, opaque, see_through):
    """Draw a row where nothing is drawn yet. Returns False if a pixel was left unset."""
    count = len(row)
    word, bit = divmod(at, 32)
    done = 0
    for nth in range((bit + count + 31) // 32):
        done |= mask[word + nth] << 32 * nth
    done = done >> bit & (1 << count) - 1
    if done == (1 << count) - 1:
        return True
    if not done and not see_through:
        buffer[at : at + count] = memoryview(array("H", [colors[value] for value in row]))
        drawn = (1 << count) - 1
        complete = True
    else:
        drawn = 0
        complete = True
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
