"""Pictures of every handheld's screens, as PNG files named by handheld and screen, e.g. ``1-lobby.png``."""

import tempfile

from host_sim.handhelds.panel import picture_of

# A screen counts as drawn when nothing changed for this long; one that never rests, this long after its first picture.
RESTS_US = 60_000
NEVER_RESTS_US = 1_000_000
# A screen in use looks different from a fresh one: a second picture, ``1-table-later.png``.
LATER_US = 6_000_000


def picture(remote):
    """What a handheld shows now, as a PIL image of 320x240; black if it is off."""
    panel = remote.page.counters()
    return picture_of(remote.page.picture, panel.madctl, panel.is_lit, panel.is_inverted)


class Screenshots:
    """Saves into ``folder``, made if missing. Hand ``news`` to a hub's ``watchers``; call ``look`` while time runs.

    Raises OSError if the folder can't be made or written.
    """

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # Now, not after minutes of play: a folder can be there and not be ours.
        tempfile.TemporaryFile(dir=folder).close()
        self._saved = set()
        self._since = {}  # remote number: (screen, time of its first picture, of its newest)

    def news(self, remote):
        """A handheld has drawn, or changed its screen."""
        screen, first, _ = self._since.get(remote.number, ("", 0, 0))
        if remote.screen and remote.screen != screen:
            first = remote.time_us
        self._since[remote.number] = (remote.screen, first, remote.time_us)

    def look(self, remotes, now_us):
        """Save what is ready. Whoever is at work just now has to wait for another time: its picture may be half drawn.

        ``now_us`` is a time that everybody has reached.
        """
        for remote in remotes:
            screen, first, newest = self._since.get(remote.number, ("", 0, 0))
            if not screen or remote.runs:
                continue
            if now_us - newest >= RESTS_US or now_us - first >= NEVER_RESTS_US:
                self._save(remote, screen)
            if now_us - first >= LATER_US and newest - first >= RESTS_US:
                self._save(remote, f"{screen}-later")

    def last(self, remotes):
        """Save the screens shown at the end once more."""
        for remote in remotes:
            if remote.is_on and remote.screen:
                self._save(remote, remote.screen, again=True)

    def _save(self, remote, name, again=False):
        path = self.folder / f"{remote.number}-{name}.png"
        if again or path not in self._saved:
            self._saved.add(path)
            picture(remote).save(path)
