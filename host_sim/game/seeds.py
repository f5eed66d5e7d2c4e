"""Plays one match for each seed, in this process or in several, and says what became of it."""

import contextlib
import gc
import io
import multiprocessing

from host_sim.game import faults

AFTER_FAULTS_S = 900  # a match must be over this long after the last fault, for each round of it
QUIET_MS = 3_000
SEARCH_MS = 70_000


class Outcome:
    """What became of one seed; plain values, so that it can go through a pipe. ``why`` is "" if all was well."""

    def __init__(self, seed):
        self.seed = seed
        self.why = ""
        self.trace = []
        self.faults = ""
        self.virtual_s = 0.0
        self.rounds = 0
        self.results = []
        self.counts = {}
        self.digest = 0
        self.frames = 0
        self.steps = 0


def play(seed, handhelds, text, best_of=None):
    """Play one match. Returns an `Outcome`. Nothing is printed."""
    from host_sim.game.match_world import MatchWorld

    outcome = Outcome(seed)
    drawn = faults.draw(text, seed, handhelds)
    outcome.faults = drawn
    if best_of is None:
        best_of = 3 if seed % 5 == 4 else 1
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        wanted = faults.parse(drawn)
        pace = (1.0, 1.5, 0.7)[seed % 3]
        world = MatchWorld(handhelds, seed, wanted, best_of=best_of, lock_check=seed % 7 != 3, pace=pace)
        ends_us = max([fault.ends_us for fault in wanted if fault.ends_us < faults.NEVER] or [0])
        limit_ms = ends_us // 1000 + AFTER_FAULTS_S * 1000 * best_of
        try:
            if not world.run_until(lambda: world.is_over, limit_ms, 500):
                world.fail("the match isn't over after %d s" % (world.now_us // 1_000_000))
            # The last faults must be over before all is quiet.
            world.run(max(world.now_us, ends_us) + QUIET_MS * 1000)
            if world.broken is None and not world.is_over:
                world.run_until(lambda: world.is_over, AFTER_FAULTS_S * 1000 * best_of, 500)
                world.run_ms(QUIET_MS)
            # Whoever still looks for somebody who has left stops after a minute.
            world.run_until(lambda: not world.is_searching, SEARCH_MS, 500)
            if world.broken is None:
                world.invariants.agree()
        except Exception as error:
            import traceback

            world.fail("%s: %s" % (type(error).__name__, traceback.format_exc().strip().splitlines()[-3:]))
    outcome.why = world.broken or ""
    outcome.trace = list(world.trace) + [_standing(player) for player in world.players]
    outcome.virtual_s = world.now_us / 1_000_000
    outcome.rounds = world.invariants.rounds
    outcome.results = sorted("%d:%d" % result for result in world.invariants.results().values())
    outcome.counts = world.counts
    outcome.digest = world.digest
    outcome.frames = world.frames
    outcome.steps = sum(player.steps for player in world.players)
    return outcome


def _standing(player):
    link = player.link
    if link is None:
        return "%s is off" % player.name
    return "%s: screen %s, link state %d, %s, seat %d, snapshot %d.%d, phase %d, missing %x, %s%s%s" % (
        player.name,
        player.handheld.face.overlay or player.handheld.face.screen_name,
        link.state,
        "deals" if link.is_dealer else "plays",
        link.seat,
        link.snapshot.epoch,
        link.snapshot.sequence,
        link.table.phase,
        link.missing,
        "paused " if link.paused else "",
        "searching " if link.search.is_on else "",
        "radio problem %d" % link.problem if link.problem else "",
    )


def _play(job):
    return play(*job)


def run_seeds(seeds, handhelds, text, best_of=None, jobs=1):
    """Yields an `Outcome` for each seed, in order."""
    wanted = [(seed, handhelds, text, best_of) for seed in seeds]
    if jobs <= 1:
        _prepare()
        for at, job in enumerate(wanted):
            if at % 20 == 19:
                gc.collect()
            yield _play(job)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _prepare) as pool:
        yield from pool.imap(_play, wanted, 4)


def _prepare():
    """The firmware collects garbage between rounds; on a PC that would go through everything Python has ever made."""
    import host_sim.game.match_world  # noqa: F401

    gc.collect()
    gc.freeze()
    gc.disable()
