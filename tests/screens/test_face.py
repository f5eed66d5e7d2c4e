"""From the title to the match result by key presses, and what the screens say when something is in the way."""

import pytest

from firmware.link.door import CLOSED, FULL, NO_ANSWER, OTHER_VERSION, TURNED_AWAY, WRONG_CODE
from firmware.link.link import IDLE, KNOCKING, LISTENING
from firmware.rules.acts import READY
from firmware.rules.layout import COUNTDOWN, NO_PILE
from firmware.screens import title
from firmware.screens.buttons import DOWN, LEFT, RIGHT, UP, O, X, Z
from firmware.screens.face import Face
from firmware.screens.menu import NOT_MEANT_MS
from firmware.screens.page import ROWS
from firmware.words import LANGUAGES, load, load_over
from tests.screens.choices import Choices
from tests.screens.fake_link import FakeLink, Found

ARROWS = (UP, RIGHT, DOWN, LEFT)


class Saved(Choices):
    saves = 0

    def save(self):
        self.saves += 1


class Player:
    def __init__(self, link=None, language="en"):
        self.link = link or FakeLink()
        self.now = 1000
        self.choices = Saved("Ann", language)
        self.face = Face(self.link, load(language), None, self.choices)
        self.words = self.face.words

    @property
    def screen(self):
        return self.face.screen

    @property
    def name(self):
        return self.face.screen_name

    def wait(self, ms=10):
        self.now += ms
        self.face.think(self.now)
        return self

    def tap(self, *buttons):
        for button in buttons:
            self.now += 50
            self.face.press(button, self.now)
            self.wait(30)
            self.face.release(button, self.now)
            self.wait(10)
        return self

    def rows(self):
        return [(self.screen.rows[row], self.screen.notes[row]) for row in range(self.screen.row_count)]


def test_a_table_is_opened_from_the_title_with_the_chosen_house_rules():
    player = Player()
    player.choices.lock_check = False
    player.choices.best_of = 5
    assert player.name == "title" and player.screen.selected == title.OPEN
    assert player.screen.message == "Ann"
    player.tap(O)
    assert player.link.asked == [("open", False, 5)]
    assert player.name == "lobby"


def test_the_dealer_sees_the_code_and_changes_the_house_rules():
    player = Player().tap(O)
    assert list(player.screen.arrows) == [0, 1, 2, 3, 0] and player.screen.arrow_count == 5
    player.tap(RIGHT)
    assert player.link.table.best_of == 5
    player.tap(LEFT, LEFT, LEFT)
    assert player.link.table.best_of == 9  # round the end
    player.tap(UP, RIGHT)
    assert player.link.table.lock_check is False
    assert (player.words["lock_check"], player.words["off"]) in player.rows()


def test_others_see_no_code_and_change_no_rules():
    link = FakeLink().seated(2, 1)
    link.code = (0, 1, 2, 3, 0)
    player = Player(link).wait()
    assert player.name == "lobby" and player.screen.arrow_places == 0
    player.tap(RIGHT, UP, LEFT)
    assert link.asked == []


def test_ready_and_not_ready():
    link = FakeLink().seated(2, 1)
    player = Player(link).wait()
    player.tap(O)
    assert link.asked[-1] == (READY, link.asked[-1][1], NO_PILE, 1, 0)
    assert ("Bob (you)", "ready") in player.rows()
    player.tap(O)
    assert link.asked[-1][3] == 0


def test_a_knock_is_answered_by_o_or_z_but_not_by_a_key_that_was_meant_for_the_lobby():
    link = FakeLink().seated(2, 0)
    player = Player(link).wait()
    link.knocker = "Cyd"
    player.wait()
    assert player.face.overlay == "knock" and player.face.over.rows[0] == "Cyd"
    player.tap(O)  # at the same moment
    assert link.asked == []
    player.wait(NOT_MEANT_MS).tap(Z)
    assert link.asked == [("answer_knock", False)]
    assert player.face.overlay == ""
    link.knocker = "Dan"
    player.wait(10).wait(NOT_MEANT_MS).tap(O)
    assert link.asked[-1] == ("answer_knock", True)


def at_the_door(count=3):
    player = Player().tap(DOWN, O)
    player.link.tables = [Found(number, "T%d" % number) for number in range(count)]
    player.wait(300).tap(O)
    assert player.name == "code"
    return player


def test_a_table_is_found_and_knocked_at_with_its_code():
    player = at_the_door()
    player.tap(UP, UP, X, RIGHT, DOWN, O, LEFT, UP, DOWN)  # O too early, one press too many
    assert list(player.screen.arrows[:5]) == [0, 1, 2, 3, 0]
    player.tap(O)
    assert player.link.asked[-1] == ("knock", 0, bytes((0, 1, 2, 3, 0)))
    player.link.state = KNOCKING
    player.wait()
    assert player.name == "code" and player.screen.message == player.words["knocking"]
    player.link.is_waiting = True
    player.wait()
    assert player.screen.message == player.words["waiting_yes"].format("T0")
    player.link.seated(2, 1)
    player.wait()
    assert player.name == "lobby"


def test_z_gives_up_knocking_and_goes_on_listening():
    player = at_the_door().tap(UP, UP, UP, UP, UP, O)
    player.link.state = KNOCKING
    player.wait().tap(Z)
    assert player.link.asked[-2:] == [("leave",), ("listen",)]
    assert player.name == "tables"


@pytest.mark.parametrize(
    "refusal, key, screen",
    [
        (WRONG_CODE, "refusal_wrong_code", "code"),
        (NO_ANSWER, "refusal_no_answer", "code"),
        (TURNED_AWAY, "refusal_turned_away", "tables"),
        (FULL, "refusal_full", "tables"),
        (CLOSED, "refusal_closed", "tables"),
        (OTHER_VERSION, "refusal_other_version", "tables"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shut_door_says_why(refusal, key, screen, language):
    player = Player(language=language).tap(DOWN, O)
    player.link.tables = [Found(5, "T")]
    player.wait(300).tap(O, UP, UP, UP, UP, UP, O)
    player.link.state = KNOCKING
    player.wait()
    player.link.state = IDLE  # as Link._step_knocking does it
    player.link.refusal = refusal
    player.wait()
    assert player.name == screen
    assert player.screen.message == load(language)[key]
    assert player.link.state == LISTENING
    if screen == "code":
        assert player.screen.arrow_count == 0


def test_a_lost_table_is_said_on_the_title():
    player = Player(FakeLink().running(7, 1000)).wait()
    assert player.name == "table"
    player.link.leave(0)
    player.link.refusal = CLOSED
    player.wait()
    assert player.name == "title" and player.screen.message == player.words["refusal_closed"]


def test_25_tables_scroll_and_the_cursor_stays_on_its_table_when_others_leave():
    """Field case F8."""
    player = Player().tap(DOWN, O)
    tables = [Found(number, "T%d" % number) for number in range(25)]
    player.link.tables = list(tables)
    player.wait(300)
    seen = set()
    for _ in range(25):
        assert player.screen.row_count == ROWS
        seen.add(player.screen.rows[player.screen.selected])
        player.tap(DOWN)
    assert len(seen) == 25 and player.screen.cursor == 0
    for _ in range(10):
        player.tap(DOWN)
    player.link.tables = tables[5:]
    player.wait(300)
    assert player.screen.rows[player.screen.selected] == "T10"
    player.link.tables = tables[11:13]
    player.wait(300)
    assert player.screen.row_count == 2
    player.link.tables = []
    player.wait(300)
    assert player.screen.rows[0] == player.words["no_tables"]
    player.tap(O, DOWN, UP)
    assert player.name == "tables"
    player.tap(Z)
    assert player.name == "title"


def test_another_version_is_said_and_not_joined():
    """Field case F21."""
    player = Player().tap(DOWN, O)
    player.link.tables = [Found(1, "Old", same_version=False)]
    player.wait(300)
    assert player.rows() == [("Old", "needs another version")]
    player.tap(O)
    assert player.name == "tables" and player.screen.message == player.words["refusal_other_version"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_broken_radio_is_said_and_settings_work(language):
    """Field case F9."""
    link = FakeLink()
    link.problem = 2
    player = Player(link, language)
    player.wait()
    assert player.name == "problem"
    assert player.screen.rows[0] == load(language)["radio_broken"].split("\n")[0]
    assert player.screen.message.endswith("2")
    player.tap(O)
    assert player.name == "settings"
    player.tap(Z)
    assert player.name == "problem"
    player.tap(DOWN, O)
    assert player.name == "self_test"


def test_settings_are_saved_once_on_leaving():
    player = Player().tap(DOWN, DOWN, O)
    assert player.name == "settings"
    player.tap(DOWN, RIGHT)
    assert player.choices.language == "es" and player.screen.headline == load("es")["settings"]
    player.tap(LEFT, LEFT, DOWN, O, DOWN, RIGHT, DOWN, O)
    assert (player.choices.language, player.choices.lock_check, player.choices.best_of) == ("de", False, 5)
    assert player.choices.help_mark is False
    assert player.choices.saves == 0
    player.tap(Z)
    assert player.choices.saves == 1 and player.screen.headline == "James Bond"
    assert player.screen.rows[0] == "Tisch eröffnen"
    player.tap(UP, UP, O)
    assert player.link.asked == [("open", False, 5)]


def test_a_name_is_entered_letter_by_letter_and_stays_within_12_bytes():
    player = Player().tap(DOWN, DOWN, O, O)
    assert player.name == "name"
    player.tap(X, X, X)  # one letter is always there
    assert "".join(player.screen.letters) == "A"
    player.tap(UP, RIGHT)
    for _ in range(30):
        player.tap(UP, RIGHT)
        assert len("".join(player.screen.letters).encode()) <= 12
    entered = "".join(player.screen.letters).strip()
    player.tap(O)
    assert player.name == "settings"
    assert player.link.name == player.choices.name == entered
    assert len(player.choices.name.encode()) <= 12
    player.tap(Z)
    assert player.choices.saves == 1
    for _ in range(200):  # every letter can be reached, at any length
        player.face.go("name", 0)
        player.tap(UP)
        assert len("".join(player.screen.letters).encode()) <= 12


def test_the_self_test_shows_every_key():
    """Field case F20."""
    player = Player().tap(DOWN, DOWN, O, UP, O)
    assert player.name == "self_test"
    for key, letter in enumerate("↑→↓←OXZ"):
        player.face.press(1 << key, player.now)
        assert player.screen.notes[0] == letter + " "
        player.face.release(1 << key, player.now)
        assert player.screen.notes[0] == ""
    assert player.screen.tried == 127
    player.face.press(X, player.now)
    player.face.press(Z, player.now)
    player.wait()
    assert player.name == "settings"


def test_the_countdown_counts_in_table_time_and_wakes_at_each_second():
    link = FakeLink().seated(2, 0)
    link.table.deal(3, link.table_time(4500))
    link.show()
    player = Player(link)
    seen = []
    now = 1000
    while now < 4600:
        wait = player.face.think(now)
        assert player.name == "countdown"
        seen.append((now, player.screen.number))
        now += max(wait, 1)
    changes = [seen[at] for at in range(len(seen)) if at == 0 or seen[at][1] != seen[at - 1][1]]
    assert changes == [(1000, 3), (2500, 2), (3500, 1), (4500, 0)]
    assert len(seen) < 15
    assert link.table.phase == COUNTDOWN


def test_results_say_who_won_how_and_who_is_ready():
    link = FakeLink().running(7, 1000, 3)
    link.table.call(2, 9)
    link.table.leave(1, 9)
    link.show()
    player = Player(link).wait()
    assert player.name == "round_result"
    assert player.screen.headline == "Ann wins!"
    assert player.screen.message == player.words["how_leaving"]
    rows = player.rows()
    assert rows[0] == ("1. Ann (you)", "♦") and rows[1] == ("", "")
    assert rows[2][0] == "2. Bob" and rows[3] == ("", player.words["gone_home"])
    assert rows[4][0] == "3. Cyd" and rows[5] == ("", player.words["false_call"])
    assert len(player.screen.minis[1]) == 4
    player.tap(O)
    assert link.asked[-1][0] == READY and link.asked[-1][3] == 1
    assert player.rows()[1] == ("", player.words["ready"])


def test_a_match_result_offers_a_rematch_and_the_way_out():
    link = FakeLink().running(7, 1000, 2)
    link.table.wins[0] = 1
    link.table.call(1, 9)
    link.show()
    player = Player(link).wait()
    assert player.name == "match_result" and player.screen.headline == "Ann wins!"
    player.tap(O)
    assert link.asked[-1][0] == READY
    player.tap(Z)
    assert player.face.overlay == "menu"
    player.tap(DOWN, O)
    assert player.name == "title"


def test_a_draw_has_no_winner():
    link = FakeLink().running(7, 1000, 2)
    link.table.propose(0, link.table_time(70_000))
    link.table.propose(1, link.table_time(70_000))
    link.show()
    player = Player(link).wait()
    assert player.name == "round_result" and player.screen.headline == player.words["draw"]
    assert player.screen.message == player.words["how_stuck"]


def test_a_pause_names_who_is_missing_and_goes_by_itself():
    link = FakeLink().running(7, 1000, 3)
    player = Player(link).wait()
    link.paused = True
    link.missing = 0b110
    player.wait()
    assert player.face.overlay == "paused"
    assert player.face.over.rows[1:3] == ["Bob", "Cyd"]
    link.missing = 0b100
    player.wait(200)
    assert player.face.over.row_count == 2 and player.face.over.rows[1] == "Cyd"
    link.paused = False
    player.wait()
    assert player.face.overlay == ""


def test_coming_back_says_so():
    link = FakeLink().seated(2, 1)
    link.paused = link.rejoining = True
    player = Player(link).wait()
    assert player.face.over.rows[0] == load_over("en")["rejoining"]


def test_pages_sleep_long_when_nothing_moves():
    player = Player().wait()
    assert player.face.think(player.now) >= 1000
    player = Player(FakeLink().running(7, 1000)).wait()
    assert player.face.think(player.now) >= 1000


def test_every_verdict_has_its_words():
    from firmware.rules import verdicts
    from firmware.screens.verdict_words import VERDICT_WORDS

    numbers = {value: name for name, value in vars(verdicts).items() if name.isupper()}
    refusals = [number for number in numbers if number > verdicts.ACCEPTED]
    assert len(VERDICT_WORDS) == max(numbers) + 1
    for number in refusals:
        assert VERDICT_WORDS[number] == "verdict_" + numbers[number].lower()
        assert VERDICT_WORDS[number] in load("en")
