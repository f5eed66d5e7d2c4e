"""The channel to a handheld's process, as pipes and as its portable twin."""

import pytest

from host_sim import system
from host_sim.handhelds.remote import LOST
from tests.handhelds.small_table import O, run_for, small_table, tap


@pytest.fixture(params=["posix", "portable"])
def kind(request, monkeypatch):
    if request.param == "portable":
        monkeypatch.setenv("HOST_SIM_PORTABLE", "1")
        monkeypatch.setattr(system, "IS_POSIX", False)
    elif not system.IS_POSIX:
        pytest.skip("this system has no pipes that can be waited on")


def test_handhelds_play_and_one_that_dies_is_noticed(kind, tmp_path):
    with small_table(tmp_path) as hub:
        run_for(hub, 2000)
        tap(hub, hub.remotes[0], O)
        assert any("heard" in line for line in hub.remotes[1].serial())
        hub.remotes[1].kill()
        run_for(hub, 100)
        assert hub.remotes[1].state == LOST and hub.remotes[1].problem
        assert hub.remotes[0].is_on


def test_the_same_seed_gives_the_same_either_way(tmp_path, monkeypatch):
    said = []
    for portable in (False, True):
        monkeypatch.setattr(system, "IS_POSIX", not portable and system.IS_POSIX)
        if portable:
            monkeypatch.setenv("HOST_SIM_PORTABLE", "1")
        with small_table(tmp_path / str(portable), seed=9) as hub:
            run_for(hub, 2000)
            tap(hub, hub.remotes[0], O)
            said.append([remote.serial() for remote in hub.remotes])
    assert said[0] == said[1]


def test_a_lock_keeps_the_second_one_waiting(tmp_path):
    with system.locked(tmp_path / "lock"):
        assert (tmp_path / "lock").exists()
    with pytest.raises(OSError), system.locked(tmp_path / "no folder" / "lock"):
        pass
