"""Drawing: Adafruit's real displayio and ILI9341 driver over the stand-ins, down to the panel's pixels."""

import pytest

from host_sim.handhelds.device import Device, use

FEATHER = "adafruit_feather_esp32s3_nopsram"


@pytest.fixture
def displayio(as_process):
    from host_sim.handhelds.displays import fit_displayio, refresh_displays

    fit_displayio()
    import displayio

    displayio.release_displays()  # another test's
    as_process.on_background = refresh_displays
    yield displayio
    displayio.release_displays()


@pytest.fixture
def feather(displayio, tmp_path):
    return use(Device(board_id=FEATHER, folder=tmp_path))


def feather_display(**options):
    import board
    import busio
    import fourwire
    from adafruit_ili9341 import ILI9341

    spi = busio.SPI(board.SCK, MOSI=board.MOSI)
    bus = fourwire.FourWire(spi, command=board.D10, chip_select=board.D9, baudrate=40_000_000)
    return ILI9341(bus, width=320, height=240, **options)


def tiles(displayio):
    """Two tiles of 32x44, a third of the screen apart; tile 1 is red, tile 2 blue, tile 0 black."""
    bitmap = displayio.Bitmap(96, 44, 4)
    for y in range(44):
        for x in range(32):
            bitmap[32 + x, y] = 1
            bitmap[64 + x, y] = 2
    palette = displayio.Palette(4)
    palette[1], palette[2] = 0xFF0000, 0x0000FF
    grid = displayio.TileGrid(bitmap, pixel_shader=palette, width=8, height=1, tile_width=32, tile_height=44)
    group = displayio.Group()
    group.append(grid)
    return group, grid


def test_the_built_in_display_is_there_and_lit(displayio, as_process):
    import board

    display = board.DISPLAY
    assert board.DISPLAY is display
    assert (display.width, display.height) == (320, 240)
    assert as_process.panel.is_lit()
    assert as_process.panel.madctl == 0x38
    display.brightness = 0
    assert not as_process.panel.is_lit()


def test_the_built_in_display_outlives_a_reload(displayio, as_process):
    import board

    display = board.DISPLAY
    display.auto_refresh = False
    display.root_group = displayio.Group()
    as_process.reload()
    assert board.DISPLAY is display
    assert display.auto_refresh


def test_release_displays_takes_the_built_in_one_away(displayio, as_process):
    import board

    assert board.DISPLAY is not None
    displayio.release_displays()
    assert board.DISPLAY is None


def test_bytes_for_what_changed(displayio, as_process):
    import board

    display = board.DISPLAY
    display.auto_refresh = False
    panel = as_process.panel
    group, grid = tiles(displayio)
    display.root_group = group

    def cost():
        before = panel.spi_bytes
        display.refresh()
        return panel.spi_bytes - before

    assert cost() == 153_611
    cost()  # displayio 2.7.1 draws once more what a full refresh has drawn
    assert cost() == 0
    grid[0] = 1
    assert cost() == 2_827
    grid[0], grid[7] = 2, 1
    assert cost() > 8 * 2_816  # two far tiles of one grid: everything between them
    assert cost() == 0
    picture = panel.picture()
    assert picture.getpixel((5, 5)) == (0, 0, 255)
    assert picture.getpixel((40, 5)) == (0, 0, 0)
    assert picture.getpixel((8 * 32 - 1, 43)) == (255, 0, 0)
    assert picture.getpixel((8 * 32, 43)) == (0, 0, 0)


def test_a_full_frame_takes_31_ms_of_virtual_time(displayio, as_process):
    import board

    display = board.DISPLAY
    display.auto_refresh = False
    display.root_group = tiles(displayio)[0]
    before = as_process.now_us + as_process.owed_us
    display.refresh()
    taken = as_process.now_us + as_process.owed_us - before
    assert 30_000 <= taken <= 32_000


def test_auto_refresh_draws_while_the_program_sleeps(displayio, as_process):
    import time

    import board

    display = board.DISPLAY
    display.root_group = tiles(displayio)[0]
    before = as_process.panel.spi_bytes
    time.sleep(0.1)
    assert as_process.panel.spi_bytes > before


def test_the_wing_needs_its_pins_released_after_a_reload(displayio, feather):
    feather_display(auto_refresh=False)
    assert feather.panel.is_lit()
    feather.reload()
    with pytest.raises(ValueError, match="in use"):
        feather_display(auto_refresh=False)
    displayio.release_displays()
    feather_display(auto_refresh=False)


def test_only_one_display_at_a_time(displayio, feather):
    feather_display(auto_refresh=False)
    feather.pins_in_use.clear()
    with pytest.raises(RuntimeError):
        feather_display(auto_refresh=False)


def test_a_text_is_readable_on_the_panel(displayio, feather):
    import terminalio
    from adafruit_display_text.label import Label

    display = feather_display(auto_refresh=False)
    group = displayio.Group()
    group.append(Label(terminalio.FONT, text="I", color=0xFFFFFF, x=10, y=20, scale=4))
    display.root_group = group
    display.refresh()
    box = feather.panel.picture().getbbox()
    assert box is not None
    assert box[3] - box[1] > box[2] - box[0]  # an I is higher than wide
