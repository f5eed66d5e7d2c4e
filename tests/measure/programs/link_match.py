"""Matches over links and a tiny radio: seats, seed, loss in percent, best of. Prints the same on every Python."""

import sys

from link_game import play_match

for words in sys.argv[1:]:
    seats, seed, loss, best_of = words.split(",")
    play_match(int(seats), int(seed), int(loss), int(best_of))
