"""Numbers of the small pile signs in ``pictures/signs.raw``. 0 to 12 are the ranks, ace to king."""

BACK = 13  # face down
RAISED = 14  # in somebody's hand
MIXED = 15  # locked, but not four of one rank
EMPTY = 16
DIGIT = 17  # ten signs: 0 to 9
LINK = 27  # five signs: 0 to 4 bars
PIP = 32  # rounds won
LOW = 33  # the battery is nearly empty
SIGNS = 34
