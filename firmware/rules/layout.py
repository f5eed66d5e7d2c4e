"""Where each thing of a table lies in its bytes, and what the numbers there mean."""

from .cards import DECK

SEATS = 4
PILES = 12
PILE_CARDS = 4
CENTRE = PILES * PILE_CARDS  # the centre's four places follow the piles' in ``places``
CENTRE_CARDS = 4
NO_PILE = 255
NOBODY = 255

# What a seat is in this match or round.
ABSENT = 0  # nobody sits there
PLAYING = 1
FALSE_CALL = 2  # out of this round
LEFT = 3  # out of this round and of those to come

# Phases.
LOBBY = 0  # players come and say that they are ready
COUNTDOWN = 1  # the cards are dealt, nobody may touch them
RUNNING = 2
ROUND_OVER = 3
MATCH_OVER = 4

# How a round ended.
BY_CALL = 1
BY_FALSE_CALL = 2  # everybody else called falsely
BY_STUCK = 3  # all agreed to end it
BY_LEAVING = 4  # everybody else left

BEST_OF = (1, 3, 5, 7, 9)
STUCK_MS = 60_000  # rules.md, "Stuck rounds"

# Table time wraps where ``supervisor.ticks_ms`` does (device-facts.md, "Time"); half of it is the longest wait.
TICKS_MASK = (1 << 29) - 1
TICKS_HALF = 1 << 28

# Offsets in the state. The cards' places come first, a byte each.
AT_LOCKS = DECK  # 2 bytes: a bit a pile
AT_IN_HAND = AT_LOCKS + 2  # a byte a seat
AT_STANDING = AT_IN_HAND + SEATS  # a byte a seat: standing, and the place in its high half
AT_WINS = AT_STANDING + SEATS  # a byte a seat
AT_PHASE = AT_WINS + SEATS
AT_ROUND = AT_PHASE + 1
AT_HOUSE = AT_ROUND + 1  # house rules: LOCK_CHECK, and best of in the next three bits
AT_DEALT = AT_HOUSE + 1  # the seats that the piles are shared among, a bit each
AT_RESULT = AT_DEALT + 1  # a bit a seat that won, and a bit a seat that proposes to end the round
AT_HOW = AT_RESULT + 1
AT_TOUCHED = AT_HOW + 1  # two bits a centre place: the seat whose card lies there
AT_SINCE = AT_TOUCHED + 1  # 4 bytes
STATE_BYTES = AT_SINCE + 4

LOCK_CHECK = 0x01
