"""Whole matches between computers, for 2, 3 and 4 seats. Runs on CPython and on the device VM and prints, act by
act folded into a number, what happened: the same lines on both, or the cards or the rules differ."""

import sys

from firmware.rules.computer import Computer, carry_out
from firmware.rules.dice import Dice
from firmware.rules.table import COUNTDOWN, MATCH_OVER, RUNNING, SEATS, Table


def fold(number, memory):
    for byte in memory:
        number = (number * 33 + byte) & 0xFFFFFF
    return number


def play(seats, seed, best_of):
    table = Table()
    players = []
    for seat in range(seats):
        table.sit(seat)
        players.append(Computer(table, seat, seed))
    table.set_house(seed % 2 == 0, best_of)
    order = Dice(seed)
    now = 0
    while table.phase != MATCH_OVER:
        table.deal(seed * 100 + table.round, now)
        print("dealt", table.phase == COUNTDOWN, list(table.places))
        table.start(now)
        number = acts = refused = 0
        while table.phase == RUNNING:
            player = players[order.throw(seats)]
            kind = player.decide(now)
            verdict = carry_out(table, player, now)
            refused += verdict != 1
            acts += 1
            now += 250
            number = fold((number * 33 + kind) & 0xFFFFFF, table.state)
        wins = [table.wins[seat] for seat in range(SEATS)]
        places = [table.place(seat) for seat in range(SEATS)]
        print("round", table.round, "acts", acts, "refused", refused, "how", table.how, "winner", table.winner)
        print("wins", wins, "places", places, "folded", number)
    print("match", seats, seed, "won by", table.match_winner)


for words in sys.argv[1:]:
    seats, seed, best_of = words.split(",")
    play(int(seats), int(seed), int(best_of))
