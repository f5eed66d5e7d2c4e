"""Which keys of the PC's keyboard stand for which buttons: two sets, for two people at one keyboard."""

import pygame

# Key numbers as in firmware/screens/buttons.py: up, right, down, left, O, X, Z.
LABELS = ("up", "right", "down", "left", "O", "X", "Z")

LEFT_SET = (pygame.K_w, pygame.K_d, pygame.K_s, pygame.K_a, pygame.K_f, pygame.K_g, pygame.K_h)
RIGHT_SET = (pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_j, pygame.K_k, pygame.K_l)
SETS = (LEFT_SET, RIGHT_SET)

_ARROWS = {pygame.K_UP: "↑", pygame.K_RIGHT: "→", pygame.K_DOWN: "↓", pygame.K_LEFT: "←"}


def cap(key):
    """What stands on a key of the keyboard."""
    return _ARROWS.get(key) or pygame.key.name(key).upper()


class KeySets:
    """Which handheld (counted from 0) each set plays. With three, Tab hands the right set on."""

    def __init__(self, handhelds):
        self._handhelds = handhelds
        self.plays = [0, 1]

    def hand_on(self):
        """The right set goes to the next handheld that the left one doesn't play."""
        self.plays[1] = self.plays[1] % (self._handhelds - 1) + 1

    def set_of(self, handheld):
        """The keys that play a handheld, or None."""
        return SETS[self.plays.index(handheld)] if handheld in self.plays else None

    def button(self, key):
        """(handheld, button) that a key stands for, or None."""
        for keys, handheld in zip(SETS, self.plays, strict=True):
            if key in keys:
                return handheld, keys.index(key)
        return None
