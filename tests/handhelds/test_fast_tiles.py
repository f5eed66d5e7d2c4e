"""The faster pixel loop must draw, mask and report exactly what displayio's own does."""

import random
from types import SimpleNamespace

import pytest

from host_sim import stand_ins  # noqa: F401 - displayio needs the stand-ins
from host_sim.handhelds import fast_tiles


@pytest.fixture(scope="module")
def displayio():
    import displayio
    from displayio import _tilegrid

    fast_tiles.install()
    yield displayio
    _tilegrid._fill_pixels = fast_tiles.fill_pixels.by_pixel


@pytest.mark.parametrize("values", [2, 4, 16, 256])
@pytest.mark.parametrize("scale", [1, 3])
def test_same_bytes_as_pixel_by_pixel(displayio, values, scale):
    chance = random.Random(values * scale)
    for _ in range(40):
        columns, rows = chance.randint(1, 4), chance.randint(1, 3)
        tile_width, tile_height = chance.randint(1, 40), chance.randint(1, 12)
        sheet_columns, sheet_rows = chance.randint(1, 3), chance.randint(1, 3)
        bitmap = displayio.Bitmap(sheet_columns * tile_width, sheet_rows * tile_height, values)
        for y in range(bitmap.height):
            for x in range(bitmap.width):
                bitmap[x, y] = chance.randrange(values)
        grid = SimpleNamespace(
            _absolute_transform=SimpleNamespace(scale=scale),
            # One more than the sheet has: such a tile lies below it and counts as value 0.
            _tiles=[chance.randrange(sheet_columns * sheet_rows + 1) for _ in range(columns * rows)],
            _tile_width=tile_width,
            _tile_height=tile_height,
            _top_left_x=chance.randrange(columns),
            _top_left_y=chance.randrange(rows),
            _width_in_tiles=columns,
            _height_in_tiles=rows,
            _bitmap_width_in_tiles=sheet_columns,
        )
        width, height = columns * tile_width * scale, rows * tile_height * scale
        start_x, start_y = chance.randrange(width), chance.randrange(height)
        end_x, end_y = chance.randint(start_x + 1, width), chance.randint(start_y + 1, height)
        x_shift, y_shift = chance.randint(0, 5), chance.randint(0, 3)
        stride = end_x - start_x + x_shift + chance.randint(0, 9)
        size = stride * (end_y - start_y + y_shift + 1)
        geometry = (0, 1, stride, x_shift, y_shift, start_x, end_x, start_y, end_y)
        colors = [chance.randrange(1 << 16) for _ in range(values)]
        opaque = bytearray(chance.random() < chance.choice((0.5, 1.0)) for _ in range(values))
        covered = [chance.getrandbits(32) & chance.choice((0, -1)) & 0xFFFFFFFF for _ in range(size // 32 + 1)]
        drawn = []
        for fill in (fast_tiles.fill_pixels, fast_tiles.fill_pixels.by_pixel):
            buffer = memoryview(bytearray(2 * size)).cast("H")
            mask = memoryview(bytearray(4 * len(covered))).cast("I")
            for at, word in enumerate(covered):
                mask[at] = word
            complete = fill(buffer, mask, colors, opaque, geometry, grid, bitmap)
            drawn.append((complete, buffer.tobytes(), mask.tobytes()))
        assert drawn[0] == drawn[1]


def test_mirrored_grids_take_the_way_of_displayio(displayio):
    bitmap = displayio.Bitmap(4, 1, 4)
    for x in range(4):
        bitmap[x, 0] = x
    grid = displayio.TileGrid(bitmap, pixel_shader=displayio.Palette(4))
    grid._absolute_transform = SimpleNamespace(scale=1)  # what a group gives it
    buffer = memoryview(bytearray(8)).cast("H")
    mask = memoryview(bytearray(4)).cast("I")
    geometry = (3, -1, 4, 0, 0, 0, 4, 0, 1)
    assert fast_tiles.fill_pixels(buffer, mask, [10, 11, 12, 13], b"\1\1\1\1", geometry, grid, bitmap)
    assert list(buffer) == [13, 12, 11, 10]
