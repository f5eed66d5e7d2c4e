"""The simulated radio: times, losses, acknowledgements, rules, determinism."""

import pytest

from host_sim.air.ether import BROADCAST, Ether, Options, Rule, airtime_us
from host_sim.handhelds.device import Frame

MACS = [bytes((2, 0, 0, 0, 0, number)) for number in range(4)]


def ether_of(count=3, seed=1, **options):
    ether = Ether(seed, Options(**options))
    for number in range(count):
        ether.join(number, MACS[number])
        ether.listen(number, 1)
    return ether


def frame(source=0, to=BROADCAST, length=32, **more):
    return Frame(source, MACS[source] if source >= 0 else b"strang", to, bytes(length), **more)


def receivers(deliveries, source=0):
    return sorted(number for _, number in deliveries if number != source)


@pytest.mark.parametrize("length, us", [(32, 792), (100, 1336), (250, 2536)])
def test_airtime_is_that_of_1_mbit(length, us):
    assert airtime_us(length) == us == 192 + 8 * (43 + length)


def test_a_short_frame_takes_1_3_to_3_2_ms():
    ether = ether_of()
    times = []
    for at in range(0, 3_000_000, 10_000):
        times += [arrives - at for arrives, number in ether.send(frame(), at) if number]
    assert 1_280 <= min(times) <= 1_400
    assert 3_000 <= max(times) <= 3_200


def test_broadcast_reaches_all_others_and_unicast_one():
    ether = ether_of()
    assert receivers(ether.send(frame(), 0)) == [1, 2]
    assert receivers(ether.send(frame(to=MACS[2]), 10_000)) == [2]


def test_the_sender_is_told_after_the_frame_is_over():
    ether = ether_of()
    sent = frame(to=MACS[1])
    answers = [at for at, number in ether.send(sent, 0) if number == 0]
    assert len(answers) == 1
    assert answers[0] > airtime_us(32)
    assert sent.acked


def test_nobody_there_means_no_acknowledgement_but_broadcast_always_succeeds():
    ether = ether_of()
    ether.listen(1, 0)
    lonely = frame(to=MACS[1])
    assert receivers(ether.send(lonely, 0)) == []
    assert not lonely.acked
    unknown = frame(to=MACS[3])
    ether.send(unknown, 0)
    assert not unknown.acked
    broadcast = frame()
    assert receivers(ether.send(broadcast, 0)) == [2]
    assert broadcast.acked


def test_another_channel_hears_nothing():
    ether = ether_of()
    ether.listen(1, 6)
    assert receivers(ether.send(frame(), 0)) == [2]
    moved = frame(to=MACS[1])
    ether.send(moved, 0)
    assert not moved.acked


def test_the_air_carries_one_frame_at_a_time():
    ether = ether_of(latency_us=0, jitter_us=0)
    last = 0
    for _ in range(10):
        at = max(at for at, number in ether.send(frame(length=250), 0) if number == 1)
        assert at >= last + airtime_us(250)
        last = at
    assert ether.airtime_us == 10 * airtime_us(250)
    assert ether.free_us == 10 * airtime_us(250)


def test_frames_between_two_keep_their_order():
    ether = ether_of(jitter_us=50_000)
    times = [at for now in range(0, 200_000, 1000) for at, number in ether.send(frame(to=MACS[1]), now) if number == 1]
    assert times == sorted(times)
    assert len(set(times)) == len(times)


def test_loss_is_about_what_was_asked_for_and_counted():
    ether = ether_of(loss=0.2)
    for at in range(0, 10_000_000, 5000):
        sent = frame(to=MACS[1])
        arrived = receivers(ether.send(sent, at)) == [1]
        assert sent.acked == arrived
    assert 0.17 < ether.lost[1] / 2000 < 0.23
    assert ether.lost[1] + ether.delivered[1] == ether.sent[0] == 2000


def test_the_same_seed_gives_the_same_deliveries():
    def run(seed):
        ether = ether_of(seed=seed, loss=0.3)
        return [ether.send(frame(number % 3), number * 4000) for number in range(300)]

    assert run(5) == run(5)
    assert run(5) != run(6)


def test_a_stranger_is_heard_by_everybody_and_not_answered():
    ether = ether_of()
    deliveries = ether.send(frame(source=-1), 0)
    assert receivers(deliveries, source=-1) == [0, 1, 2]


class Fault(Rule):
    def __init__(self, verdict, only=None, until_us=None):
        self.verdict = verdict
        self.only = only
        self.until_us = until_us
        self.asked = 0

    def judge(self, ether, frame, number, sent_us, at_us):
        self.asked += 1
        if self.only is not None and number != self.only:
            return None
        return self.verdict(at_us)


def test_the_first_verdict_wins():
    ether = ether_of()
    ether.add(Fault(lambda at: (), only=1))
    second = ether.add(Fault(lambda at: (at + 5000,)))
    deliveries = {number: at for at, number in ether.send(frame(), 0)}
    assert 1 not in deliveries
    assert deliveries[2] > 5000
    assert second.asked == 2  # for device 2 and for the answer
    assert ether.lost[1] == 1


def test_a_rule_can_double_a_frame():
    ether = ether_of()
    ether.add(Fault(lambda at: (at, at + 700), only=1))
    assert receivers(ether.send(frame(), 0)) == [1, 1, 2]


def test_a_rule_can_swallow_the_answer():
    ether = ether_of()
    ether.add(Fault(lambda at: (), only=0))
    assert [number for _, number in ether.send(frame(to=MACS[1]), 0)] == [1]


def test_a_rule_ends_with_its_scope():
    ether = ether_of()
    ether.add(Fault(lambda at: (), until_us=50_000))
    assert ether.send(frame(), 49_999) == []
    assert receivers(ether.send(frame(), 50_000)) == [1, 2]
    assert ether.rules == []


def test_a_rule_can_be_removed_at_any_time():
    ether = ether_of()
    rule = ether.add(Fault(lambda at: ()))
    ether.remove(rule)
    ether.remove(rule)
    assert receivers(ether.send(frame(), 0)) == [1, 2]


def test_nothing_arrives_before_it_was_sent():
    ether = ether_of()
    ether.add(Fault(lambda at: (at - 1_000_000,), only=1))
    assert all(at >= 77_000 for at, _ in ether.send(frame(), 77_000))
