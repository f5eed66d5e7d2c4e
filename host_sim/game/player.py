"""Whoever sits before one simulated handheld: watches its screen for the report, presses its keys under --autoplay.

Lives in the handheld's process and looks at the ``handheld`` that code.py made from outside: the firmware doesn't know.
"""

import sys

from host_sim.handhelds import onlooker, pipe

LOBBY = "lobby"
MATCH_RESULT = "match_result"


class Player(onlooker.Player):
    """``seed``: of the computer player that presses the keys, or None if nobody does. ``players``: how many there are.

    ``swaps`` and ``refused`` count the answers to this player's own wishes. ``code`` is the code on the screen of the
    handheld that opens the table, as this player can read it there; the runner keeps it up to date.
    """

    def __init__(self, device, seed=None, players=2):
        super().__init__(device, seed, players)
        self._number = device.number
        self._players = players
        self._seed = seed
        self._handheld = None
        self._person = None
        self._screen = ""
        self._looks_at_ms = 0

    def look(self, news):
        """Add to ``news`` what there is to tell: a new screen, the code on it, the end of the match."""
        handheld = self._handheld
        if handheld is None:
            handheld = getattr(sys.modules["__main__"], "handheld", None)
            if handheld is None:
                return
            self._sit_down(handheld)
        screen = handheld.face.screen_name
        if screen != self._screen:
            self._screen = screen
            news[pipe.SCREEN] = screen
            link = handheld.link
            if screen == LOBBY and link.is_dealer:
                news[pipe.CODE] = tuple(link.code)
            elif screen == MATCH_RESULT:
                news[pipe.RESULT] = result_of(link)

    def press(self, device):
        """Press and release keys as the computer player wants it now."""
        if self._person is not None:
            now = device.now_us // 1000
            if now >= self._looks_at_ms:
                for key, down in self._person.keys(now):
                    device.set_key(key, down)
                self._looks_at_ms = now + self._person.next_wake_ms(now)

    def _sit_down(self, handheld):
        self._handheld = handheld
        link = handheld.link
        next_answer = link.next_answer
        from firmware.rules.acts import SWAP
        from firmware.rules.verdicts import ACCEPTED

        def counted():
            answer = next_answer()
            if answer is not None:
                if answer.verdict != ACCEPTED:
                    self.refused += 1
                elif answer.kind == SWAP:
                    self.swaps += 1
            return answer

        link.next_answer = counted
        if self._seed is not None:
            from host_sim.game.person import Person

            # The first handheld opens the table; the others' players read the code off its screen.
            self._person = Person(
                handheld, self._seed, number=self._number - 1, players=self._players, code=lambda: self.code
            )


def result_of(link):
    """How the match ended by this handheld's table: seat, winner's seat, rounds dealt, names and rounds won by seat."""
    table = link.shown
    return {
        "seat": link.seat,
        "winner": table.match_winner,
        "rounds": table.round,
        "best_of": table.best_of,
        "names": [str(name) for name in link.names],
        "wins": [int(wins) for wins in table.wins],
    }
