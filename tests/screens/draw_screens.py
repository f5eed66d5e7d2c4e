"""Draw every screen from made-up states into a folder, to look at: the real screens, displayio and ILI9341 driver,
but a made-up link (fake_link.py) instead of a radio.

    python3 tests/screens/draw_screens.py FOLDER [LANGUAGE ...]
    python3 tests/screens/draw_screens.py --docs

The second form draws docs/pictures/screens.png anew, for the README.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from host_sim import stand_ins  # noqa: E402, F401 - puts the stand-ins before Blinka's modules

# isort: split
from firmware.ending import fault_group  # noqa: E402
from firmware.link.link import KNOCKING  # noqa: E402
from firmware.rules.layout import BY_CALL, CENTRE, PILE_CARDS  # noqa: E402
from firmware.screens.buttons import DOWN, LEFT, RIGHT, UP, O, X, Z  # noqa: E402
from firmware.screens.face import Face  # noqa: E402
from firmware.screens.pictures import Pictures  # noqa: E402
from firmware.telling import sentences  # noqa: E402
from firmware.words import LANGUAGES, load  # noqa: E402
from host_sim.handhelds.screen_rig import rig  # noqa: E402
from tests.screens.choices import Choices  # noqa: E402
from tests.screens.fake_link import FakeLink, Found  # noqa: E402
from tests.screens.fake_parts import FakeParts, on_usb  # noqa: E402

WRONG = [("no_pin", "BUTTON_O", "D99"), ("no_language", "klingon")]  # in settings.toml
NAMES = ("Mademoiselle", "Bob", "Wilhelmina W", "Dan")


_pictures = {}  # of each language: loading fonts takes most of the time


def _pictures_for(face, words):
    made = _pictures.get(words["code"])
    if made is None:
        made = _pictures[words["code"]] = Pictures(rig().display, face)
    made._face = face
    return made


class Player:
    """A face on the panel, and how to press its keys. ``parts`` is like ``board.parts.Parts``."""

    def __init__(self, link, words, now=1000, parts=None):
        self.rig = rig()
        self.link = link
        self.now = now
        self.face = Face(link, words, None, Choices("Mademoiselle", words["code"]), parts or FakeParts())
        self.face._pictures = _pictures_for(self.face, words)
        self.step()

    def step(self, wait=20):
        self.now += wait
        self.face.think(self.now)
        self.face.draw(self.now)
        return self

    def press(self, *buttons):
        for button in buttons:
            self.now += 20
            self.face.press(button, self.now)
            self.face.release(button, self.now + 5)
            self.step()
        return self


def four(link, pile, rank):
    """Give a pile four of a kind."""
    link.lay(pile, *(rank + 13 * suit for suit in range(4)))


def lock(link, *piles):
    """Lock piles at once."""
    table = link.table
    for pile in piles:
        seat = table.owner(pile)
        table.in_hand[seat] = pile
        table.lock(seat, pile, table.since)
    link.show()


def states(words):
    """Every screen worth looking at: its name and the player who sees it."""
    at = 1000

    def link(**more):
        return FakeLink("Mademoiselle", **more)

    yield "title", Player(link(), words)
    yield "title_usb_lost_low", Player(link(), words, parts=on_usb())
    yield "notice", Player(link(), words, parts=FakeParts(*sentences(WRONG, words["code"])))
    yield "settings", Player(link(), words).press(DOWN, DOWN, O, DOWN)
    yield "settings_below", Player(link(), words).press(DOWN, DOWN, O, UP, UP)
    yield "statistics", Player(link(), words).press(DOWN, DOWN, O, UP, UP, O)
    yield "name", Player(link(), words).press(DOWN, DOWN, O, O, UP)
    yield "self_test", Player(link(), words).press(DOWN, DOWN, O, UP, O, UP, LEFT)
    yield "self_test_usb", Player(link(), words, parts=on_usb()).press(DOWN, DOWN, O, UP, O, UP, LEFT)
    yield "pattern", Player(link(), words).press(DOWN, DOWN, O, UP, O, X)
    broken = link()
    broken.problem = 3
    yield "problem", Player(broken, words)
    player = Player(link(), words).press(DOWN, O)
    yield "tables_none", player
    found = [Found(1, "Wilhelmina W", 2), Found(2, "Bob", 3, in_play=True), Found(3, "Zoë", 1, same_version=False)]
    player.link.tables = found + [Found(number, "Table %d" % number) for number in range(4, 26)]
    yield "tables", player.step(300).press(DOWN)
    yield "code", player.press(UP, O, UP, RIGHT, LEFT)
    player.press(DOWN, UP)
    player.link.state = KNOCKING
    yield "code_knocking", player.step()
    one = link().seated(1, 0, NAMES)
    one.code = (0, 1, 2, 3, 0)
    yield "lobby_alone", Player(one, words)
    lobby = link().seated(4, 0, NAMES)
    lobby.code = (0, 1, 2, 3, 0)
    lobby.ready = 0b110
    yield "lobby_dealer", Player(lobby, words)
    lobby.knocker = "Wilhelmina W"
    yield "lobby_knock", Player(lobby, words)
    yield "lobby", Player(link().seated(3, 1, NAMES), words)
    counting = link().seated(2, 0, NAMES)
    counting.table.deal(3, counting.table_time(at + 2500))
    counting.show()
    yield "countdown", Player(counting, words)
    yield "countdown_go", Player(counting, words, at + 3000)

    for seats in (2, 3, 4):
        table = link(auto=True).running(11, at, seats, 0, names=NAMES)
        player = Player(table, words).press(RIGHT)
        table.quality = 1 if seats == 3 else 4
        yield "table_%d_look" % seats, player.step()
    table = link().running(11, at, 3, 0, names=NAMES)
    four(table, 0, 6)
    four(table, 4, 9)
    four(table, 8, 12)
    lock(table, 0, 4, 8)
    table.table.wins[0] = 1
    table.table.wins[2] = 2
    table.table.in_hand[1] = 6
    table.show()
    player = Player(table, words).press(O, X)
    yield "table_hand", player
    table.other_swaps(2, 9, 0, 1)
    yield "table_touched", player.step()
    table.auto = False
    player.press(LEFT)
    yield "table_pending", player
    table.waiting[0] = table.waiting[0][:6] + ((table.waiting[0][6] + 1) % 52,)
    table.settle()
    yield "table_gone", player.step()
    table = link().running(11, at, 2, 0, names=NAMES)
    for pile in (0, 2, 3, 7, 9):
        four(table, pile, (pile + 4) % 13)
    lock(table, 0, 2, 3, 7, 9)
    table.table.wins[0] = table.table.wins[1] = 1
    table.table.in_hand[1] = 10
    table.show()
    yield "table_locked", Player(table, words)
    table = link().running(11, at, 2, 0, names=NAMES)
    four(table, 0, 0)
    yield "table_four", Player(table, words).press(O)
    for pile in range(6):
        four(table, pile, pile)
    lock(table, *range(6))
    player = Player(table, words)
    yield "table_all_locked", player
    player.face.press(Z, player.now)
    yield "table_ring", player.step(220)
    table = link().running(11, at, 3, 0, names=NAMES)
    player = Player(table, words, at + 61000)
    yield "table_stuck", player
    table.table.propose(1, table.table_time(player.now))
    table.show()
    yield "table_asked", player.step()
    table.table.propose(0, table.table_time(player.now))
    table.show()
    yield "table_proposed", player.step()
    player.face.open_menu(player.now)
    yield "table_menu", player.step()
    player.face.close_menu()
    table.paused = True
    table.missing = 0b110
    yield "table_paused", player.step()
    table = link().running(11, at, 3, 0, names=NAMES)
    table.table.call(0, 9)
    table.show()
    yield "table_out", Player(table, words)
    table.table.call(1, 9)
    table.show()
    table.ready = 0b10
    yield "round_result", Player(table, words)
    table = link().running(11, at, 4, 0, names=NAMES)
    for pile in range(3):
        four(table, pile, 3 * pile)
    lock(table, 0, 1, 2)
    table.table.call(0, 9)
    table.show()
    assert table.table.how == BY_CALL and table.table.places[CENTRE] < 52 and PILE_CARDS == 4
    yield "round_result_4", Player(table, words)
    table = link().running(11, at, 2, 0, names=NAMES)
    table.table.wins[0] = 1
    table.table.call(1, 9)
    table.show()
    yield "match_result", Player(table, words)
    what = "MemoryError: memory allocation failed, allocating 4096 bytes"
    player.rig.display.root_group = fault_group(words, what, "link.py:120", True)
    player.rig.display.refresh()
    yield "fault", player


_IN_DOCS = ("code", "table_hand", "table_ring", "match_result")


def draw_docs(target):
    """The picture for the README: four screens side by side, sharp pixels, few colours, a small file."""
    from PIL import Image

    sheet = Image.new("RGB", (644, 484), (0x60, 0x60, 0x60))
    for name, player in states(load("en")):
        if name in _IN_DOCS:
            at = _IN_DOCS.index(name)
            sheet.paste(player.rig.panel.picture().convert("RGB"), (at % 2 * 324, at // 2 * 244))
    sheet.quantize(256).save(target, optimize=True)


def main():
    """Draw everything; one PNG a screen and language."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--docs":
        draw_docs(ROOT / "docs" / "pictures" / "screens.png")
        return
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    for language in sys.argv[2:] or LANGUAGES:
        for name, player in states(load(language)):
            player.rig.panel.picture().save(target / ("%s_%s.png" % (language, name)))


if __name__ == "__main__":
    main()
