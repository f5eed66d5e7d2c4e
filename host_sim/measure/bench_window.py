"""How long the window takes to come up and show its first picture, for the bench. SDL draws into memory here.

python3 -m host_sim.measure.bench_window SECONDS_SINCE_1970      the start, as its parent saw it; prints the seconds
"""

import os
import sys
import time

_PATIENCE_S = 60


def main(argv):
    """Play as ``python3 -m host_sim`` does, until each handheld has drawn a picture and the window shows it."""
    began = float(argv[0])
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from host_sim.commands import options
    from host_sim.faces.window import Window

    draw = Window._draw

    def watched(window):
        draw(window)
        pages = [remote.page for remote in window._hub.remotes]
        if all(any(page.picture[:]) for page in pages):
            print("%.3f" % (time.time() - began), flush=True)
            raise SystemExit(0)
        if time.time() - began > _PATIENCE_S:
            raise SystemExit(1)

    Window._draw = watched
    from host_sim.commands import play

    return play.main(options.parse(["--seed", "1"], []))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
