"""Whoever sits before one simulated handheld: here nobody. A game's own (host_sim/game/player.py) derives from it."""


class Player:
    """Lives in the handheld's process; the firmware doesn't know. ``seed``: of the computer player that presses the
    keys, or None if nobody does; ``players``: how many handhelds there are.

    ``swaps`` and ``refused`` count what a game wants counted. ``code`` is what another player's screen shows to be read
    (the hub's word CODE); the runner keeps it up to date.
    """

    def __init__(self, device, seed=None, players=2):
        self.swaps = 0
        self.refused = 0
        self.code = None

    def look(self, news):
        """Before each sleep: add to ``news`` what there is to tell (pipe.py: SCREEN, CODE, RESULT)."""

    def press(self, device):
        """After each sleep: press and release keys."""
