"""The hub's end of one handheld's process: start and kill it, wake it, hear what it did."""

import heapq
import os
import signal
import subprocess
import sys
import time

from host_sim import system
from host_sim.bootstrap import ROOT
from host_sim.handhelds import drive_files, pipe
from host_sim.handhelds.device import POWER_ON
from host_sim.handhelds.shared_page import Counters, SharedPage

# What a handheld is, seen from outside.
OFF = "off"
ON = "on"
LOST = "lost"  # its process is gone and nobody switched it off

_NOBODY = "host_sim.handhelds.onlooker"
NAMES = ("Ada", "Ben", "Cleo", "Dora")
_SERIAL_LINES = 12
# A handheld that shows no screen of the game this long after its start won't: its serial output tells why.
_STARTS_US = 5_000_000


class Remote:
    """One simulated handheld, number 1 to 4, in ``folder``: its drive, its shared page, its serial output.

    ``players``: how many computer players press the keys of the game, one of them this handheld's; 0 if people do.
    ``game``: who sits before it, and whether its screens have names (host_sim/faces/game.py); None: nobody.
    ``time_us`` (of the hub's clock) is when it wakes, or, while it ``runs``, when it woke.
    """

    def __init__(self, number, folder, board_id, seed, players=0, source=ROOT, game=None):
        self.number = number
        self.name = NAMES[number - 1]
        self.folder = folder / str(number)
        # An address of Espressif's, the same for the same seed.
        self.mac = bytes((0x7C, 0xDF, 0xA1)) + ((seed << 3 ^ number) & 0xFFFFFF).to_bytes(3, "big")
        self.board_id = board_id
        self.state = OFF
        self.runs = False
        self.time_us = 0
        self.woken_at = 0.0
        self.has_news = False
        self.reset_reason = ""
        self.screen = ""
        self.result = None
        self.code = None  # the code that it has just begun to show to the others' players
        self.problem = ""  # a sentence: why it is lost, or why its program ended
        self.problem_told = False
        self._seed = seed
        self._players = players
        self._player = game.player if game else _NOBODY
        self._has_screens = game is not None and game.has_screens
        self._starts = 0
        self._born_us = 0
        self._inbox = []
        self._process = None
        self._wire = None
        self._before = Counters()  # of its earlier processes
        drive_files.fill(self.folder / "drive", self.name, source)
        self.page = SharedPage(self.folder / "page.bin")

    @property
    def is_on(self):
        """True if its process is there."""
        return self.state == ON

    @property
    def pid(self):
        """The process's number, or None if it has none."""
        return self._process.pid if self._process else None

    @property
    def reading(self):
        """The descriptor on which its process is heard."""
        return self._wire.fileno()

    # --- power ---

    def start(self, born_us):
        """Start its process; virtual time of the hub's clock when its own begins."""
        reason = self.reset_reason or POWER_ON
        self._starts += 1
        self.page.clear_counters()
        serial = open(self.folder / "serial.txt", "ab")  # noqa: SIM115 - closed below
        command = [sys.executable, "-P", "-X", "utf8", "-m", "host_sim.handhelds.process"]
        command += [str(self.folder), str(self.number), self.board_id]
        command += [str(self._seed), str(self._starts), reason, str(self._players), self.mac.hex(), self._player]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTHONSTARTUP", None)
        self._process, channel = system.start_child(
            command,
            stdin=subprocess.DEVNULL,
            stdout=serial,
            stderr=serial,
            env=environment,
            cwd=self.folder / "drive",
        )
        serial.close()
        self._wire = pipe.Wire(channel)
        self._born_us = self.time_us = born_us
        self._inbox.clear()
        self.state = ON
        self.runs = True
        self.woken_at = time.monotonic()
        self.reset_reason = self.screen = self.problem = ""
        self.problem_told = False

    def stop(self):
        """Kill its process: to the handheld it is the battery pulled. What it had drawn is dark."""
        self.state = OFF
        self._end()

    def kill(self):
        """Have its process die without a word, as a crash of the interpreter would; the hub finds out."""
        self._process.kill()

    def lost(self, why=""):
        """Its process is gone, or hangs and is killed now. Keeps a sentence that says so in ``problem``."""
        self.state = LOST
        code = self._end()
        if not why:
            why = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit status {code}"
        self.problem = f"handheld {self.number} ({self.name}) is off: its process ended ({why})"
        self.has_news = True

    def _end(self):
        process = self._process
        # A process that has ended by itself must be left to say how; else there is nothing to wait for.
        code = process.poll()
        if code is None and self.state == LOST:
            try:
                code = process.wait(timeout=0.5)
            except subprocess.TimeoutExpired:
                code = None
        if code is None:
            process.kill()
            code = process.wait()
        self._wire.close()
        self._wire = self._process = None
        self.runs = False
        self._before = self.totals()
        self.page.clear_counters()
        return code

    def close(self):
        """Give back what it holds. Its process must have been stopped."""
        self.page.close()

    # --- time ---

    def put(self, at_us, count, word, content):
        """Have something reach it at a time of the hub's clock."""
        heapq.heappush(self._inbox, (at_us, count, word, content))

    def wake(self):
        """Let it run from ``time_us`` on. Raises BrokenPipeError if its process is gone."""
        now, born, inbox = self.time_us, self._born_us, self._inbox
        events = []
        while inbox and inbox[0][0] <= now:
            at_us, _, word, content = heapq.heappop(inbox)
            events.append((max(at_us - born, 0), word, content))
        self._wire.send(events)
        self.runs = True
        self.woken_at = time.monotonic()

    def hear(self):
        """It sleeps again. Returns what it sent meanwhile: (time, frame or channel). Raises EOFError if it is gone."""
        wakes_us, sent, news = self._wire.receive()
        born = self._born_us
        self.time_us = born + wakes_us
        self.runs = False
        self.has_news = bool(news)
        if news:
            self.screen = news.get(pipe.SCREEN, self.screen)
            self.result = news.get(pipe.RESULT, self.result)
            self.code = news.get(pipe.CODE)
            self.reset_reason = news.get(pipe.RESET, "")
            if pipe.ENDED in news:
                self.problem = f"handheld {self.number} ({self.name}) stands still: {news[pipe.ENDED]}"
        return [(born + at_us, what) for at_us, what in sent]

    # --- what is known of it ---

    def totals(self):
        """Its ``Counters``, those of its earlier processes added; the panel's own are the newest."""
        now, before = self.page.counters(), self._before
        return now._replace(
            spi_bytes=before.spi_bytes + now.spi_bytes,
            swaps=before.swaps + now.swaps,
            refused=before.refused + now.refused,
            frames_dropped=before.frames_dropped + now.frames_dropped,
        )

    def see_start(self, now_us):
        """Keep a sentence in ``problem`` if its program runs but not the game, as without display or buttons."""
        if (
            not self._has_screens
            or self.problem
            or self.screen
            or not self.is_on
            or now_us - self._born_us < _STARTS_US
        ):
            return
        said = self.serial()
        why = said[-1] if said else "its serial output says nothing"
        self.problem = f"handheld {self.number} ({self.name}) doesn't start the game: {why}"

    def serial(self):
        """The last lines of its serial output."""
        text = (self.folder / "serial.txt").read_text(encoding="utf-8", errors="replace")
        return text.splitlines()[-_SERIAL_LINES:]
