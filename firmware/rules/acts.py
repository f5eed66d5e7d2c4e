"""The acts of a player, as small numbers: what a computer decides, what a wish on the radio asks for.

Each fits four bits. Where one byte holds an act and what it is about, the act is its high half; a slot of the pile,
0 to 3, is in the next two bits, and a place of the centre, 0 to 3, in the lowest two.
"""

NO_ACT = 0
PICK_UP = 1
PUT_DOWN = 2
SWAP = 3
LOCK = 4
CALL = 5
PROPOSE = 6  # to end a stuck round
PASS = 7  # a turn, where the house plays in turns
READY = 8  # in the lobby, for the next round, for a rematch
LEAVE = 9
