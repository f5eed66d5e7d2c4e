"""The play command: sets up handhelds and ether, shows them in a window or lets them play alone, reports."""

import json
import os
import signal
import sys
import tempfile
from pathlib import Path

from host_sim.air.ether import Ether
from host_sim.bootstrap import ROOT
from host_sim.commands.options import DEFAULT_SCREENSHOTS
from host_sim.faces import headless
from host_sim.faces.screenshots import Screenshots
from host_sim.handhelds import drive_files
from host_sim.handhelds.hub import Hub
from host_sim.handhelds.hub_faults import rules_of
from host_sim.handhelds.remote import Remote


def main(wanted):
    """Run the play command with the options of ``options.parse``. Returns the exit status."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        return _play(wanted)
    except KeyboardInterrupt:
        print("host_sim: stopped", file=sys.stderr)
        return 130


def _terminate(_number, _stack):
    raise SystemExit(143)


def _play(wanted):
    source = wanted.source or ROOT
    game = _game_in(source)
    seed = int.from_bytes(os.urandom(4), "big") if wanted.seed is None else wanted.seed
    window = None
    if not wanted.headless:
        from host_sim.faces.window import NoDisplay, Window

        try:
            window = Window(wanted.handhelds, game)
        except NoDisplay as reason:
            wanted.autoplay = True
            wanted.screenshots = wanted.screenshots or DEFAULT_SCREENSHOTS
            print(
                f"host_sim: there is no display ({reason}), so the handhelds play by themselves; pictures of their "
                f"screens and the result go into {wanted.screenshots}",
                file=sys.stderr,
            )
    screenshots = None
    if wanted.screenshots:
        try:
            screenshots = Screenshots(wanted.screenshots)
        except OSError as reason:
            print(f"host_sim: no pictures can be left in {wanted.screenshots}: {reason.strerror}", file=sys.stderr)
            return 2
    problem = drive_files.complaint(source)
    if problem:
        print(f"host_sim: {problem}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="host_sim-", ignore_cleanup_errors=True) as folder:
        remotes = [
            Remote(number, Path(folder), wanted.board, seed, wanted.handhelds if wanted.autoplay else 0, source, game)
            for number in range(1, wanted.handhelds + 1)
        ]
        hub = Hub(remotes, Ether(seed))
        for rule in rules_of(wanted.faults, seed):
            hub.ether.add(rule)
        try:
            return _run(wanted, seed, hub, game, window, screenshots)
        finally:
            hub.close()
            for remote in remotes:
                remote.close()


def _game_in(source):
    """This project's game, or one that nothing is known of."""
    from host_sim.faces.game import Game
    from host_sim.game.james_bond import JamesBond

    return JamesBond() if drive_files.is_this_game(source) else Game()


def _run(wanted, seed, hub, game, window, screenshots):
    if screenshots:
        hub.watchers.append(screenshots.news)
    for remote in hub.remotes:
        hub.power_on(remote)
    if window:
        window.run(hub, wanted.speed, screenshots)
        ended_well = True  # whoever closes the window may do so at any time
    else:
        ended_well = headless.run(hub, game, int(wanted.minutes * 60e6), screenshots)
    found = game.figures(hub, seed, wanted.board)
    if not window or found["finished"]:
        print(f"host_sim: {game.sentence(found)}", file=sys.stderr)
    if screenshots:
        (screenshots.folder / "result.json").write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")
    if wanted.json:
        print(json.dumps(found, ensure_ascii=False))
    return 0 if ended_well else 1
