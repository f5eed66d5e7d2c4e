"""What the screens tell about the handheld itself, and what is heard."""

import pytest

from firmware.board import store
from firmware.rules import verdicts
from firmware.rules.acts import LOCK
from firmware.screens import settings_page
from firmware.screens.buttons import DOWN, LEFT, RIGHT, UP, O, X, Z
from firmware.screens.face import Face
from firmware.screens.notice import wrap
from firmware.screens.tones import BEEP, BUZZ, CALL, START
from firmware.words import LANGUAGES, load, load_rare
from tests.screens.choices import Choices
from tests.screens.fake_link import FakeLink
from tests.screens.fake_parts import FakeParts, on_usb


class Player:
    def __init__(self, parts=None, link=None, language="en"):
        self.parts = parts or FakeParts()
        self.link = link or FakeLink()
        self.now = 1000
        self.choices = Choices("Ann", language)
        self.face = Face(self.link, load(language), None, self.choices, self.parts)
        self.rare = load_rare(language)

    def wait(self, ms=10):
        self.now += ms
        self.face.think(self.now)
        return self

    def tap(self, *buttons):
        for button in buttons:
            self.wait(30)
            self.face.press(button, self.now)
            self.wait(30)
            self.face.release(button, self.now)
        return self.wait()

    def settings(self, item):
        """The settings with this item under the cursor."""
        self.tap(DOWN, DOWN, O)
        for _ in range(item):
            self.tap(DOWN)
        assert self.face.screen.item == item
        return self

    def rows(self):
        screen = self.face.screen
        return [(screen.rows[row], screen.notes[row]) for row in range(screen.row_count)]

    def tone(self):
        tone, self.face.tone = self.face.tone, 0
        return tone


# --- the title ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_says_whose_drive_it_is_and_how_full_the_battery_is(language):
    player = Player(language=language)
    battery = player.rare["battery"] + " " + player.rare["percent"].format(72)
    assert player.rows()[3:] == [(player.rare["drive_game"], ""), ("", battery)]
    player.parts.battery.mv = 3910
    assert "71" in player.wait(2000).rows()[4][1]
    player = Player(on_usb(), language=language)
    assert player.rows()[3][0] == player.rare["drive_computer"] and player.rows()[4][0] == player.rare["saved_lost"]
    assert player.face.is_battery_low


def test_the_title_says_what_became_of_saved_things_and_only_what_is_known():
    parts = FakeParts()
    parts.battery.mv = 0
    said = []
    for word in (store.FINE, store.NEW, store.MENDED, store.LOST):
        parts.store.word = word
        said.append(Player(parts).rows()[4])
    assert said == [("", ""), ("", ""), ("Settings were mended", ""), ("Settings were lost", "")]


# --- wrong values in settings.toml ---


def test_wrong_settings_are_shown_one_by_one_before_the_title():
    player = Player(FakeParts('settings.toml: PIEZO = "A9", but this board has no pin of that name.', "Second."))
    assert player.face.screen_name == "notice" and player.face.screen.headline == "settings.toml"
    assert [text for text, _ in player.rows()] == [
        "A value is wrong:",
        'PIEZO = "A9", but this board has no',
        "pin of that name.",
    ]
    assert player.face.screen.message == "1/2"
    player.tap(O)
    assert player.rows()[1][0] == "Second." and player.face.screen.message == "2/2"
    player.tap(O)
    assert player.face.screen_name == "title"


def test_wrong_settings_can_be_skipped_and_do_not_hide_a_broken_radio():
    link = FakeLink()
    link.problem = 3
    player = Player(FakeParts("One.", "Two."), link)
    assert player.wait(5000).face.screen_name == "notice"
    player.tap(Z)
    assert player.face.screen_name == "problem"


def test_a_seat_that_is_taken_back_does_not_wait_for_the_notice():
    link = FakeLink().running()
    assert Player(FakeParts("One."), link).wait().face.screen_name == "table"


def test_lines_are_broken_between_words():
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"]
    assert wrap("", 10) == []


@pytest.mark.parametrize("length", [0, 1, 35, 36, 37, 400])
def test_no_line_is_too_long_and_no_letter_is_lost(length):
    text = ("word " * 100)[:length]
    lines = wrap(text, 36)
    assert all(0 < len(line) <= 36 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


# --- settings, statistics, self-test ---


def test_all_settings_can_be_reached_and_the_cursor_stays_on_its_row():
    player = Player().settings(settings_page.NAME)
    for item in list(range(1, settings_page.ITEMS)) + [0]:
        player.tap(DOWN)
        screen = player.face.screen
        assert screen.item == item
        wanted = load("en")["self_test"] if item == settings_page.SELF_TEST else None
        assert wanted is None or screen.rows[screen.selected] == wanted
    assert player.tap(UP).face.screen.item == settings_page.SELF_TEST


def test_light_and_sound_change_at_once_within_their_bounds():
    player = Player().settings(settings_page.BRIGHTNESS)
    assert player.tap(LEFT).parts.power.brightness == 70 == player.choices.brightness
    for _ in range(12):
        player.tap(LEFT)
    assert player.parts.power.brightness == 10
    assert player.tap(DOWN, RIGHT).parts.sound.volume == 80 and player.tone() == BEEP
    for _ in range(6):
        player.tap(LEFT)
    assert player.parts.sound.volume == 0 == player.choices.volume
    assert (player.rare["volume"], load("en")["off"]) in player.rows()
    assert player.face.unsaved


def test_the_statistics():
    player = Player().settings(settings_page.STATISTICS).tap(O)
    assert [note for _, note in player.rows()] == ["12", "7", "41", "20", "1:23"]
    player.parts.store.fastest_s = 0
    player.tap(Z)
    assert player.face.screen_name == "settings" and player.face.screen.item == settings_page.STATISTICS
    assert player.tap(O).rows()[4][1] == "-"


def notes(player):
    return dict(player.rows())


def test_the_self_test_tells_of_radio_saving_and_battery():
    player = Player().settings(settings_page.SELF_TEST).tap(O)
    assert player.parts.store.checks == 1
    assert notes(player)["Radio"] == "works 3A:0F 1234"
    assert notes(player)["Saving"] == "chip, drive" and notes(player)["Battery"] == "3912 mV"
    player.parts.radio.received += 1
    assert notes(player.wait(600))["Radio"] == "works 3A:0F 1235"
    assert player.parts.store.checks == 1
    for works, said in ((0, "broken"), (1, "chip"), (2, "drive")):
        parts = FakeParts()
        parts.store.works = works
        parts.battery.mv = 0
        parts.sound.works = False
        player = Player(parts).settings(settings_page.SELF_TEST).tap(O)
        assert notes(player)["Saving"] == said
        assert notes(player)["Battery"] == "not measured" and notes(player)["Sound"] == "none"


def test_the_self_test_beeps_and_shows_the_test_picture_until_a_key():
    player = Player().settings(settings_page.SELF_TEST).tap(O)
    player.tone()
    assert player.tap(O).tone() == BEEP
    version = player.face.screen.version
    player.tap(X)
    assert player.face.screen.name == "pattern" and player.face.screen.version != version
    player.tap(UP)
    assert player.face.screen.name == "self_test" and player.face.screen_name == "self_test"
    assert notes(player)["Worked:"].count("·") == 4
    player.face.press(X, player.now)
    player.face.press(Z, player.now)
    assert player.face.screen_name == "settings"


# --- what is heard ---


def test_the_start_signal_a_refused_lock_and_the_call_are_heard():
    link = FakeLink().seated(2, 0)
    player = Player(link=link).wait()
    link.running(now=player.now)
    assert player.wait().tone() == START
    player.tap(O)
    assert player.tone() == 0
    player.tap(Z)  # not four of a kind
    assert link.asked[-1][0] == LOCK and player.face.screen.toast == verdicts.NOT_FOUR
    assert player.tone() == BUZZ
    player.tap(O)
    player.face.press(Z, player.now)
    player.wait(500)
    assert player.tone() == CALL


def test_the_call_of_another_is_heard_when_the_round_ends():
    for seat, heard in ((0, 0), (1, CALL)):
        link = FakeLink().running(seats=2, seat=seat)
        player = Player(link=link).wait()
        player.tone()
        for pile in range(6):
            link.lay(pile, *(pile + 13 * suit for suit in range(4)))
            link.table.in_hand[0] = pile
            link.table.lock(0, pile, 9)
        link.table.call(0, 9)
        link.show()
        assert player.wait().face.screen_name == "round_result"
        assert player.tone() == heard
