"""A small firmware for the tests of the simulator: keys change the screen's colour and are told to everybody by radio.

UP ends the program with an error, DOWN resets the handheld; what is in sleep memory and nvm is printed at the start.
"""

import time

import alarm
import board
import displayio
import espnow
import keypad
import microcontroller
import supervisor

print("start", microcontroller.cpu.reset_reason, bytes(alarm.sleep_memory[0:4]), bytes(microcontroller.nvm[0:4]))
keys = keypad.Keys(
    tuple(getattr(board, "BUTTON_" + name) for name in ("UP", "RIGHT", "DOWN", "LEFT", "O", "X", "Z")),
    value_when_pressed=False,
    pull=True,
)
radio = espnow.ESPNow()
everybody = espnow.Peer(b"\xff\xff\xff\xff\xff\xff")
radio.peers.append(everybody)
display = board.DISPLAY
display.auto_refresh = False
bitmap = displayio.Bitmap(320, 240, 2)
palette = displayio.Palette(2)
palette[0] = 0x200040
group = displayio.Group()
group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
display.root_group = group
display.refresh()


class Empty:
    def next_answer(self):
        return None


handheld = Empty()
handheld.link = Empty()
handheld.face = Empty()
handheld.face.screen_name = "first"

while True:
    event = keys.events.get()
    if event:
        print("key", event.key_number, event.pressed, supervisor.ticks_ms())
    if event and event.pressed:
        if event.key_number == 0:
            raise RuntimeError("UP was pressed")
        if event.key_number == 2:
            alarm.sleep_memory[0:4] = b"kept"
            microcontroller.nvm[0:4] = b"kept"
            microcontroller.reset()
        handheld.face.screen_name = "key%d" % event.key_number
        palette[0] = 0x0000FF if event.key_number == 4 else 0x00FF00
        display.refresh()
        radio.send(bytes((event.key_number,)), everybody)
    packet = radio.read()
    if packet:
        print("heard", packet.msg, packet.time)
    time.sleep(0.005)
