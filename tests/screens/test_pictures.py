"""What is sent to the display: the budgets of design.md, and every screen once."""

from host_sim import stand_ins  # noqa: F401 - puts the stand-ins before Blinka's modules

# isort: split
import displayio
import pytest

from firmware.rules.layout import AT_HOUSE
from firmware.rules.verdicts import ACCEPTED
from firmware.screens.buttons import DOWN, LEFT, RIGHT, UP, O, X
from firmware.screens.face import Face
from firmware.screens.pictures import Pictures
from firmware.screens.table import FLASH_MS, PEEK_MS
from firmware.screens.verdict_words import VERDICT_WORDS
from firmware.words import load
from host_sim.handhelds.screen_rig import rig
from host_sim.measure.bitmap_sizes import bitmap_sizes, displayio_objects, displayio_objects_bytes
from tests.screens.choices import Choices
from tests.screens.draw_screens import four, states
from tests.screens.fake_link import FakeLink

SWAP_BYTES = 8192
BITMAP_BYTES = 40960
FULL = 320 * 240 * 2


class Seen:
    """A player at the table whose display is the rig's."""

    def __init__(self, language="en", **more):
        self.rig = rig()
        self.now = 1000
        self.link = FakeLink().running(7, self.now, **more)
        self.face = Face(self.link, load(language), self.rig.display, Choices("Ann"))
        self.draw()
        # Blinka's displayio sends everything once more with the first change after a new root group; a board doesn't.
        self.rig.display.refresh()

    def draw(self, ms=10):
        self.now += ms
        self.face.think(self.now)
        return self.rig.bytes_of(lambda: self.face.draw(self.now))

    def tap(self, button):
        self.now += 50
        self.face.press(button, self.now)
        sent = self.draw(1)
        self.face.release(button, self.now)
        return sent + self.draw()


def test_nothing_changed_sends_nothing():
    seen = Seen()
    for _ in range(20):
        assert seen.draw(50) == 0
    seen.tap(O)
    for _ in range(20):
        assert seen.draw(50) == 0


@pytest.mark.parametrize("button", [UP, RIGHT, DOWN, LEFT])
def test_a_swap_from_press_to_verdict_stays_within_its_budget(button):
    seen = Seen(seats=3)
    # No four of a kind and none to be made by one swap: that changes the hint as well.
    seen.link.lay(0, 0, 1, 15, 29)
    seen.draw()
    seen.tap(O)
    seen.link.auto = False
    for _ in range(4):
        sent = seen.tap(button)
        assert sent > 2 * 36 * 34  # it shows at once, before any answer
        seen.link.settle()
        sent += seen.draw() + seen.draw()
        assert sent <= SWAP_BYTES


def test_an_own_pile_locked_wrongly_lies_open():
    """rules.md, 5: a locked pile lies open to everybody, also one that isn't four of a kind."""
    seen = Seen()
    table = seen.link.table
    table.state[AT_HOUSE] &= ~1  # no lock check
    seen.link.lay(0, 0, 14, 28, 42)  # A 2 3 4
    table.in_hand[0] = 0
    assert table.lock(0, 0, table.since) == ACCEPTED
    seen.link.show()
    seen.draw()
    before = seen.rig.panel.picture().crop((12, 186, 56, 220))
    assert before.convert("L").getextrema()[0] < 60  # ink on the paper
    seen.link.lay(0, 4, 18, 28, 42)  # 5 6 3 4
    seen.draw()
    assert before.tobytes() != seen.rig.panel.picture().crop((12, 186, 56, 220)).tobytes()


def test_a_pile_that_another_locked_wrongly_shows_its_four_ranks_one_after_the_other():
    """rules.md, 5, where there is room for one small sign: no four, then its cards, then again."""
    seen = Seen(seats=3)
    table = seen.link.table
    table.state[AT_HOUSE] &= ~1  # no lock check
    pile = [each for each in range(12) if table.owner(each) == 1][0]
    seen.link.lay(pile, 0, 14, 28, 42)  # A 2 3 4
    table.in_hand[1] = pile
    assert table.lock(1, pile, table.since) == ACCEPTED
    seen.link.show()
    seen.draw(PEEK_MS)
    shown = []
    for _ in range(10):
        sent = seen.draw(PEEK_MS)
        assert 0 < sent < 600
        assert seen.draw() == 0
        shown.append(seen.rig.panel.picture().crop((0, 0, 160, 34)).tobytes())
    assert len({*shown}) == 5 and shown[:5] == shown[5:]
    # Four of a kind has nothing more to tell.
    seen.link.lay(pile, 0, 13, 26, 39)
    seen.draw(PEEK_MS)
    assert [seen.draw(PEEK_MS) for _ in range(6)] == [0] * 6


def test_a_swap_of_another_stays_within_the_budget():
    seen = Seen(seats=3)
    seen.link.other_swaps(1, 4, 0, 0)
    sent = seen.draw()
    assert sent > 0
    for _ in range(5):
        sent += seen.draw(FLASH_MS // 4)
    assert sent <= SWAP_BYTES
    assert seen.draw() == 0


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_picking_up_and_putting_down_send_what_turns_once(language):
    """Of each card in hand the rank and the lid over its suit (16 KB for four), the hints, and the pile below. Papers
    that come and go under their ranks and suits would double the cards' share."""
    seen = Seen(language)
    for _ in range(3):
        assert 15000 < seen.tap(O) < 35000
        assert 15000 < seen.tap(O) < 35000


def test_a_mark_sends_little():
    seen = Seen()
    seen.tap(O)
    assert 0 < seen.tap(X) < 1200


def test_pictures_make_no_bitmaps_in_a_round(monkeypatch):
    """Field cases F15 and F17: whatever a round shows, its bitmaps are there before."""
    seen = Seen(seats=3)
    made = []
    init = displayio.Bitmap.__init__
    monkeypatch.setattr(displayio.Bitmap, "__init__", lambda self, *a: (made.append(a), init(self, *a))[1])
    for button in (O, X, UP, RIGHT, O, RIGHT, O, DOWN, LEFT, O):
        seen.tap(button)
    for toast in range(2, len(VERDICT_WORDS)):
        seen.face.screen.toast = toast
        seen.face.screen.version += 1
        seen.face.draw(seen.now)
    for pile in range(4):
        four(seen.link, pile, pile)
        seen.link.table.in_hand[0] = pile
        seen.link.table.lock(0, pile, 9)
        seen.link.show()
        seen.draw()
    seen.face.press(64, seen.now)
    for _ in range(9):
        seen.draw(40)
    assert not made


@pytest.mark.parametrize("language", ["de"])
def test_every_screen_is_drawn_and_all_bitmaps_stay_within_their_budget(language):
    """Each of draw_screens' states shows something of its own; what one shows isn't kept for the next."""
    pictures = {}
    sizes = {}
    for name, player in states(load(language)):
        picture = player.rig.panel.picture()
        assert len(picture.getcolors(1 << 16)) >= 3, name
        assert picture.tobytes() not in pictures.values(), name
        pictures[name] = picture.tobytes()
        if name != "fault":
            sizes[name] = sum(bitmap_sizes(player.face._pictures))
    for name in ("title", "tables", "code", "lobby", "countdown", "table_hand", "round_result", "match_result"):
        assert name in pictures
    for name in ("settings", "name", "self_test", "problem", "fault", "table_paused", "table_menu"):
        assert name in pictures
    print("bitmaps", sizes)
    assert min(sizes.values()) > 10000
    assert max(sizes.values()) <= BITMAP_BYTES
    assert sizes["table_hand"] < BITMAP_BYTES // 2, "a round has room for more than its bitmaps"
    assert sizes["lobby"] > sizes["match_result"], "the code's arrows are gone after the round"


def test_displayio_objects_are_counted_in_blocks():
    """Two bitmaps, one of them shared, a palette of two colours, three grids (300 tiles lie beside one) in a group."""
    dot, row = displayio.Bitmap(8, 8, 2), displayio.Bitmap(40, 3, 4)
    ink = displayio.Palette(2)
    group = displayio.Group()
    group.append(displayio.TileGrid(dot, pixel_shader=ink))
    group.append(displayio.TileGrid(dot, pixel_shader=ink, width=2, height=2))
    group.append(displayio.TileGrid(row, pixel_shader=ink, width=20, height=15))
    nothing = displayio_objects([])
    found = {kind: tuple(map(int.__sub__, more, nothing[kind])) for kind, more in displayio_objects([group]).items()}
    assert found == {
        "TileGrid": (3, 3 * 96 + 304),
        "Group": (1, 48 + 16 + 16),
        "Palette": (1, 16 + 32),
        "Bitmap": (2, 48 + 48 + 12),  # 32 bytes of pixels are whole blocks, 36 are 12 short of them
    }
    assert sum(bitmap_sizes([group])) == 32 + 36


def test_displayios_own_objects_take_little_at_the_table():
    seen = Seen(seats=3)
    counted = displayio_objects(seen.face)
    assert 60 < counted["TileGrid"][0] < 80 and 15 < counted["Bitmap"][0] < 25
    assert 25 < counted["Palette"][0] < 40 and 4 < counted["Group"][0] < 10
    print("displayio", counted, displayio_objects_bytes(seen.face))
    assert 6000 < displayio_objects_bytes(seen.face) < 12000


def test_the_tables_picture_is_there_before_the_start_signal(monkeypatch):
    """Building it takes a board a tenth of a second (estimated): the countdown has time for that, a race hasn't."""
    made = []
    make = Pictures._make
    monkeypatch.setattr(Pictures, "_make", lambda self, kind: (made.append(kind), make(self, kind))[1])
    counting = FakeLink().seated(2, 0, ("Ann", "Bob"))
    counting.table.deal(3, counting.table_time(3000))
    counting.show()
    face = Face(counting, load("en"), rig().display, Choices("Ann"))
    for now in (1000, 1020):
        face.think(now)
        face.draw(now)
    assert face.screen_name == "countdown" and made[-2:] == ["countdown", "make_table"]
    made.clear()
    init = displayio.TileGrid.__init__
    monkeypatch.setattr(displayio.TileGrid, "__init__", lambda self, *a, **k: (made.append(a), init(self, *a, **k))[1])
    counting.table.start(counting.table_time(3000))
    counting.show()
    face.think(3001)
    face.draw(3001)
    assert face.screen_name == "table" and not made


def test_a_table_that_has_more_seats_than_the_picture_was_made_for():
    """A handheld that slept through a lobby: two at the table before, three now."""
    seen = Seen()
    two = displayio_objects(seen.face)["TileGrid"][0]
    link = FakeLink().running(8, seen.now, seats=3)
    seen.face.link.table = link.table
    seen.face.link.names[2] = "Cyd"
    seen.face.link.show()
    seen.draw()
    fresh = Seen(seats=3)
    fresh.link.table = link.table
    fresh.link.show()
    fresh.draw()
    assert displayio_objects(seen.face)["TileGrid"][0] > two
    picture = fresh.rig.panel.picture().tobytes()
    fresh.rig.display.root_group = None
    seen.rig.display.root_group = seen.face._pictures._up.group
    seen.rig.display.refresh()
    assert seen.rig.panel.picture().tobytes() == picture


def test_the_first_picture_is_one_full_screen():
    the_rig = rig()
    face = Face(FakeLink(), load("en"), the_rig.display, Choices("Ann"))
    sent = the_rig.bytes_of(lambda: (face.think(0), face.draw(0)))
    assert FULL <= sent < FULL + 200
