"""A world of this game: the real firmware's handhelds at one table, with persons who press their keys.

``firmware.handheld.Handheld`` runs over the firmware's own radio, buttons, clock and store, and those over the
stand-ins.
"""

from firmware.handheld import TICK_MS, Handheld
from firmware.link.link import KNOCKING, SEATED
from firmware.rules.layout import LOBBY
from firmware.screens.buttons import Z
from host_sim.game.invariants import Invariants
from host_sim.game.parts import SavedFile, WorldParts
from host_sim.game.person import READ, Person
from host_sim.handhelds.device import KEY_COUNT
from host_sim.world.world import Player, World

_LEAVES_AGAIN_US = 3_000_000  # a player who finds the handheld back at the table leaves once more


class MatchPlayer(Player):
    """A handheld of this game: what it saves, and how far it is."""

    def __init__(self, number, device, name, ppm):
        super().__init__(number, device, name, ppm)
        self.file = SavedFile(device)
        self.has_left = False  # its player, for good

    @property
    def link(self):
        """The link, or None while it is off."""
        return self.handheld.link if self.handheld is not None else None

    @property
    def phase(self):
        """The phase of the table it knows (firmware/rules/layout.py), or -1."""
        link = self.link
        return link.table.phase if link is not None and link.state == SEATED and link.is_synced else -1


class MatchWorld(World):
    """``handhelds`` 2 to 4 of this game. ``best_of``, ``lock_check`` and ``pace`` (1.0 a quick human) are the persons';
    with ``checked`` the game's invariants are looked at after every step. The rest as in `World`."""

    tick_ms = TICK_MS

    def __init__(self, handhelds=3, seed=0, faults=(), *, best_of=1, lock_check=True, pace=1.0, checked=True, **more):
        self.dismissed = 0  # players who have left for good
        self._persons = (pace, best_of, lock_check)
        super().__init__(handhelds, seed, faults, invariants=Invariants(self) if checked else None, **more)

    def make_player(self, number, device, name, ppm):
        """With its saved file."""
        return MatchPlayer(number, device, name, ppm)

    def make_handheld(self, player):
        """The firmware, as code.py makes it."""
        return Handheld(WorldParts(player.device, player.name, player.file))

    def make_person(self, player):
        """Who plays a match."""
        return WorldPerson(self, player, self.seed, *self._persons)

    def started(self, player):
        """Whoever has left for good does so once more."""
        if player.has_left:
            self.at(self.now_us + _LEAVES_AGAIN_US, self._leave_again, player)

    def outside(self, number):
        """As in `World`; returns the handheld's link."""
        handheld = super().outside(number)
        return handheld.link if handheld is not None else None

    def dismiss(self, number):
        """Its player has left for good and nobody plays this handheld any more; its keys are let go. If it comes back
        to the table because power went while it saved that it had left, its player leaves again."""
        player = self.players[number]
        player.person = None
        player.has_left = True
        self.dismissed += 1
        persons = [other.person for other in self.players if other.person is not None]
        for person in persons:
            # Nobody waits for whoever has gone.
            person.players = max(2, len(self.players) - self.dismissed)
        if persons and all(person.number for person in persons):
            persons[0].number = 0  # if there is no table, somebody has to open one
        for key in range(KEY_COUNT):
            self.press(number, key, False)

    @property
    def is_over(self):
        """True once the match is over on every handheld that is still at its table, at least one of them, whoever else
        may wait in a lobby of its own by then; or once nobody has a table any more and too few are left to play at
        another one."""
        done = 0
        for player in self.players:
            link = player.link
            if link is None:
                return False
            if link.state == SEATED and (link.table.phase != LOBBY or link.rejoining):
                if player.handheld.face.screen_name != "match_result":
                    return False
                if player.person is not None and not player.person.is_done:
                    return False
                done += 1
        return done > 0 or self._is_given_up()

    @property
    def is_searching(self):
        """True while any handheld is off or looks for its dealer."""
        return any(player.link is None or player.link.search.is_on for player in self.players)

    def _is_given_up(self):
        too_few = len(self.players) - self.dismissed < 2
        if not self.dismissed or self.invariants is None or not (self.invariants.is_table_lost or too_few):
            return False
        for player in self.players:
            link = player.link
            if link is None or link.state == SEATED and not (link.is_dealer and link.table.phase == LOBBY):
                return False
        return True

    def _leave_again(self, player):
        if player.handheld is not None and player.handheld.link.state == SEATED:
            self.note("%s leaves again" % player.name)
            self.outside(player.number).leave(player.device.ticks_ms)


class WorldPerson(Person):
    """A person of a world, who may look at the screen of whoever opened the table he wants to join."""

    def __init__(self, world, player, seed, pace, best_of, lock_check):
        super().__init__(
            None,
            seed,
            pace,
            number=player.number,
            players=len(world.players),
            code=self._code_of_the_table,
            best_of=best_of,
            lock_check=lock_check,
        )
        self._world = world
        self._player = player

    def _opener(self):
        """Whoever of the room deals at a table that is still open."""
        for player in self._world.players:
            link = player.link
            if player is not self._player and player.phase == LOBBY and link.is_dealer:
                return link
        return None

    def _code_of_the_table(self):
        opener = self._opener()
        return opener.code if opener is not None else None

    def _at_tables(self, face, now):
        opener = self._opener()
        if opener is None and self.number == 0:
            self._tap(now, Z, READ)  # back, to open one
            return
        self._host = opener.name if opener is not None else ""
        super()._at_tables(face, now)

    def _at_code(self, face, now):
        opener = self._opener()
        chosen = face.chosen_table
        if opener is not None and chosen is not None and chosen.id != opener.table_id and face.link.state != KNOCKING:
            # Nobody is behind this door any more: the table was lost, and its opener has a new one.
            self._tap(now, Z, READ)
        else:
            super()._at_code(face, now)
