import time

import board
import terminalio
from adafruit_display_text.label import Label
from race import Race

text = Label(terminalio.FONT, scale=4, anchor_point=(0.5, 0.5), anchored_position=(160, 120))
board.DISPLAY.root_group = text
race = Race(lambda words: setattr(text, "text", words))
while True:
    time.sleep(race.step() / 1000)
