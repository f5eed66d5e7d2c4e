"""When the game breaks or can't start, the screen says so; drawn in processes of their own, as on a handheld."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.ending import fault_page, wrap
from firmware.words import LANGUAGES, load

ROOT = Path(__file__).resolve().parents[2]


def test_lines_are_broken_between_words():
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"]
    assert wrap("a\nb", 10) == ["a", "b"] and wrap("", 10) == []


@pytest.mark.parametrize("length", [0, 1, 35, 36, 37, 400])
def test_no_line_is_too_long_and_no_letter_is_lost(length):
    text = ("word " * 100)[:length]
    lines = wrap(text, 36)
    assert all(0 < len(line) <= 36 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_what_where_and_which_button(language):
    words = load(language)
    page = fault_page(words, "ValueError: " + "very long " * 40, "gate.py:12", True)
    assert page.row_count == 8 and page.rows[0].startswith("ValueError")
    assert "gate.py:12" in page.rows[7] and page.footer == words["error_restart"]
    assert fault_page(words, "x", "", False).footer == ""


HANDHELD = """
import sys, pathlib
folder, root = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path[:] = [p for p in sys.path if p not in ("", root)]
sys.path.append(root)
from host_sim import stand_ins
from host_sim.device import Device, Restart
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


def test_a_missing_display_is_told_and_the_game_goes_on(tmp_path):
    (tmp_path / "settings.toml").write_text('DISPLAY_RESET = "D9"\n')
    output = run(tmp_path, "", "adafruit_feather_esp32s3_nopsram")
    assert "No display: " in output and "ENDED: waits for ever" in output
