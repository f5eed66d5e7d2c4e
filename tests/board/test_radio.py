"""Every trap of device-facts.md, "espnow", one by one: the radio comes through and never raises."""

import pytest

from tests.board.desk import FRIEND, STRANGER, Desk

PMK = bytes(range(16))
LMK = bytes(range(16, 32))


@pytest.fixture
def radio(desk):
    from firmware.board.radio import Radio

    return Radio()


def mac(number):
    return bytes((2, 0, 0, 0, 1, number))


def test_frames_go_out_and_come_in(desk, radio):
    radio.add_peer(FRIEND)
    assert radio.send(FRIEND, b"hello")
    assert [(frame.to, frame.msg) for frame in desk.sent] == [(FRIEND, b"hello")]
    desk.hear(b"well met", FRIEND)
    packet = radio.receive()
    assert (packet.mac, packet.msg) == (FRIEND, b"well met")
    assert radio.receive() is None
    assert (radio.sent, radio.received, radio.reopened, radio.problem) == (1, 1, 0, 0)
    assert radio.mac == desk.device.mac


def test_f6_the_broadcast_peer_is_explicit_and_alone_is_enough(desk, radio):
    assert radio.broadcast(b"table")
    assert [frame.to for frame in desk.sent] == [b"\xff" * 6]


def test_broadcast_reaches_nobody_else_when_there_are_unicast_peers(desk, radio):
    radio.add_peer(FRIEND)
    radio.broadcast(b"table")
    assert [frame.to for frame in desk.sent] == [b"\xff" * 6]


def test_the_ring_holds_a_burst_that_the_default_one_would_lose(desk, radio):
    for number in range(16):
        desk.hear(bytes([number]) * 100)
    assert [radio.receive().msg[0] for _ in range(16)] == list(range(16))


def test_a_full_ring_loses_frames_and_nothing_else(desk, radio):
    for _ in range(100):
        desk.hear(bytes(100))
    heard = 0
    while radio.receive():
        heard += 1
    assert 16 <= heard < 100
    desk.hear(b"again")
    assert radio.receive().msg == b"again"


def test_f9_a_constructor_that_fails_is_a_problem_code_and_may_be_retried(desk):
    from firmware.board.radio import NO_PROBLEM, WONT_OPEN, Radio

    desk.device.air.broken = 0x306A
    radio = Radio()
    assert radio.problem == WONT_OPEN
    radio.add_peer(FRIEND, LMK)
    radio.set_key(PMK)
    assert not radio.send(FRIEND, b"x") and not radio.broadcast(b"x") and radio.receive() is None
    assert not radio.retry() and radio.problem == WONT_OPEN
    desk.device.air.broken = None
    assert radio.retry() and radio.problem == NO_PROBLEM
    assert radio.send(FRIEND, b"x")
    assert desk.sent[-1].key == PMK + LMK


@pytest.mark.parametrize("error", [RuntimeError("no"), MemoryError(), OSError(5), ValueError("pins")])
def test_whatever_the_constructor_raises(desk, error):
    from firmware.board.radio import WONT_OPEN, Radio

    desk.device.air.broken = error
    assert Radio().problem == WONT_OPEN


def test_a_large_ring_that_cannot_be_had_becomes_a_smaller_one(desk, monkeypatch):
    from firmware.board import radio as module
    from firmware.board import radio_opening

    real = radio_opening.espnow.ESPNow

    def no_large_one(buffer_size=526):
        if buffer_size > 1024:
            raise MemoryError
        return real(buffer_size)

    monkeypatch.setattr(radio_opening.espnow, "ESPNow", no_large_one)
    radio = module.Radio()
    assert radio.problem == 0 and radio.ring_bytes == 1024


def test_f7_already_running_after_a_reload(desk, radio):
    from firmware.board.radio import Radio

    radio.add_peer(FRIEND)
    # The program starts again without having closed its radio.
    second = Radio()
    assert second.problem == 0
    second.add_peer(FRIEND)
    assert second.send(FRIEND, b"hello")
    # The old object is only dead, never dangerous.
    assert not radio.send(FRIEND, b"x") and radio.receive() is None
    radio.remove_peer(FRIEND)
    radio.close()


def test_f7_somebody_else_s_espnow_running_is_a_problem_not_a_crash(desk):
    import espnow

    from firmware.board.radio import WONT_OPEN, Radio

    foreign = espnow.ESPNow()
    radio = Radio()
    assert radio.problem == WONT_OPEN
    foreign.deinit()
    assert radio.retry()


def test_f7_a_peer_added_twice(desk, radio):
    radio.add_peer(FRIEND)
    radio.add_peer(FRIEND)
    assert radio.send(FRIEND, b"x")


def test_f7_a_peer_that_the_driver_knows_although_we_do_not(desk, radio):
    import espnow

    radio.driver.peers.append(espnow.Peer(mac=FRIEND, lmk=bytes(16), encrypted=True))
    radio.add_peer(FRIEND, LMK)
    assert radio.send(FRIEND, b"x")
    assert desk.sent[-1].key == LMK  # ours, not the one it had before


def test_f7_wrong_channel_after_an_access_point_took_the_radio(desk, radio):
    import wifi

    radio.add_peer(FRIEND)
    desk.device.access_point = ("cafe", 6)
    wifi.radio.connect("cafe", "password")
    assert desk.device.air.channel == 6
    # Channel 0 goes wherever the radio is; leaving the access point brings everybody together again.
    assert radio.send(FRIEND, b"x")
    radio.close()
    assert radio.retry()
    assert desk.device.air.channel == 1


def test_f7_a_send_that_fails_for_the_channel_reopens_and_leaves_the_access_point(desk, radio, monkeypatch):
    import wifi

    radio.add_peer(FRIEND)
    desk.device.access_point = ("cafe", 6)
    wifi.radio.connect("cafe", "password")
    desk.wait(300)
    refuse(monkeypatch, 0x306A)
    assert not radio.send(FRIEND, b"x")
    monkeypatch.undo()
    assert desk.device.air.channel == 1 and radio.reopened == 1
    desk.wait(50)
    assert radio.send(FRIEND, b"x")


def refuse(monkeypatch, number):
    """Every send raises this number from now on."""
    import espidf
    import espnow

    def send(self, message, peer=None):
        raise espidf.IDFError("ESP-NOW error 0x%x" % number)

    monkeypatch.setattr(espnow.ESPNow, "send", send)


@pytest.mark.parametrize("number", range(0x3065, 0x306E))
def test_every_error_of_a_send_is_survived_and_sending_goes_on_afterwards(desk, radio, monkeypatch, number):
    radio.add_peer(FRIEND)
    refuse(monkeypatch, number)
    for _ in range(50):
        assert not radio.send(FRIEND, b"x")
        assert not radio.broadcast(b"x")
        desk.wait(100)
        radio.receive()
    monkeypatch.undo()
    for _ in range(30):
        desk.wait(100)
        radio.receive()
        if radio.send(FRIEND, b"x"):
            break
    assert desk.sent and radio.problem == 0


def test_a_peer_that_the_driver_lost_is_added_again(desk, radio):
    radio.add_peer(FRIEND, LMK)
    radio.driver._entries.clear()
    assert not radio.send(FRIEND, b"x")
    assert radio.send(FRIEND, b"x")
    radio.driver._entries.clear()
    assert not radio.broadcast(b"x")
    assert radio.broadcast(b"x")


def test_f8_more_peers_than_the_driver_takes(desk, radio):
    for number in range(30):
        desk.wait(1)
        radio.add_peer(mac(number))
        desk.wait(10)
        assert radio.send(mac(number), b"x"), number
    assert len(radio.driver.peers) <= 20
    assert radio.broadcast(b"still there")
    # Whoever wasn't used for longest had to go.
    assert not radio.send(mac(0), b"x")
    desk.wait(10)
    assert radio.send(mac(29), b"x")


def test_at_most_seven_encrypted_peers(desk, radio):
    radio.set_key(PMK)
    for number in range(10):
        desk.wait(10)
        radio.add_peer(mac(number), LMK)
        assert radio.send(mac(number), b"x"), number
        assert desk.sent[-1].key == PMK + LMK
    assert radio.problem == 0


def test_twenty_peers_of_which_seven_are_encrypted(desk, radio):
    for number in range(12):
        radio.add_peer(mac(number))
    for number in range(100, 107):
        radio.add_peer(mac(number), LMK)
    radio.add_peer(mac(50))
    for number in range(100, 107):
        desk.wait(10)
        assert radio.send(mac(number), b"x"), "an encrypted seat made room for a plain one"


def test_removing_is_idempotent_and_unknown_peers_get_nothing(desk, radio):
    radio.add_peer(FRIEND)
    radio.remove_peer(FRIEND)
    radio.remove_peer(FRIEND)
    radio.remove_peer(STRANGER)
    assert not radio.send(FRIEND, b"x") and desk.sent == []


def test_a_peer_changes_its_key(desk, radio):
    radio.set_key(PMK)
    radio.add_peer(FRIEND)
    radio.send(FRIEND, b"plain")
    radio.add_peer(FRIEND, LMK)
    desk.wait(10)
    radio.send(FRIEND, b"secret")
    radio.add_peer(FRIEND, None)
    desk.wait(10)
    radio.send(FRIEND, b"plain")
    assert [frame.key for frame in desk.sent] == [None, PMK + LMK, None]


def test_a_new_key_keeps_the_peers_and_none_takes_it_away(desk, radio):
    radio.add_peer(FRIEND, LMK)
    radio.set_key(PMK)
    radio.send(FRIEND, b"x")
    radio.set_key(None)
    desk.wait(10)
    radio.send(FRIEND, b"x")
    assert [frame.key for frame in desk.sent] == [PMK + LMK, LMK]
    desk.hear(b"y", FRIEND, LMK)
    assert radio.receive().rssi == 0  # unknown, and no sign of a broken ring
    assert radio.corrupt == 0


@pytest.mark.parametrize("address, key", [(b"short", None), (b"\xff" * 6, None), (FRIEND, b"short key")])
def test_nonsense_peers_are_left_out(desk, radio, address, key):
    radio.add_peer(address, key)
    assert not radio.send(address, b"x")
    radio.set_key(b"short")
    assert radio.problem == 0


@pytest.mark.parametrize("length", [251, 300, 400, 513])
def test_a_stranger_s_over_long_frame_reopens_the_radio_with_all_its_peers(desk, radio, length):
    radio.set_key(PMK)
    radio.add_peer(FRIEND, LMK)
    desk.wait(1000)
    for value in (0, 1, 7, 100, 0x99, 255):
        corrupt = radio.corrupt
        desk.hear(b"before", FRIEND, PMK + LMK)
        desk.hear(bytes([value]) * length)
        desk.hear(b"behind", FRIEND, PMK + LMK)
        for _ in range(60):
            radio.receive()
        assert radio.corrupt > corrupt
        desk.wait(1000)
        radio.receive()
        desk.hear(b"after", FRIEND, PMK + LMK)
        assert radio.receive().msg == b"after"
        assert radio.send(FRIEND, b"answer") and desk.sent[-1].key == PMK + LMK
        assert radio.broadcast(b"all")


def test_a_stranger_who_never_stops_does_not_keep_us_reopening(desk, radio):
    for _ in range(1000):
        desk.hear(bytes(300))
        radio.receive()
        desk.wait(5)
    assert 10 <= radio.reopened <= 5000 // 250 + 1


def test_rubbish_instead_of_an_error_is_noticed_too(desk, radio, monkeypatch):
    import espnow

    desk.wait(1000)
    for packet in (
        espnow.ESPNowPacket(b"", b"x", -50, 0),
        espnow.ESPNowPacket(STRANGER, b"", -50, 0),
        espnow.ESPNowPacket(STRANGER, bytes(255), -50, 0),
        espnow.ESPNowPacket(STRANGER, b"x", 77, 0),
    ):
        monkeypatch.setattr(espnow.ESPNow, "read", lambda self, packet=packet: packet)
        assert radio.receive() is None
    assert radio.corrupt == 4


def test_out_of_memory_backs_off_then_reopens_and_recovers(desk, radio):
    from firmware.board.radio import NOT_SENDING

    air = desk.device.air
    radio.add_peer(FRIEND)
    air.memory_full = True
    started = desk.device.now_us
    waits = 0
    while desk.device.now_us - started < 60_000_000:
        before = desk.device.now_us
        assert not radio.send(FRIEND, b"x")
        radio.receive()
        waits += desk.device.now_us - before > 1_000_000
        desk.wait(5)
    # A try costs up to 2 s: without backing off, the loop would do nothing else.
    assert 3 <= waits <= 26
    assert radio.problem == NOT_SENDING and radio.reopened >= 2
    air.memory_full = False
    for _ in range(400):
        desk.wait(5)
        if radio.send(FRIEND, b"y"):
            break
    assert desk.sent[-1].msg == b"y" and radio.problem == 0


def test_a_send_that_had_to_wait_for_memory_is_followed_by_a_pause(desk, radio):
    def on_sleep(device, us):
        device.now_us += us
        if device.now_us > 300_000:
            device.air.memory_full = False

    radio.add_peer(FRIEND)
    desk.device.on_sleep = on_sleep
    desk.device.air.memory_full = True
    assert radio.send(FRIEND, b"late") and desk.device.now_us > 290_000
    desk.wait(10)
    assert not radio.broadcast(b"x")
    desk.wait(40)
    assert radio.broadcast(b"x") and radio.problem == 0


def test_f12_nothing_waits_for_counters_that_never_move(desk, radio):
    desk.device.air.counters_frozen = True
    radio.add_peer(FRIEND)
    for _ in range(500):
        assert radio.send(FRIEND, bytes(100))
        desk.wait(10)
    assert len(desk.sent) == radio.sent == 500 and desk.device.now_us < 5_100_000


def test_empty_and_over_long_messages_are_never_sent(desk, radio):
    radio.add_peer(FRIEND)
    assert not radio.send(FRIEND, b"") and not radio.broadcast(b"")
    assert not radio.send(FRIEND, bytes(251)) and not radio.broadcast(bytes(300))
    assert desk.sent == [] and radio.not_sent == 4 and radio.reopened == 0
    assert radio.send(FRIEND, bytes(250))


def test_any_buffer_is_sent_as_it_is(desk, radio):
    buffer = bytearray(b"0123456789")
    radio.add_peer(FRIEND)
    assert radio.send(FRIEND, memoryview(buffer)[2:5])
    assert bytes(desk.sent[0].msg) == b"234"


def test_one_frame_in_flight_a_peer(desk, radio):
    radio.add_peer(FRIEND)
    radio.add_peer(STRANGER)
    assert radio.send(FRIEND, bytes(100))
    assert not radio.send(FRIEND, bytes(100))
    assert radio.send(STRANGER, bytes(100))
    desk.wait(4)
    assert radio.send(FRIEND, bytes(100))


def test_f11_the_rate_is_bounded_and_a_burst_does_not_borrow_from_the_future(desk, radio):
    for number in range(15):
        radio.add_peer(mac(number))
    airtime_us = 0
    started = desk.device.now_us
    while desk.device.now_us - started < 1_000_000:
        for number in range(15):
            if radio.send(mac(number), bytes(100)):
                airtime_us += 192 + 8 * 143
        desk.wait(1)
    assert 200_000 < airtime_us <= 258_000
    desk.wait(100)
    assert sum(radio.send(mac(number), bytes(100)) for number in range(15)) == 5


def test_snapshots_to_three_players_go_out_at_once(desk, radio):
    for number in range(3):
        radio.add_peer(mac(number), LMK)
    for _ in range(100):
        desk.wait(20)
        assert all(radio.send(mac(number), bytes(110)) for number in range(3))


def test_the_clock_s_wrap_and_a_long_silence_do_no_harm(desk, radio):
    radio.add_peer(FRIEND)
    for seconds in (64, 2, 3600, 86_400 * 3 + 5_000, 86_400 * 4, 86_400 * 7):
        desk.wait(seconds * 1000)
        assert radio.send(FRIEND, b"x") and radio.broadcast(b"x"), seconds
        desk.wait(20)
        desk.hear(bytes(300))
        for _ in range(40):
            radio.receive()
        desk.wait(400)
        radio.receive()
        desk.hear(b"y")
        assert radio.receive().msg == b"y", seconds


def test_closing_lets_the_next_program_have_the_radio(desk, radio):
    import espnow

    radio.close()
    espnow.ESPNow().deinit()
    radio.close()
    assert radio.receive() is None and not radio.broadcast(b"x")


def test_two_handhelds_in_one_process_do_not_close_each_other(desk):
    from firmware.board.radio import Radio
    from host_sim.handhelds.device import use

    first = Radio()
    other = Desk()
    other.device.mac = b"\x02\x00\x00\x00\x00\x55"
    second = Radio()
    Radio()  # the second one reloads
    use(desk.device)
    assert first.broadcast(b"x")
    assert not second.broadcast(b"x")
