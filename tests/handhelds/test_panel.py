"""The virtual ILI9341: what its commands do to the picture."""

import pytest

from host_sim.handhelds.panel import MEMORY_SIZE, Panel, picture_of

RED, GREEN, BLUE = b"\xf8\x00", b"\x07\xe0", b"\x00\x1f"


def command(panel, number, *parameters):
    panel.write(bytes((number,)), False)
    if parameters:
        panel.write(bytes(parameters), True)


def window(panel, left, top, right, bottom):
    command(panel, 0x2A, left >> 8, left & 255, right >> 8, right & 255)
    command(panel, 0x2B, top >> 8, top & 255, bottom >> 8, bottom & 255)
    command(panel, 0x2C)


@pytest.fixture
def panel():
    """A panel as adafruit_ili9341 leaves it."""
    panel = Panel()
    command(panel, 0x3A, 0x55)
    command(panel, 0x11)
    command(panel, 0x29)
    command(panel, 0x36, 0x38)
    return panel


def pixels(panel, *places):
    picture = panel.picture()
    assert picture.size == (320, 240)
    return [picture.getpixel(place) for place in places]


def test_a_window_is_filled_row_by_row(panel):
    window(panel, 10, 20, 11, 21)
    panel.write(RED + GREEN + BLUE + RED, True)
    assert pixels(panel, (10, 20), (11, 20), (10, 21), (11, 21), (12, 20)) == [
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (255, 0, 0),
        (0, 0, 0),
    ]


def test_it_does_not_matter_how_the_bytes_are_cut(panel):
    data = bytes(range(256)) * 4
    window(panel, 5, 5, 36, 20)
    panel.write(data, True)
    whole = bytes(panel.memory)
    for cut in (1, 3, 64, 65, 511):
        again = Panel()
        command(again, 0x3A, 0x55)
        command(again, 0x36, 0x38)
        window(again, 5, 5, 36, 20)
        for start in range(0, len(data), cut):
            again.write(data[start : start + cut], True)
        assert bytes(again.memory) == whole, cut


def test_full_width_rows_and_the_rest_of_one(panel):
    window(panel, 0, 100, 319, 102)
    panel.write(RED * 320 * 2 + BLUE * 7, True)
    panel.write(GREEN * 313, True)
    assert pixels(panel, (0, 100), (319, 101), (6, 102), (7, 102), (319, 102), (0, 103)) == [
        (255, 0, 0),
        (255, 0, 0),
        (0, 0, 255),
        (0, 255, 0),
        (0, 255, 0),
        (0, 0, 0),
    ]


def test_writing_goes_on_at_the_windows_start_when_it_is_full(panel):
    window(panel, 0, 0, 1, 0)
    panel.write(RED + RED + BLUE, True)
    assert pixels(panel, (0, 0), (1, 0)) == [(0, 0, 255), (255, 0, 0)]


def test_whatever_is_outside_is_dropped(panel):
    window(panel, 318, 238, 321, 241)
    panel.write(RED * 16, True)
    assert pixels(panel, (319, 239), (0, 0), (0, 239)) == [(255, 0, 0), (0, 0, 0), (0, 0, 0)]


def test_every_byte_is_counted(panel):
    before, commands = panel.spi_bytes, panel.command_bytes
    window(panel, 0, 0, 319, 239)
    panel.write(bytes(MEMORY_SIZE), True)
    assert panel.spi_bytes - before == 153_611
    assert panel.command_bytes - commands == 3
    assert panel.writes == 1


def test_nothing_is_seen_of_a_sleeping_panel():
    panel = Panel()
    command(panel, 0x3A, 0x55)
    command(panel, 0x36, 0x38)
    window(panel, 0, 0, 0, 0)
    panel.write(RED, True)
    assert not panel.is_lit()
    assert pixels(panel, (0, 0)) == [(0, 0, 0)]
    command(panel, 0x11)
    command(panel, 0x29)
    assert panel.is_lit()
    assert pixels(panel, (0, 0)) == [(255, 0, 0)]
    command(panel, 0x28)
    assert pixels(panel, (0, 0)) == [(0, 0, 0)]
    command(panel, 0x29)
    panel.backlight = 0
    assert not panel.is_lit()


def test_without_the_bgr_bit_red_and_blue_change_places(panel):
    window(panel, 0, 0, 0, 0)
    panel.write(RED, True)
    command(panel, 0x36, 0x30)
    assert pixels(panel, (0, 0)) == [(0, 0, 255)]


def test_inversion(panel):
    command(panel, 0x21)
    assert pixels(panel, (0, 0)) == [(255, 255, 255)]
    command(panel, 0x20)
    assert pixels(panel, (0, 0)) == [(0, 0, 0)]


@pytest.mark.parametrize(
    "madctl, corner",
    [(0x28, (0, 0)), (0xE8, (319, 239)), (0xA8, (319, 0)), (0x68, (0, 239)), (0x08, (0, 0)), (0xC8, (319, 239))],
)
def test_the_first_pixel_lands_in_the_corner_that_madctl_names(panel, madctl, corner):
    command(panel, 0x36, madctl)
    window(panel, 0, 0, 2, 2)
    panel.write(GREEN, True)
    command(panel, 0x36, 0x38)
    assert panel.picture().getbbox() == (*corner, corner[0] + 1, corner[1] + 1)


def test_portrait_counts_columns_along_the_short_side(panel):
    command(panel, 0x36, 0x08)
    window(panel, 0, 0, 239, 0)
    panel.write(GREEN * 240, True)
    assert panel.picture().getbbox() == (0, 0, 1, 240)


def test_a_reset_forgets_registers_but_not_the_picture(panel):
    window(panel, 0, 0, 0, 0)
    panel.write(RED, True)
    command(panel, 0x01)
    assert (panel.madctl, panel.is_on, panel.is_awake) == (0, False, False)
    assert bytes(panel.memory[:2]) == RED
    panel.power_on()
    assert bytes(panel.memory[:2]) == b"\0\0"


def test_changes_tell_whether_to_look_again(panel):
    before = panel.changes
    panel.write(b"\x00", False)
    assert panel.changes == before
    window(panel, 0, 0, 0, 0)
    panel.write(RED, True)
    assert panel.changes > before


def test_it_can_draw_into_a_given_buffer():
    memory = bytearray(MEMORY_SIZE)
    panel = Panel(memory)
    command(panel, 0x3A, 0x55)
    command(panel, 0x36, 0x38)
    window(panel, 319, 239, 319, 239)
    panel.write(BLUE, True)
    assert memory[-2:] == BLUE
    assert picture_of(memory).getpixel((319, 239)) == (0, 0, 255)
    with pytest.raises(ValueError):
        Panel(bytearray(10))


def test_18_bit_colour_shows_nothing(panel):
    command(panel, 0x3A, 0x66)
    window(panel, 0, 0, 0, 0)
    panel.write(RED + b"\0", True)
    assert pixels(panel, (0, 0)) == [(0, 0, 0)]
