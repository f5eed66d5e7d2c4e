"""The door: finding a table, the code, the dealer's yes, and every reason why it stays shut."""

import pytest

from firmware.link import announcement, door, found, frames
from firmware.link.link import IDLE, KNOCKING, LISTENING, SEATED
from firmware.link.roster import pack_name, unpack_name
from firmware.rules.acts import READY
from firmware.rules.layout import COUNTDOWN, LOBBY, RUNNING
from tests.link.air import Room


def wrong(code):
    return bytes((press + 1) % 4 for press in code)


def knock(room, guest, host, code=None):
    """Listen, find the host's table and knock."""
    link = guest.link
    link.listen()
    guest.wake_at = room.now
    assert room.until(lambda: [t for t in link.tables if t.id == host.link.table_id], 3000)
    table = [t for t in link.tables if t.id == host.link.table_id][0]
    link.knock(table, host.link.code if code is None else code)
    guest.wake_at = room.now
    return table


def test_a_table_is_found_and_joined_with_code_and_yes():
    room = Room(2).lobby(1, best_of=5)
    table = knock(room, room[1], room[0])
    assert (table.name, table.taken, table.seats, table.same_version, table.in_play) == ("P0", 1, 4, True, False)
    assert room.until(lambda: room[0].link.knocker == "P1", 2000)
    assert room.until(lambda: room[1].link.is_waiting, 2000)
    assert room[1].link.state == KNOCKING
    room[0].link.answer_knock(True)
    assert room.until(lambda: room[1].link.is_synced, 2000)
    assert (room[1].link.state, room[1].link.seat, room[0].link.knocker) == (SEATED, 1, "")
    assert room.until(lambda: room[1].link.names == ["P0", "P1", "", ""], 2000)
    assert room[1].link.table.best_of == 5
    assert room[1].link.code == room[0].link.code, "any member may have to show it"


def test_a_wrong_code_is_refused_and_nobody_is_asked():
    room = Room(2).lobby(1)
    knock(room, room[1], room[0], wrong(room[0].link.code))
    assert room.until(lambda: room[1].link.state == IDLE, 2000)
    assert room[1].link.refusal == door.WRONG_CODE
    assert room[0].link.knocker == ""


def test_trying_all_codes_takes_minutes():
    room = Room(2).lobby(1)
    wrongs = 0
    start = room.now
    while room.now < start + 3000:
        knock(room, room[1], room[0], wrong(room[0].link.code))
        if room.until(lambda: room[1].link.state == IDLE, 600) and room[1].link.refusal == door.WRONG_CODE:
            wrongs += 1
    assert 1 <= wrongs <= 10


def test_no_is_no():
    room = Room(2).lobby(1)
    knock(room, room[1], room[0])
    assert room.until(lambda: room[0].link.knocker == "P1", 2000)
    room[0].link.answer_knock(False)
    assert room.until(lambda: room[1].link.state == IDLE, 2000)
    assert room[1].link.refusal == door.TURNED_AWAY
    assert room[0].link.table.seated() == 1


def test_a_full_table_says_so():
    room = Room(5).lobby(4)
    knock(room, room[4], room[0])
    assert room.until(lambda: room[4].link.state == IDLE, 2000)
    assert room[4].link.refusal == door.FULL


def test_a_table_in_play_is_closed_and_shows_it_in_the_list():
    room = Room(3).round(2)
    table = knock(room, room[2], room[0])
    assert table.in_play
    assert room.until(lambda: room[2].link.state == IDLE, 2000)
    assert room[2].link.refusal == door.CLOSED


def test_a_yes_that_comes_after_the_deal_lets_nobody_in():
    """The cards are dealt while the dealer's player is being asked: a seat without piles is no seat."""
    room = Room(3).lobby(2)
    knock(room, room[2], room[0])
    assert room.until(lambda: room[0].link.knocker == "P2", 2000)
    room.all_ready(room.handhelds[:2])
    assert room.until(lambda: room[0].link.table.phase == COUNTDOWN, 2000)
    room[0].link.answer_knock(True)
    assert room.until(lambda: room[2].link.state == IDLE, 2000)
    assert room[2].link.refusal == door.CLOSED
    assert room[0].link.table.seated() == 2
    assert room.until(lambda: room[0].link.table.phase == RUNNING)
    assert room[0].link.knocker == ""


def test_another_version_is_not_knocked_at():
    """Field case F21: the list shows it, and the knock says "needs another version" at once."""
    room = Room(2)
    frame = bytearray(announcement.ANNOUNCE_BYTES)
    announcement.write_announcement(frame, 99, 1, 0, 2, LOBBY, "Newer")
    frame[1] = (frames.VERSION + 1) << 4 | frames.ANNOUNCE
    room[1].link.listen()
    room.air.put(room[1].radio, b"\x02aaaaa", frame)
    room.run(50)
    table = room[1].link.tables[0]
    assert (table.name, table.same_version) == ("Newer", False)
    room[1].link.knock(table, bytes(5))
    assert (room[1].link.state, room[1].link.refusal) == (IDLE, door.OTHER_VERSION)


def test_nobody_answers_at_a_table_that_is_gone():
    room = Room(2).lobby(1)
    knock(room, room[1], room[0])
    room[0].power_off()
    assert room.until(lambda: room[1].link.state == IDLE, 40_000)
    assert room[1].link.refusal == door.NO_ANSWER


def test_a_dealer_that_forgets_the_question_is_not_waited_for_for_ever():
    room = Room(2).lobby(1)
    knock(room, room[1], room[0])
    assert room.until(lambda: room[1].link.is_waiting, 2000)
    assert room.until(lambda: room[1].link.state == IDLE, 40_000)
    assert room[1].link.refusal == door.NO_ANSWER
    room.run(4000)
    assert room[0].link.knocker == ""


def test_who_goes_away_is_asked_about_no_longer():
    room = Room(2).lobby(1)
    knock(room, room[1], room[0])
    assert room.until(lambda: room[0].link.knocker == "P1", 2000)
    room[1].link.leave(room[1].ticks())
    assert room[1].link.state == IDLE
    assert room.until(lambda: room[0].link.knocker == "", 4000)
    room[0].link.answer_knock(True)
    assert room[0].link.table.seated() == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_lost_yes_and_repeated_knocks_give_one_seat(seed):
    room = Room(3, seed=seed, loss=0.5).lobby(1)
    for number in (1, 2):
        assert room.join(room[number], room[0])
    room.run(3000)
    assert room[0].link.table.seated() == 3
    assert [link.seat for link in room.links] == [0, 1, 2]
    assert room.until(lambda: all(link.names == ["P0", "P1", "P2", ""] for link in room.links), 5000)


def test_a_second_knocker_waits_for_its_turn():
    room = Room(3).lobby(1)
    knock(room, room[1], room[0])
    assert room.until(lambda: room[0].link.knocker == "P1", 2000)
    knock(room, room[2], room[0])
    room.run(1000)
    assert room[0].link.knocker == "P1"
    room[0].link.answer_knock(False)
    assert room.until(lambda: room[0].link.knocker == "P2", 2000)
    room[0].link.answer_knock(True)
    assert room.until(lambda: room[2].link.is_synced, 2000)
    assert room[2].link.seat == 1


def test_two_tables_with_the_same_code_never_mix():
    room = Room(4)
    room.run(10)
    for number in (0, 2):
        draws = [1000 + number, 512]
        room[number].link.random32 = lambda draws=draws: draws.pop(0) if draws else 5
        room[number].link.open_table(True, 3)
        room.join(room[number + 1], room[number])
    assert room[0].link.code == room[2].link.code
    assert room[0].link.keys.key != room[2].link.keys.key
    room.all_ready()
    room.run(5000)
    assert [link.table.seated() for link in room.links] == [2] * 4
    assert [link.names[:2] for link in room.links] == [["P0", "P1"]] * 2 + [["P2", "P3"]] * 2
    assert all(link.table.phase == RUNNING for link in room.links)


def test_two_handhelds_that_draw_the_same_numbers_open_two_tables():
    room = Room(2)
    room.run(10)
    for handheld in room.handhelds:
        handheld.link.random32 = lambda: 0
        handheld.link.open_table(True, 3)
    assert room[0].link.table_id != room[1].link.table_id
    assert room[0].link.keys.key != room[1].link.keys.key


def test_f8_a_room_with_25_tables_keeps_a_usable_list():
    """Field case F8: no peer is needed for a table of the list, and stale ones leave it."""
    room = Room(26)
    room.run(10)
    for handheld in room.handhelds[1:]:
        handheld.link.open_table(True, 3)
    guest = room[0].link
    guest.listen()
    room[0].wake_at = room.now
    assert room.until(lambda: len(guest.tables) == 25, 5000)
    assert len(room[0].radio.peers) == 0
    order = [table.name for table in guest.tables]
    room.run(3000)
    assert [table.name for table in guest.tables] == order, "no table moves under the player's finger"
    for handheld in room.handhelds[2:]:
        handheld.power_off()
    room.run(5000)
    assert [table.name for table in guest.tables] == ["P1"]
    assert guest.state == LISTENING
    assert room.join(room[0], room[1])


def test_a_list_full_of_other_versions_makes_room_for_a_table_to_join():
    room = Room(2).lobby(1)
    frame = bytearray(announcement.ANNOUNCE_BYTES)
    room[1].link.listen()
    for number in range(40):
        announcement.write_announcement(frame, 1000 + number, 1, 0, 2, LOBBY, "X")
        frame[1] = (frames.VERSION + 1) << 4 | frames.ANNOUNCE
        room.air.put(room[1].radio, b"\x02aaaaa", frame)
        room.run(10)
    assert room.until(lambda: any(table.name == "P0" for table in room[1].link.tables), 2000)
    assert len(room[1].link.tables) <= found.MOST


@pytest.mark.parametrize(
    "packed, name",
    (
        (b"Zoe\0\0\0\0\0\0\0\0\0", "Zoe"),
        ("Zoë".encode() + bytes(8), "Zoë"),
        (bytes(12), "?"),
        (b"\xff" * 12, "?"),
        ("abcdefghijkß".encode()[:12], "?"),
        (b"two\nlines\0\0\0", "?"),
        (b"\0hidden\0\0\0\0\0", "?"),
    ),
)
def test_a_name_from_the_air_is_a_name_or_a_question_mark(packed, name):
    assert unpack_name(packed) == name


@pytest.mark.parametrize("name", ("", "Zoë", "abcdefghijkl", "äöüäöüäöü", "日本語日本語", "abcdefghijkß"))
def test_every_name_goes_through_the_air(name):
    packed = pack_name(name)
    assert len(packed) == 12
    assert unpack_name(packed) == (name if 0 < len(name.encode()) <= 12 else unpack_name(packed))
    assert name.startswith(unpack_name(packed)) or not name


def test_a_player_without_a_name_has_a_seat_all_the_same():
    room = Room(1)
    room.add("").link.name = ""
    room.lobby(1)
    room[0].link.step(room[0].ticks())
    knock(room, room[1], room[0])
    assert room.until(lambda: room[0].link.knocker == "?", 2000)
    room[0].link.answer_knock(True)
    assert room.until(lambda: room[1].link.is_synced, 2000)
    room.run(1000)
    assert room[1].link.names[:2] == ["P0", "?"]


def test_a_hostile_answer_at_the_door_means_nothing():
    """Answers are open frames: one of another table, for another guest or of no sense is dropped."""
    room = Room(2).lobby(1)
    room.air.cut_off(0, 1)
    room[1].link.listen()
    room.air.cut.clear()
    knock(room, room[1], room[0])
    room.air.cut_off(0, 1)
    for answer, mac, table_id in (
        (0, room[1].radio.mac, room[0].link.table_id),
        (9, room[1].radio.mac, room[0].link.table_id),
        (255, room[1].radio.mac, room[0].link.table_id),
        (door.WELCOME, b"\x02other", room[0].link.table_id),
        (door.WELCOME, room[1].radio.mac, 1),
    ):
        frame = bytearray(door.DOOR_BYTES)
        frames.start(frame, frames.DOOR, table_id, 1, 0)
        frame[11] = answer
        frame[12:18] = mac
        frames.seal(frame, door.DOOR_BYTES, 0)
        room.air.put(room[1].radio, b"\x02aaaaa", frame)
        room.run(20)
        assert room[1].link.state == KNOCKING, answer


def test_a_member_that_lost_its_ticket_knocks_and_has_its_seat_again():
    room = Room(3).round()
    room[1].power_off()
    room.run(1000)
    room[1].power_on()
    knock(room, room[1], room[0])
    assert room.until(lambda: room[1].link.is_synced, 2000)
    assert room[1].link.seat == 1
    pile = [p for p in range(12) if room[1].link.table.owner(p) == 1][0]
    room.run(300)
    assert room[1].wish(1, pile)
    room.run(300)
    assert room[0].link.table.in_hand[1] == pile


def test_guests_that_come_and_go_leave_no_peers_behind():
    """A radio has seven encrypted peers: eight guests one after the other must not use them up."""
    room = Room(11).lobby(2)
    for number in range(2, 11):
        assert room.join(room[number], room[0])
        room.run(1200)
        assert len(room[1].radio.peers) == 2
        room[number].link.leave(room[number].ticks())
        room[number].wake_at = room.now
        assert room.until(lambda number=number: room[number].link.state == IDLE, 2000)
        assert room.until(lambda: room[0].link.table.seated() == 2, 1000)
        room.run(1200)
        assert len(room[0].radio.peers) == len(room[1].radio.peers) == 1
        assert room[1].link.names == ["P0", "P1", "", ""]


def test_a_new_guest_gets_nothing_of_who_sat_there_before():
    room = Room(3).lobby(2)
    for nth in range(5):
        room[1].wish(READY, slot=nth % 2)
        room.run(100)
    room[1].link.leave(room[1].ticks())
    room[1].wake_at = room.now
    room.run(1500)
    assert room.join(room[2], room[0])
    assert room[2].link.seat == 1
    assert room[0].link.ready == 0
    room.run(300)
    assert room[2].answers == []
    assert room[2].wish(READY, slot=1)
    room.run(200)
    assert room[0].link.ready == 0b10
    assert [answer[-1] for answer in room[2].answers] == [1]
