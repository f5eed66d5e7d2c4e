"""What became of a wish: accepted, or refused and why. Each fits four bits of a snapshot."""

UNANSWERED = 0
ACCEPTED = 1
GONE = 2  # the centre card is not the one the player reached for any more
CHANGED = 3  # the pile's card is not the one the player meant to give
NOT_RUNNING = 4  # the round hasn't started, is paused or is over
OUT = 5  # this player is out of the round
NOT_YOURS = 6  # somebody else's pile
LOCKED = 7  # a locked pile can never be touched again
HANDS_FULL = 8  # one pile in hand at a time
HANDS_EMPTY = 9  # that pile isn't in this player's hand
NOT_FOUR = 10  # the lock check refuses: not four of one rank
TOO_EARLY = 11  # somebody locked a pile less than 60 s ago: the round isn't stuck
NO_SUCH = 12  # no such pile, slot, place or act
