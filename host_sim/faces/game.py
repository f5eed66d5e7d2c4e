"""What window and headless have to be told of a game. This one knows nothing of any: a program that just runs."""


class Game:
    """``title`` of the window; ``player``: the module whose ``Player`` sits before each handheld (onlooker.py);
    ``has_screens``: its player tells the screens' names, so one that tells none for seconds hasn't started;
    ``has_end``: there is a result to play for, and running out of time is a failure."""

    title = "Handhelds"
    player = "host_sim.handhelds.onlooker"
    has_screens = False
    has_end = False

    def agreed_result(self, remotes):
        """What all handhelds agree on as the end of what was played, or None as long as it goes on."""
        return

    def state_line(self, remotes):
        """How it stands, for people, or ""."""
        return ""

    def figures(self, hub, seed, board):
        """The result as a dict of plain values."""
        return {"seed": seed, "board": board, "finished": False, "virtual_seconds": round(hub.now_us / 1e6, 3)}

    def sentence(self, found):
        """The result for people, from ``figures``."""
        return f"{found['virtual_seconds']:.0f} s of game time are over (seed {found['seed']})"
