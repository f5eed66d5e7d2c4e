"""Who presses sooner? Each handheld measures its own player's time and repeats it: lost or late frames cost nothing."""

import board
import espnow
import keypad
from adafruit_ticks import ticks_diff, ticks_ms

KEYS = ["UP", "RIGHT", "DOWN", "LEFT", "O", "X", "Z"]
NONE = 0xFFFF  # no time yet


class Race:
    def __init__(self, show):
        pins = [getattr(board, "BUTTON_" + name) for name in ["UP", "RIGHT", "DOWN", "LEFT", "O", "X", "Z"]]
        self.keys = keypad.Keys(pins, value_when_pressed=False, pull=True)
        self.radio = espnow.ESPNow()
        self.radio.peers.append(espnow.Peer(b"\xff\xff\xff\xff\xff\xff"))
        self.show, self.number, self.mine, self.other, self.said_at = show, 0, NONE, NONE, ticks_ms()
        show("Press to start")

    def start(self, number):
        self.number, self.mine, self.other, self.began = number, NONE, NONE, ticks_ms()
        self.show("PRESS!")

    def step(self):
        event = self.keys.events.get()
        if event and event.pressed and self.number and self.mine == NONE:
            self.mine = min(ticks_diff(event.timestamp, self.began), NONE - 1)
            self.look()
        elif event and event.pressed and (not self.number or self.other != NONE):
            self.start(self.number % 255 + 1)
        packet = self.radio.read()
        if packet and len(packet.msg) == 4 and packet.msg[0] == ord("R"):
            number, time = packet.msg[1], packet.msg[2] << 8 | packet.msg[3]
            if number != self.number and (number - self.number) % 255 < 128:
                self.start(number)
            if number == self.number and self.other == NONE != time:
                self.other = time
                self.look()
        if self.number and ticks_diff(ticks_ms(), self.said_at) >= 20:
            self.said_at = ticks_ms()
            self.radio.send(bytes((ord("R"), self.number, self.mine >> 8, self.mine & 255)), self.radio.peers[0])
        return 5  # ms until the next turn of the loop

    def look(self):
        if NONE not in (self.mine, self.other):
            self.show("You won" if self.mine < self.other else "You lost" if self.mine > self.other else "Draw")
