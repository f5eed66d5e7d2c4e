"""The watchdog, what a fault says, the backlight, sleep and the battery."""

import pytest

from firmware.board.boards import BOARD_IDS, standard_wiring
from firmware.screens.title import percent
from host_sim.handhelds.device import WATCHDOG, Restart
from tests.board.desk import Desk


@pytest.fixture
def watch(desk):
    from firmware.board.watch import Watch

    return Watch()


def test_a_healthy_loop_is_left_alone(desk, watch):
    watch.start()
    for _ in range(100):
        desk.wait(1000)
        watch.feed()


def test_a_hung_loop_is_reset(desk, watch):
    watch.start()
    with pytest.raises(Restart) as restart:
        desk.wait(9000)
    assert restart.value.kind == "reset" and restart.value.reason == WATCHDOG


def test_the_longest_waits_of_a_healthy_step_are_survived(desk, watch):
    watch.start()
    # A send for the driver's memory, a collection, a save, a full picture.
    desk.wait(2000 + 220 + 1000 + 100)
    watch.feed()


def test_with_a_computer_on_usb_it_raises_instead(desk, watch):
    import watchdog

    desk.device.usb_connected = True
    watch.start()
    with pytest.raises(watchdog.WatchDogTimeout):
        desk.wait(9000)


def test_it_can_be_stopped(desk, watch):
    watch.start()
    watch.stop()
    desk.wait(60_000)
    watch.feed()


def test_a_board_without_one(desk, watch, monkeypatch, capsys):
    import microcontroller

    monkeypatch.delattr(microcontroller, "watchdog")
    watch.start()
    watch.feed()
    watch.stop()
    assert "no watchdog" in capsys.readouterr().out


def test_a_fault_says_what_and_where():
    from firmware.board.fault import Fault

    try:
        compile("def deep():\n    return 1 // 0\n", "/firmware/link/gate.py", "exec")
        scope = {}
        exec(compile("def deep():\n    return 1 // 0\n", "/firmware/link/gate.py", "exec"), scope)
        scope["deep"]()
    except ZeroDivisionError as error:
        fault = Fault(error)
    assert fault.what.startswith("ZeroDivisionError: ")
    assert fault.where == "gate.py:2"
    assert "Traceback" in fault.text


def test_a_fault_without_words_or_traceback():
    from firmware.board.fault import Fault

    fault = Fault(MemoryError())
    assert (fault.what, fault.where) == ("MemoryError", "")


class Lamp:
    """A display of which only the backlight counts."""

    brightness = 1.0


class Rig:
    """Power with everything around it."""

    def __init__(self, desk):
        from firmware.board.parts import Parts
        from firmware.board.power import Power

        self.desk = desk
        self.parts = Parts(with_display=False, getenv={}.get)
        self.lamp = Lamp()
        self.power = Power(self.lamp, self.parts.keys, self.parts.radio, self.parts.watch, 80)
        self.power.touch(self.now())

    def now(self):
        return self.desk.device.ticks_ms


@pytest.fixture
def rig(desk, monkeypatch):
    # In a process that is a handheld, time.monotonic is the device's.
    monkeypatch.setattr("time.monotonic", lambda: desk.device.now_us / 1_000_000)
    return Rig(desk)


def test_the_backlight_dims_after_a_minute_and_a_key_only_wakes_it(rig):
    assert rig.lamp.brightness == 0.8
    rig.desk.wait(59_000)
    rig.power.look(rig.now(), False)
    assert rig.lamp.brightness == 0.8
    rig.desk.wait(2_000)
    rig.power.look(rig.now(), False)
    assert rig.lamp.brightness < 0.2 and rig.power.dimmed
    assert rig.power.touch(rig.now()) is True
    assert rig.lamp.brightness == 0.8
    assert rig.power.touch(rig.now()) is False


def test_at_a_table_it_neither_dims_nor_sleeps(rig):
    for _ in range(700):
        rig.desk.wait(1000)
        assert not rig.power.look(rig.now(), True)
    assert rig.lamp.brightness == 0.8
    rig.power.look(rig.now(), False)
    assert rig.lamp.brightness == 0.8  # the minute begins when the table is left


@pytest.mark.parametrize("key", range(7))
def test_it_sleeps_after_five_minutes_until_any_key(rig, key):
    device = rig.desk.device
    rig.parts.watch.start()
    rig.desk.wait(0)
    slept_at = []

    def on_sleep(device, us):
        device.now_us += us
        if device.now_us > 600_000_000 and not slept_at:
            slept_at.append(device.now_us)
            assert rig.lamp.brightness == 0
            device.set_key(key, True)

    device.on_sleep = on_sleep
    while not slept_at:
        device.sleep_us(100_000)
        rig.parts.watch.feed()
        woke = rig.power.look(rig.now(), False)
    # It has slept through several of the watchdog's patiences.
    assert woke and device.now_us < 601_000_000
    assert rig.lamp.brightness == 0.8 and not rig.power.dimmed
    assert rig.parts.radio.broadcast(b"awake")
    device.set_key(key, False)
    rig.desk.wait(100)
    while rig.parts.keys.next():
        pass
    device.set_key(3, True)
    rig.desk.wait(100)
    assert rig.parts.keys.next() and (rig.parts.keys.key, rig.parts.keys.pressed) == (3, True)


def test_a_chip_that_cannot_sleep_stays_dark_until_a_key(rig, monkeypatch):
    import alarm

    monkeypatch.delattr(alarm, "light_sleep_until_alarms")
    rig.desk.wait(301_000)
    assert not rig.power.look(rig.now(), False)
    assert rig.parts.radio.broadcast(b"x")
    assert rig.power.touch(rig.now()) is True


def test_a_pin_that_cannot_wake_is_tried_once(rig, monkeypatch, capsys):
    import alarm

    def no_alarm(*arguments, **options):
        raise ValueError("pin can't wake")

    monkeypatch.setattr(alarm.pin, "PinAlarm", no_alarm)
    rig.desk.wait(301_000)
    for _ in range(5):
        assert not rig.power.look(rig.now(), False)
        rig.desk.wait(10)
    assert capsys.readouterr().out.count("no sleep") == 1
    assert rig.lamp.brightness == 0 and rig.power.dimmed
    rig.desk.device.set_key(2, True)
    rig.desk.wait(50)
    assert rig.parts.keys.next() and rig.power.touch(rig.now()) is True
    assert rig.lamp.brightness == 0.8 and rig.parts.radio.broadcast(b"x")


def test_the_clock_s_wrap_does_not_put_it_to_sleep(rig):
    # 65.5 s after power-on.
    for _ in range(50):
        rig.desk.wait(2000)
        rig.power.touch(rig.now())
        assert not rig.power.look(rig.now(), False) and not rig.power.dimmed


def test_without_a_display_nothing_shines(desk):
    from firmware.board.parts import Parts

    parts = Parts(with_display=False, getenv={}.get)
    desk.wait(61_000)
    parts.power.look(desk.device.ticks_ms, False)
    parts.power.set_brightness(50)


@pytest.mark.parametrize("board_id", BOARD_IDS)
@pytest.mark.parametrize(
    "volts, low, at_least, at_most", [(4.2, False, 99, 100), (3.7, False, 40, 50), (3.35, True, 0, 8)]
)
def test_the_battery_is_measured(board_id, volts, low, at_least, at_most):
    import board

    from firmware.board.extras import open_battery

    desk = Desk(board_id)
    desk.device.battery_volts = volts
    battery = open_battery(standard_wiring(board_id), board)
    assert abs(battery.mv - volts * 1000) < 15
    assert battery.low == low and at_least <= percent(battery.mv) <= at_most


def test_the_battery_is_measured_every_five_seconds(desk):
    import board

    from firmware.board.extras import open_battery

    battery = open_battery(standard_wiring(BOARD_IDS[0]), board)
    desk.wait(6000)
    battery.look(desk.device.ticks_ms)
    desk.device.battery_volts = 3.3
    desk.wait(1000)
    battery.look(desk.device.ticks_ms)
    assert not battery.low
    desk.wait(5000)
    battery.look(desk.device.ticks_ms)
    assert battery.low


def test_a_board_that_cannot_measure_says_unknown(desk):
    import board

    from firmware.board.extras import open_battery

    # The µGame has no I2C bus, so asking for a gauge there fails.
    battery = open_battery(standard_wiring(BOARD_IDS[1]), board)
    assert (battery.mv, percent(battery.mv), battery.low) == (0, -1, False)
