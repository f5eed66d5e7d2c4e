"""What window and headless have to know of this game."""

from host_sim.faces.game import Game
from host_sim.game import report


class JamesBond(Game):
    """The game of this project."""

    title = "James Bond for handhelds"
    player = "host_sim.game.player"
    has_screens = True
    has_end = True

    def agreed_result(self, remotes):
        """The match's result, once every handheld shows the same one."""
        return report.agreed_result(remotes)

    def state_line(self, remotes):
        """Who has won."""
        result = report.agreed_result(remotes)
        if result and 0 <= result["winner"] < len(result["names"]):
            return f"{result['names'][result['winner']]} has won the match"
        return ""

    def figures(self, hub, seed, board):
        """As report.py says."""
        return report.figures(hub, seed, board)

    def sentence(self, found):
        """As report.py says."""
        return report.sentence(found)
