"""When the game breaks or can't start, the screen says so; drawn in processes of their own, as on a handheld."""

import subprocess
import sys
from pathlib import Path

import pytest

from host_sim import stand_ins  # noqa: F401 - puts the stand-ins before Blinka's modules

# isort: split
from firmware.ending import Letters, fault_group
from firmware.words import LANGUAGES, load

ROOT = Path(__file__).resolve().parents[2]


def lines_of(group):
    return [label.text for label in group]


def pixels(letters, letter):
    bitmap = letters.get_glyph(ord(letter)).bitmap
    return [bitmap[x, y] for x in range(bitmap.width) for y in range(bitmap.height)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_says_what_where_and_which_button(language):
    words = load(language)
    lines = lines_of(fault_group(words, "ValueError: " + "very long " * 60, "gate.py:12", True))
    assert len(lines) == 10  # a headline, seven lines, where, which button
    assert lines[0] == words["error"] and lines[1].startswith("ValueError")
    assert "gate.py:12" in lines[8] and lines[9] == words["error_restart"]
    assert lines_of(fault_group(words, "x", "", False)) == [words["error"], "x"]


@pytest.mark.parametrize("length", [1, 35, 36, 37, 200])
def test_every_line_is_on_the_screen_and_no_letter_is_lost(length):
    text = ("word " * 100)[:length].strip()
    group = fault_group(load("en"), text, "a.py:1", True)
    for label in group:
        left, top, width, height = label.bounding_box
        assert label.x >= 0 and label.x + (left + width) * label.scale <= 320 and label.y < 240
    assert " ".join(lines_of(group)[1:-2]) == text


def test_a_word_longer_than_the_screen_is_broken_and_unknown_letters_are_question_marks():
    lines = lines_of(fault_group(load("en"), "abcdefghij" * 9, "", False))
    assert "".join(line.rstrip("-") for line in lines[1:]) == "abcdefghij" * 9
    letters = Letters("a?")
    assert pixels(letters, "中") == pixels(letters, "?") != pixels(letters, "a")
    assert 1 in pixels(letters, "a")


HANDHELD = """
import sys, pathlib
folder, root = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path[:] = [p for p in sys.path if p not in ("", root)]
sys.path.append(root)
from host_sim import stand_ins
from host_sim.handhelds.device import Device, Restart
device = stand_ins.install(Device(1, sys.argv[3], folder, 1))
sys.path.insert(1, root)
def on_sleep(device, us):
    device.now_us += us
    if device.now_us > 3_000_000:
        device.set_key(int(sys.argv[5]), True)
    if device.now_us > 90_000_000:
        raise SystemExit("waits for ever")
device.on_sleep = on_sleep
exec(sys.argv[4])
import runpy
try:
    runpy.run_path(root + "/code.py", run_name="__main__")
except Restart as restart:
    print("ENDED:", restart.kind, device.now_us // 1_000_000)
except SystemExit as end:
    print("ENDED:", end)
except BaseException as error:
    print("ENDED: raised", type(error).__name__, error)
picture = device.panel.picture()
colours = picture.convert("RGB").getcolors(100000)
print("COLOURS:", len(colours), "LIT:", sum(count for count, colour in colours if sum(colour) > 600))
print("AUTORELOAD:", device.autoreload, "RADIO:", device.air.listener is not None)
"""


def run(folder, prepare, board_id="deshipu_ugame_s3", key=4):
    done = subprocess.run(
        [sys.executable, "-B", "-c", HANDHELD, str(folder), str(ROOT), board_id, prepare, str(key)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


BREAK_A_STEP = """
import firmware.handheld
def step(self):
    raise ZeroDivisionError("the seventh card")
firmware.handheld.Handheld.step = step
"""


def lit(output):
    return int(output.rsplit("LIT:", 1)[1].split()[0])


@pytest.mark.parametrize("board_id", ["deshipu_ugame_s3", "adafruit_feather_esp32s3_4mbflash_2mbpsram"])
def test_a_broken_step_shows_a_screen_and_o_restarts(tmp_path, board_id):
    output = run(tmp_path, BREAK_A_STEP, board_id)
    assert "ZeroDivisionError: the seventh card" in output and "Traceback" in output
    assert "ENDED: reload 3" in output
    assert lit(output) > 500 and "no fault screen" not in output
    assert "RADIO: False" in output


def test_other_keys_do_not_restart_but_a_minute_alone_does(tmp_path):
    seconds = int(run(tmp_path, BREAK_A_STEP, key=5).split("ENDED: reload ")[1].split()[0])
    assert 58 <= seconds <= 65


def test_a_game_that_cannot_be_built_shows_a_screen_too(tmp_path):
    output = run(tmp_path, "import firmware.handheld\nfirmware.handheld.Link = None\n")
    assert "TypeError" in output and "ENDED: reload 3" in output and lit(output) > 500


def test_missing_pins_are_told_and_a_changed_file_starts_it_again(tmp_path):
    (tmp_path / "settings.toml").write_text('BUTTON_O = "BUTTON_X"\n')
    output = run(tmp_path, "")
    assert "BUTTON_O and BUTTON_X are both on pin BUTTON_X" in output
    assert "ENDED: waits for ever" in output and "AUTORELOAD: True" in output
    assert lit(output) > 500


def test_parts_that_cannot_be_built_leave_the_traceback_to_circuitpython(tmp_path):
    output = run(tmp_path, "import firmware.board.parts as parts\nparts.Radio = None\n")
    assert "ENDED: raised TypeError" in output and "AUTORELOAD: True" in output


def test_in_play_no_file_change_restarts(tmp_path):
    output = run(tmp_path, "")
    assert "ENDED: waits for ever" in output and "AUTORELOAD: False" in output


TELL_THE_SCREENS = """
import firmware.handheld
step = firmware.handheld.Handheld.step
def telling(self):
    before = self.face.screen_name
    wait = step(self)
    if self.face.screen_name != before:
        print("SCREEN:", before, "->", self.face.screen_name)
    return wait
firmware.handheld.Handheld.step = telling
"""


def test_a_wrong_setting_is_on_the_screen_until_a_key(tmp_path):
    (tmp_path / "settings.toml").write_text('LANGUAGE = "xx"\n')
    output = run(tmp_path, TELL_THE_SCREENS)
    assert "SCREEN: notice -> title" in output and lit(output) > 500


TELL_THE_NOTICE = """
import firmware.handheld
Face = firmware.handheld.Face
def telling(*more):
    face = Face(*more)
    print("NOTICE:", face.screen_name, " ".join(face.screen.rows))
    return face
firmware.handheld.Face = telling
"""


def test_a_wrong_setting_is_told_in_the_player_s_language_and_in_english_on_serial(tmp_path):
    (tmp_path / "settings.toml").write_text('LANGUAGE = "fr"\nWATCHDOG = "maybe"\n')
    output = run(tmp_path, TELL_THE_NOTICE)
    assert 'settings.toml: WATCHDOG = "maybe", but it must be "yes" or "no".' in output
    assert "NOTICE: notice" in output and "WATCHDOG = «\u00a0maybe\u00a0», mais il faut" in output


REFUSE = """
import firmware.handheld
step = firmware.handheld.Handheld.step
steps = 0
def refusing(self):
    global steps
    steps += 1
    if steps == 3:
        self.face.tone = 1
    return step(self)
firmware.handheld.Handheld.step = refusing
device.on_tone = lambda pin, hz, duty: print("TONE:", pin, hz, duty, device.now_us // 1000)
"""


def test_what_a_screen_wants_heard_is_heard_without_waiting_for_it(tmp_path):
    output = run(tmp_path, REFUSE, "adafruit_feather_esp32s3_nopsram")
    tones = [line.split()[1:] for line in output.splitlines() if line.startswith("TONE: A5")]
    begin = next(tone for tone in tones if int(tone[2]) > 0)
    end = next(tone for tone in tones if tone[2] == "0" and int(tone[3]) > int(begin[3]))
    assert begin[1] == "200" and 180 <= int(end[3]) - int(begin[3]) <= 190


def test_a_missing_display_is_told_and_the_game_goes_on(tmp_path):
    (tmp_path / "settings.toml").write_text('DISPLAY_RESET = "D9"\n')
    output = run(tmp_path, "", "adafruit_feather_esp32s3_nopsram")
    assert "No display: " in output and "ENDED: waits for ever" in output
