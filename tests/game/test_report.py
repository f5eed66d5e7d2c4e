"""What --json says about a match, from what the handhelds' tables say."""

from types import SimpleNamespace

from host_sim.game import report
from host_sim.handhelds.shared_page import Counters


def _remote(number, seat, names=("Ada", "Ben", "", ""), wins=(1, 2, 0, 0), **others):
    result = {"seat": seat, "winner": 1, "rounds": 3, "best_of": 3, "names": list(names), "wins": list(wins)}
    values = {"number": number, "name": "?", "state": "on", "is_on": True, "problem": "", "result": result, **others}
    return SimpleNamespace(totals=lambda: Counters(spi_bytes=10, swaps=4, refused=2, frames_dropped=1), **values)


def _hub(*remotes):
    ether = SimpleNamespace(
        sent={remote.number: 7 for remote in remotes}, lost={remote.number: 2 for remote in remotes}
    )
    return SimpleNamespace(remotes=list(remotes), ether=ether, now_us=61_500_000)


def test_the_winner_is_a_handheld_wherever_it_sits():
    found = report.figures(_hub(_remote(1, 1), _remote(2, 0)), 9, "board")
    assert (found["winner"], found["winner_handheld"], found["rounds"]) == ("Ben", 1, 3)
    assert found["score"] == {"Ada": 1, "Ben": 2}
    assert [handheld["rounds_won"] for handheld in found["handhelds"]] == [2, 1]
    assert found["handhelds"][0]["frames_lost"] == 3  # on the air, and for want of room in the ring
    assert "Ben (handheld 1) wins the match" in report.sentence(found)


def test_players_of_one_name_are_told_apart():
    found = report.figures(_hub(_remote(1, 0, ("Ada", "Ada", "", "")), _remote(2, 1, ("Ada", "Ada", "", ""))), 9, "b")
    assert found["score"] == {"Ada (1)": 1, "Ada (2)": 2}


def test_handhelds_that_disagree_have_no_result():
    found = report.figures(_hub(_remote(1, 0), _remote(2, 1, wins=(2, 1, 0, 0))), 9, "b")
    assert found["finished"] is False
    assert found["winner"] is None
    assert found["score"] == {}
    assert "no match came to its end" in report.sentence(found)


def test_a_match_that_ended_because_somebody_left_is_finished():
    left = _remote(2, 0)
    left.result = None
    found = report.figures(_hub(_remote(1, 1), left), 9, "b")
    assert (found["finished"], found["winner"], found["score"]) == (True, "Ben", {"Ada": 1, "Ben": 2})


def test_without_any_result_nothing_is_finished():
    nobody = _remote(1, 0)
    nobody.result = None
    assert report.figures(_hub(nobody), 9, "b")["finished"] is False


def test_one_that_is_switched_off_has_no_say():
    gone = _remote(2, 1)
    gone.is_on, gone.state, gone.result = False, "off", None
    assert report.figures(_hub(_remote(1, 1), gone), 9, "b")["winner_handheld"] == 1
