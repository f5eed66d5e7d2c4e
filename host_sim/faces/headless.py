"""A match without a window: the handhelds play by themselves, as fast as the PC lets them."""

import sys
import time

STEP_US = 50_000
# After the result, until the last screen is drawn on every handheld.
LAST_SCREEN_US = 2_000_000


def run(hub, game, limit_us, screenshots=None):
    """Play until every handheld shows the same result of the match. Returns True if it came to that.

    A game without an end plays until ``limit_us``, and that is True if no handheld had a problem.

    False: ``limit_us`` of game time are over, or fewer than two handhelds are left, as sentences on stderr say.
    """
    status = _Status()
    ends_us = None
    while ends_us is None or hub.now_us < ends_us:
        if hub.now_us >= limit_us and ends_us is None:
            status.clear()
            if screenshots:
                screenshots.last(hub.remotes)
            return not game.has_end and not any(remote.problem for remote in hub.remotes)
        hub.advance(hub.now_us + STEP_US)
        if screenshots:
            screenshots.look(hub.remotes, hub.now_us)
        status.show(hub)
        for remote in hub.remotes:
            remote.see_start(hub.now_us)
            if remote.problem and not remote.problem_told:
                remote.problem_told = True
                status.clear()
                tell_problem(remote)
        if sum(remote.is_on and not remote.problem for remote in hub.remotes) < 2:
            status.clear()
            return False
        if ends_us is None and game.agreed_result(hub.remotes):
            ends_us = hub.now_us + LAST_SCREEN_US
    status.clear()
    if screenshots:
        screenshots.last(hub.remotes)
    return True


def tell_problem(remote):
    """Say on stderr what happened to a handheld, with the last lines of its serial output."""
    print(f"host_sim: {remote.problem}", file=sys.stderr)
    lines = remote.serial()
    if lines:
        print("  the last of its serial output:", file=sys.stderr)
        for line in lines:
            print(f"  | {line}", file=sys.stderr)


class _Status:
    """A line on a terminal that says how far the match is."""

    def __init__(self):
        self._shown = False
        self._next = time.monotonic()

    def show(self, hub):
        now = time.monotonic()
        if now < self._next or not sys.stderr.isatty():
            return
        self._next = now + 0.5
        screens = ", ".join(f"{remote.name}: {remote.screen or remote.state}" for remote in hub.remotes)
        minutes, seconds = divmod(hub.now_us // 1_000_000, 60)
        sys.stderr.write(f"\r\x1b[K{minutes}:{seconds:02} of game time  {screens}")
        sys.stderr.flush()
        self._shown = True

    def clear(self):
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
