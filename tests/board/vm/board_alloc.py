"""On the device VM: bytes allocated by what the loop does all the time, with the smallest possible hardware around it.

Prints a line for each path: its name and the bytes that 100 runs allocated.
"""

import gc
import sys

import supervisor


class Namespace:
    pass


class Peer:
    def __init__(self, mac, lmk=None, channel=0, encrypted=False):
        self.mac = mac


class Packet:
    mac = b"\x02\x00\x00\x00\x00\x08"
    msg = bytes(100)
    rssi = -50


class Peers:
    def append(self, peer):
        pass

    def remove(self, peer):
        pass


class ESPNow:
    packet = None

    def __init__(self, buffer_size):
        self.peers = Peers()

    def send(self, message, peer):
        pass

    def read(self):
        return ESPNow.packet


class Event:
    key_number = 0
    pressed = False
    timestamp = 0


class Queue:
    overflowed = False
    waiting = 0

    def get_into(self, event):
        if not self.waiting:
            return False
        self.waiting -= 1
        event.key_number = 3
        event.pressed = not event.pressed
        event.timestamp = supervisor.ticks_ms()
        return True

    def clear(self):
        self.overflowed = False


class Keys:
    def __init__(self, pins, **options):
        self.events = Queue()


espnow = Namespace()
espnow.Peer = Peer
espnow.ESPNow = ESPNow
sys.modules["espnow"] = espnow
wifi = Namespace()
wifi.radio = Namespace()
wifi.radio.mac_address = b"\x02\x00\x00\x00\x00\x01"
wifi.radio.connected = False
sys.modules["wifi"] = wifi
keypad = Namespace()
keypad.Event = Event
keypad.Keys = Keys
sys.modules["keypad"] = keypad


class PWMOut:
    def __init__(self, pin, variable_frequency):
        self.frequency = 500
        self.duty_cycle = 0


class I2SOut:
    def __init__(self, *pins):
        pass

    def play(self, sample, loop):
        self.sample = sample

    def stop(self):
        self.sample = None


class Pin:
    def __init__(self, pin):
        pass

    def switch_to_output(self, value):
        pass


class RawSample:
    def __init__(self, buffer, sample_rate):
        self.buffer = buffer


for module, name, kind in (
    ("pwmio", "PWMOut", PWMOut),
    ("audiobusio", "I2SOut", I2SOut),
    ("audiocore", "RawSample", RawSample),
    ("digitalio", "DigitalInOut", Pin),
):
    sys.modules[module] = Namespace()
    setattr(sys.modules[module], name, kind)

from firmware.board.buttons import Buttons  # noqa: E402
from firmware.board.extras import open_sound  # noqa: E402
from firmware.board.radio import Radio  # noqa: E402

board = Namespace()
board.A5 = board.B = board.L = board.D = board.G = None
wiring = Namespace()
wiring.piezo, wiring.i2s = "A5", ()
piezo = open_sound(wiring, board, 50)
wiring.piezo, wiring.i2s = "", ("B", "L", "D", "G")
amplifier = open_sound(wiring, board, 50)
if not piezo.works or not amplifier.works:
    raise ValueError("no sound")

radio = Radio()
FRIEND = Packet.mac
radio.add_peer(FRIEND, bytes(16))
buttons = Buttons(())
frame = bytearray(100)
packet = Packet()


def send():
    supervisor.now += 10
    if not radio.send(FRIEND, frame):
        raise ValueError("not sent")


def send_too_soon():
    if radio.send(FRIEND, frame) and radio.send(FRIEND, frame):
        raise ValueError("sent twice at once")


def broadcast():
    supervisor.now += 10
    if not radio.broadcast(frame):
        raise ValueError("not sent")


def receive_nothing():
    ESPNow.packet = None
    if radio.receive() is not None:
        raise ValueError("something came")


def receive():
    ESPNow.packet = packet
    if radio.receive() is not packet:
        raise ValueError("nothing came")


def no_key():
    if buttons.next():
        raise ValueError("a key came")


def key():
    buttons._events.waiting = 1
    if not buttons.next() or buttons.key != 3:
        raise ValueError("no key came")


def tone_by_piezo():
    _tone(piezo)


def tone_by_amplifier():
    _tone(amplifier)


def _tone(sound):
    now = supervisor.ticks_ms()
    sound.play(2, now)
    for ms in range(0, 300, 10):
        sound.look(now + ms)
    if sound._tone:
        raise ValueError("still heard")


def overflow():
    buttons._events.waiting = 1
    buttons.next()
    buttons._events.overflowed = True
    while buttons.next():
        pass
    if buttons.down:
        raise ValueError("stuck")


before = after = 0  # here, so that no new name makes the module's table grow while it is counted
for path in (
    send,
    send_too_soon,
    broadcast,
    receive_nothing,
    receive,
    no_key,
    key,
    overflow,
    tone_by_piezo,
    tone_by_amplifier,
):
    path()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(100):
        path()
    after = gc.mem_alloc()
    gc.enable()
    print(path.__name__, after - before)
