"""espnow as device-facts.md describes it."""

import espidf
import espnow
import pytest

from host_sim.handhelds.device import Frame, use

BROADCAST = b"\xff" * 6
PMK = b"p" * 16
LMK = b"l" * 16


def error_number(raised):
    text = str(raised.value)
    assert text.startswith("ESP-NOW error 0x")
    return int(text.split("0x")[1], 16)


def hear(device, message, mac=b"\x02strng", **more):
    device.air.arrive(Frame(-1, mac, BROADCAST, message, **more))


def opened(devices, **options):
    radios = []
    for device in devices:
        use(device)
        radios.append(espnow.ESPNow(**options))
    return radios


# --- construction ---


def test_a_buffer_under_13_bytes_is_refused(device):
    with pytest.raises(ValueError):
        espnow.ESPNow(buffer_size=12)
    assert espnow.ESPNow(buffer_size=13).buffer_size == 13


@pytest.mark.parametrize("rate", [-1, 1000])
def test_phy_rate_is_range_checked_and_otherwise_ignored(device, rate):
    with pytest.raises(ValueError):
        espnow.ESPNow(phy_rate=rate)
    assert espnow.ESPNow(phy_rate=5).phy_rate == 5


def test_a_second_one_is_refused_until_the_first_is_closed(device):
    first = espnow.ESPNow()
    with pytest.raises(RuntimeError, match="Already running"):
        espnow.ESPNow()
    first.deinit()
    espnow.ESPNow()


def test_a_soft_reload_closes_it(device):
    espnow.ESPNow()
    device.reload()
    espnow.ESPNow()


def test_after_deinit_methods_raise_and_counters_stay_readable(device):
    radio = espnow.ESPNow()
    hear(device, b"x")
    radio.deinit()
    for call in (
        radio.read,
        radio.deinit,
        lambda: radio.send(b"x"),
        lambda: radio.set_pmk(PMK),
        lambda: len(radio),
        lambda: bool(radio),
    ):
        with pytest.raises(ValueError, match="deinitialized"):
            call()
    assert (radio.read_success, radio.read_failure, radio.send_success, radio.send_failure) == (1, 0, 0, 0)
    with pytest.raises(espidf.IDFError) as raised:
        radio.peers.append(espnow.Peer(BROADCAST))
    assert error_number(raised) == 0x3065


def test_it_switches_the_radio_on_at_channel_1(device):
    import wifi

    assert not wifi.radio.enabled
    espnow.ESPNow()
    assert wifi.radio.enabled
    assert device.air.channel == 1


@pytest.mark.parametrize("broken", [0x101, RuntimeError("no WiFi")])
def test_a_broken_radio_fails_at_construction(device, broken):
    device.air.broken = broken
    with pytest.raises((espidf.IDFError, RuntimeError)):
        espnow.ESPNow()
    device.air.broken = None
    espnow.ESPNow()


def test_counters_are_read_only(device):
    radio = espnow.ESPNow()
    for name in ("send_success", "send_failure", "read_success", "read_failure", "buffer_size", "peers"):
        with pytest.raises(AttributeError):
            setattr(radio, name, 0)


# --- the ring ---


@pytest.mark.parametrize("length, fit", [(250, 2), (100, 4), (64, 6), (50, 8), (32, 11), (16, 18)])
def test_526_bytes_hold_this_many_messages(device, length, fit):
    radio = espnow.ESPNow()
    for _ in range(fit + 3):
        hear(device, bytes(length))
    assert radio.read_success == fit
    assert radio.read_failure == 3
    assert len(radio) == fit * (13 + length)


def test_a_full_ring_drops_the_newest(device):
    radio = espnow.ESPNow(buffer_size=2 * (13 + 1))
    for message in (b"1", b"2", b"3"):
        hear(device, message)
    assert radio.read_failure == 1
    assert [radio.read().msg, radio.read().msg, radio.read()] == [b"1", b"2", None]
    assert radio.read_success == 2  # what was put in, not what was read


def test_read_gives_a_namedtuple_with_its_own_clock(device):
    import supervisor

    radio = espnow.ESPNow()
    device.now_us = 70_000_000
    hear(device, b"hello", rssi=-61)
    assert bool(radio)
    packet = radio.read()
    assert packet == (b"\x02strng", b"hello", -61, 70_000)
    assert (packet.mac, packet.msg, packet.rssi, packet.time) == packet
    assert isinstance(packet, espnow.ESPNowPacket)
    assert supervisor.ticks_ms() != packet.time  # another base
    assert not radio


def test_packet_time_is_a_uint32(device):
    radio = espnow.ESPNow()
    device.now_us = (2**32 + 5) * 1000
    hear(device, b"x")
    assert radio.read().time == 5


@pytest.mark.parametrize("length", [251, 255, 256, 300, 513])
def test_an_over_long_frame_spoils_the_ring_until_it_is_reopened(device, length):
    radio = espnow.ESPNow(buffer_size=2000)
    hear(device, b"before")
    hear(device, bytes(length))
    hear(device, b"after")
    assert radio.read().msg == b"before"
    wrong = 0
    for _ in range(200):
        try:
            packet = radio.read()
        except ValueError as problem:
            assert str(problem) == "Invalid buffer"
            wrong += 1
        else:
            wrong += packet is not None and packet.msg != b"after"
    assert wrong
    if radio._raw is not None:
        radio.deinit()
    radio = espnow.ESPNow()
    hear(device, b"clean")
    assert radio.read().msg == b"clean"


# --- peers ---


@pytest.mark.parametrize(
    "arguments",
    [
        {"mac": bytes(5)},
        {"mac": bytes(7)},
        {"mac": bytes(6), "lmk": bytes(15)},
        {"mac": bytes(6), "channel": 15},
        {"mac": bytes(6), "channel": -1},
        {"mac": bytes(6), "interface": 2},
        {"mac": bytes(6), "encrypted": True},
    ],
)
def test_a_wrong_peer_is_a_value_error(device, arguments):
    with pytest.raises(ValueError):
        espnow.Peer(**arguments)


def test_the_21st_peer_is_refused(device):
    radio = espnow.ESPNow()
    radio.peers.append(espnow.Peer(BROADCAST))
    for number in range(19):
        radio.peers.append(espnow.Peer(bytes((2, 0, 0, 0, 0, number))))
    with pytest.raises(espidf.IDFError) as raised:
        radio.peers.append(espnow.Peer(bytes((2, 0, 0, 0, 1, 0))))
    assert error_number(raised) == 0x3068
    assert isinstance(raised.value, OSError)
    assert len(radio.peers) == 20


def test_the_8th_encrypted_peer_is_refused(device):
    radio = espnow.ESPNow()
    peers = [espnow.Peer(bytes((2, 0, 0, 0, 0, number)), lmk=LMK, encrypted=True) for number in range(8)]
    for peer in peers[:7]:
        radio.peers.append(peer)
    with pytest.raises(espidf.IDFError) as raised:
        radio.peers.append(peers[7])
    assert error_number(raised) == 0x3068
    radio.peers.remove(peers[0])
    radio.peers.append(peers[7])


def test_encryption_switched_on_later_counts_too(device):
    radio = espnow.ESPNow()
    peers = [espnow.Peer(bytes((2, 0, 0, 0, 0, number)), lmk=LMK) for number in range(8)]
    for peer in peers[:7]:
        radio.peers.append(peer)
        peer.encrypted = True
    peers[7].encrypted = True
    with pytest.raises(espidf.IDFError):
        radio.peers.append(peers[7])
    peers[0].encrypted = False
    radio.peers.append(peers[7])


def test_the_same_mac_twice_is_refused(device):
    radio = espnow.ESPNow()
    radio.peers.append(espnow.Peer(bytes(6)))
    with pytest.raises(espidf.IDFError) as raised:
        radio.peers.append(espnow.Peer(bytes(6)))
    assert error_number(raised) == 0x306B


def test_removing_an_unknown_peer_is_refused(device):
    radio = espnow.ESPNow()
    with pytest.raises(espidf.IDFError) as raised:
        radio.peers.remove(espnow.Peer(bytes(6)))
    assert error_number(raised) == 0x3069


def test_removing_by_an_equal_peer_removes_it_from_the_driver_only(device):
    radio = espnow.ESPNow()
    radio.peers.append(espnow.Peer(bytes(6)))
    with pytest.raises(ValueError):
        radio.peers.remove(espnow.Peer(bytes(6)))
    assert len(radio.peers) == 1
    with pytest.raises(espidf.IDFError):
        radio.send(b"x", radio.peers[0])


# --- sending ---


def test_none_sends_to_unicast_peers_only(table):
    world = table(3)
    radios = opened(world.devices)
    radio = radios[0]
    radio.peers.append(espnow.Peer(BROADCAST))
    with pytest.raises(espidf.IDFError) as raised:
        radio.send(b"x")
    assert error_number(raised) == 0x3069
    radio.peers.append(espnow.Peer(world.devices[1].mac))
    radio.send(b"hello")
    world.run(20)
    assert radios[1].read().msg == b"hello"
    assert radios[2].read() is None


def test_broadcast_goes_to_everybody_by_its_explicit_peer(table):
    world = table(3)
    radios = opened(world.devices)
    peer = espnow.Peer(BROADCAST)
    radios[0].peers.append(peer)
    assert radios[0].send(b"hello", peer) is None
    world.run(20)
    assert [radio.read() is not None for radio in radios] == [False, True, True]


@pytest.mark.parametrize("message, number", [(b"", 0x3066), (bytes(251), 0x3066)])
def test_wrong_lengths(device, message, number):
    radio = espnow.ESPNow()
    peer = espnow.Peer(bytes(6))
    radio.peers.append(peer)
    with pytest.raises(espidf.IDFError) as raised:
        radio.send(message, peer)
    assert error_number(raised) == number


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_buffer_can_be_sent(table, kind):
    world = table(2)
    radios = opened(world.devices)
    peer = espnow.Peer(world.devices[1].mac)
    radios[0].peers.append(peer)
    content = bytearray(b"hello")
    radios[0].send(kind(content), peer)
    content[:] = b"reuse"  # the driver has copied it
    world.run(20)
    assert radios[1].read().msg == b"hello"


def test_an_unregistered_peer_is_not_found(device):
    radio = espnow.ESPNow()
    with pytest.raises(espidf.IDFError) as raised:
        radio.send(b"x", espnow.Peer(bytes(6)))
    assert error_number(raised) == 0x3069


def test_a_peer_on_another_channel_is_refused(device):
    radio = espnow.ESPNow()
    peer = espnow.Peer(bytes(6), channel=6)
    radio.peers.append(peer)
    with pytest.raises(espidf.IDFError) as raised:
        radio.send(b"x", peer)
    assert error_number(raised) == 0x306D
    peer.channel = 1
    radio.send(b"x", peer)


def test_joining_an_access_point_moves_the_channel(table):
    import wifi

    world = table(2)
    radios = opened(world.devices)
    peer = espnow.Peer(world.devices[1].mac)
    radios[0].peers.append(peer)
    use(world.devices[0]).access_point = ("home", 6)
    wifi.radio.connect("home", "secret")
    assert wifi.radio.ap_info.channel == 6
    radios[0].send(b"x", peer)
    world.run(20)
    assert radios[1].read() is None
    assert radios[0].send_failure == 1


def test_a_radio_that_is_switched_off_neither_hears_nor_sends(table):
    import wifi

    world = table(2)
    radios = opened(world.devices)
    peer = espnow.Peer(world.devices[1].mac)
    radios[0].peers.append(peer)
    use(world.devices[1])
    wifi.radio.enabled = False
    radios[0].send(b"x", peer)
    world.run(20)
    assert radios[1].read() is None
    assert radios[0].send_failure == 1
    radios[1].peers.append(espnow.Peer(BROADCAST))
    with pytest.raises(espidf.IDFError) as raised:
        radios[1].send(b"x", radios[1].peers[0])
    assert error_number(raised) == 0x306C


def test_an_answer_from_before_a_restart_counts_for_nothing(table):
    world = table(1)
    for start in (True, False):
        radio = espnow.ESPNow()
        peer = espnow.Peer(BROADCAST)
        radio.peers.append(peer)
        if start:
            radio.send(b"x", peer)
            world.devices[0].reset()
    world.run(20)
    assert radio.send_success == 0


def test_success_and_failure_are_counted_later(table):
    world = table(2)
    use(world.devices[0])
    radio = espnow.ESPNow()
    peer = espnow.Peer(world.devices[1].mac)
    radio.peers.append(peer)
    radio.send(b"x", peer)
    assert (radio.send_success, radio.send_failure) == (0, 0)
    world.run(20)
    assert (radio.send_success, radio.send_failure) == (0, 1)  # nobody there has opened a radio
    use(world.devices[1])
    espnow.ESPNow()
    radio.send(b"x", peer)
    world.run(20)
    assert (radio.send_success, radio.send_failure) == (1, 1)


def test_a_full_ring_still_acknowledges(table):
    world = table(2)
    radios = opened(world.devices, buffer_size=20)
    peer = espnow.Peer(world.devices[1].mac)
    radios[0].peers.append(peer)
    for _ in range(3):
        radios[0].send(b"x", peer)
        world.run(20)
    assert radios[0].send_success == 3
    assert radios[1].read_failure == 2


def test_broadcast_always_succeeds(table):
    world = table(1)
    radio = espnow.ESPNow()
    peer = espnow.Peer(BROADCAST)
    radio.peers.append(peer)
    radio.send(b"x", peer)
    world.run(20)
    assert radio.send_success == 1


def test_frozen_counters_never_move(table):
    world = table(2)
    radios = opened(world.devices)
    peer = espnow.Peer(world.devices[1].mac)
    radios[0].peers.append(peer)
    world.devices[0].air.counters_frozen = True
    for _ in range(5):
        radios[0].send(b"x", peer)
        world.run(20)
    assert (radios[0].send_success, radios[0].send_failure) == (0, 0)
    assert radios[1].read_success == 5


def test_without_driver_memory_it_waits_two_seconds_and_raises(device):
    radio = espnow.ESPNow()
    peer = espnow.Peer(bytes(6))
    radio.peers.append(peer)
    device.air.memory_full = True
    with pytest.raises(espidf.IDFError) as raised:
        radio.send(b"x", peer)
    assert error_number(raised) == 0x3067
    assert 2_000_000 <= device.now_us <= 2_010_000


def test_a_send_goes_on_when_memory_comes_back(device):
    radio = espnow.ESPNow()
    peer = espnow.Peer(bytes(6))
    radio.peers.append(peer)
    device.air.memory_full = True

    def sleep(device, us):
        device.now_us += us
        device.air.memory_full = device.now_us < 300_000

    device.on_sleep = sleep
    radio.send(b"x", peer)
    assert 300_000 <= device.now_us < 310_000


def test_a_burst_exhausts_the_driver(table):
    world = table(1)
    radio = espnow.ESPNow()
    peer = espnow.Peer(BROADCAST)
    radio.peers.append(peer)
    with pytest.raises(espidf.IDFError) as raised:
        for _ in range(100):
            radio.send(bytes(250), peer)
    assert error_number(raised) == 0x3067
    world.now_us = 0
    world.run(500)
    radio.send(b"x", peer)


# --- keys ---


def pair(world, pmk=(PMK, PMK), lmk=(LMK, LMK)):
    radios = opened(world.devices)
    peers = []
    for number, radio in enumerate(radios):
        if pmk[number]:
            radio.set_pmk(pmk[number])
        other = world.devices[1 - number].mac
        key = lmk[number]
        peer = espnow.Peer(other, lmk=key, encrypted=True) if key else espnow.Peer(other)
        radio.peers.append(peer)
        peers.append(peer)
    return radios, peers


def test_an_encrypted_frame_arrives_if_all_keys_agree_with_rssi_0(table):
    world = table(2)
    radios, peers = pair(world)
    radios[0].send(b"secret", peers[0])
    world.run(20)
    packet = radios[1].read()
    assert packet.msg == b"secret"
    assert packet.rssi == 0


@pytest.mark.parametrize(
    "keys",
    [
        {"pmk": (PMK, b"q" * 16)},
        {"pmk": (PMK, None)},
        {"lmk": (LMK, b"m" * 16)},
        {"lmk": (LMK, None)},
    ],
)
def test_it_does_not_arrive_if_any_key_differs_but_is_acknowledged(table, keys):
    world = table(2)
    radios, peers = pair(world, **keys)
    radios[0].send(b"secret", peers[0])
    world.run(20)
    assert radios[1].read() is None
    assert world.devices[1].counters.frames_unreadable == 1
    assert radios[0].send_success == 1


def test_plain_frames_have_an_rssi(table):
    world = table(2)
    radios, peers = pair(world, lmk=(None, None))
    radios[0].send(b"x", peers[0])
    world.run(20)
    assert -127 <= radios[1].read().rssi < 0


def test_keys_are_16_bytes(device):
    radio = espnow.ESPNow()
    with pytest.raises(ValueError):
        radio.set_pmk(b"short")


def test_encryption_cannot_be_switched_on_without_a_key(device):
    peer = espnow.Peer(bytes(6))
    with pytest.raises(ValueError):
        peer.encrypted = True
