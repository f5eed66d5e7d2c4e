"""time, os.getenv and os.urandom of a process that is one device."""

import os
import threading
import time

import pytest

from host_sim.handhelds.settings_file import getenv


def test_sleep_passes_virtual_time_only(as_process):
    time.sleep(3600)
    assert as_process.now_us == 3_600_000_000
    with pytest.raises(ValueError):
        time.sleep(-1)


def test_short_sleeps_are_collected(as_process):
    calls = []

    def sleep(device, us):
        calls.append(us)
        device.now_us += us

    as_process.on_sleep = sleep
    for _ in range(2000):
        time.sleep(0.000001)
    assert as_process.now_us == 2000
    assert len(calls) == 2


def test_monotonic_gets_coarse(as_process):
    def steps():
        seen = set()
        for _ in range(100):
            as_process.now_us += 1000
            seen.add(time.monotonic())
        return len(seen)

    assert steps() == 100
    as_process.now_us = 4_100_000_000
    assert 40 <= steps() <= 60  # 2 ms steps after a good hour
    as_process.now_us = 86_400_000_000
    assert 3 <= steps() <= 5  # 31 ms after a day
    before = time.monotonic_ns()
    as_process.now_us += 1
    assert time.monotonic_ns() == before + 1000


def test_a_loop_over_monotonic_ends(as_process):
    end = time.monotonic() + 0.05
    while time.monotonic() < end:
        pass


def test_other_threads_keep_the_computers_time(as_process):
    threads = threading.Thread(target=time.sleep, args=(0.001,))
    threads.start()
    threads.join()
    assert as_process.now_us == 0


def test_urandom_is_repeatable(as_process):
    from host_sim.handhelds.device import Device, use

    use(Device(seed=4))
    first = os.urandom(8)
    use(Device(seed=4))
    assert os.urandom(8) == first
    assert os.urandom(8) != first


def test_getenv_reads_the_drive(as_process, tmp_path):
    assert os.getenv("NAME") is None
    assert os.getenv("NAME", "x") == "x"
    (tmp_path / "settings.toml").write_text('NAME = "Ada"\nCOUNT = 12\n', encoding="utf-8")
    assert os.getenv("NAME") == "Ada"
    assert os.getenv("COUNT") == "12"
    as_process.getenv_gives_int = True  # before CircuitPython 10.2
    assert os.getenv("COUNT") == 12
    assert os.getenv("HOME") is None  # the computer's environment isn't there


@pytest.mark.parametrize(
    "line, value",
    [
        ('A="x"', "x"),
        ('  A  =  "x y"  # note', "x y"),
        (r'A = "\u00e9\n\"q\""', 'é\n"q"'),
        ("A = 12 # note", "12"),
        ("A = true", "true"),
        ('A = "ü"', "ü"),
        ('A = ""', ""),
        ('[section]\nA = "x"', "none"),
        ('AB = "x"', "none"),
        ('A = "first"\nA = "second"', "first"),
        ('# A = "x"', "none"),
    ],
)
def test_settings_file(line, value):
    assert getenv(line + "\n", "A", "none") == value


@pytest.mark.parametrize("line", ['A = "x', 'A = "x" y', "A =", r'A = "\uzzzz"', r'A = "\U00110000"'])
def test_a_malformed_value_counts_as_missing_with_a_message(line, capsys):
    assert getenv(line + "\n", "A", "none") == "none"
    assert "'A'" in capsys.readouterr().out
