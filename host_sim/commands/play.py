"""The play command: sets up handhelds and ether, shows them in a window or lets them play alone, reports."""

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
from host_sim.game import report
from host_sim.handhelds import drive_files
from host_sim.handhelds.hub import Hub
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
    seed = int.from_bytes(os.urandom(4), "big") if wanted.seed is None else wanted.seed
    window = None
    if not wanted.headless:
        from host_sim.faces.window import NoDisplay, Window

        try:
            window = Window(wanted.handhelds)
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
    source = wanted.source or ROOT
    problem = drive_files.complaint(source)
    if problem:
        print(f"host_sim: {problem}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="host_sim-", ignore_cleanup_errors=True) as folder:
        remotes = [
            Remote(number, Path(folder), wanted.board, seed, wanted.handhelds if wanted.autoplay else 0, source)
            for number in range(1, wanted.handhelds + 1)
        ]
        hub = Hub(remotes, Ether(seed))
        try:
            return _run(wanted, seed, hub, window, screenshots)
        finally:
            hub.close()
            for remote in remotes:
                remote.close()


def _run(wanted, seed, hub, window, screenshots):
    if screenshots:
        hub.watchers.append(screenshots.news)
    for remote in hub.remotes:
        hub.power_on(remote)
    if window:
        window.run(hub, wanted.speed, screenshots)
        ended_well = True  # whoever closes the window may do so at any time
    else:
        ended_well = headless.run(hub, int(wanted.minutes * 60e6), screenshots)
    found = report.figures(hub, seed, wanted.board)
    if not window or found["finished"]:
        print(f"host_sim: {report.sentence(found)}", file=sys.stderr)
    if screenshots:
        (screenshots.folder / "result.json").write_text(report.as_json(found) + "\n", encoding="utf-8")
    if wanted.json:
        print(report.as_json(found))
    return 0 if ended_well else 1
