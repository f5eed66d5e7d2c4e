"""The process of one simulated handheld: its hardware, then ``boot.py`` and ``code.py`` as they are on the drive.

Started by remote.py only. Its standard output is the handheld's serial output. Whenever the program sleeps,
the process tells the hub what was sent since and when to wake, and waits until it may go on.
"""

import importlib
import os
import runpy
import signal
import sys
import traceback
from pathlib import Path

from host_sim import stand_ins, system
from host_sim.handhelds import fast_tiles, pipe
from host_sim.handhelds.device import POWER_ON, Device, Restart
from host_sim.handhelds.shared_page import SharedPage

_FOR_EVER_US = 1 << 50


class Runner:
    """Runs one device against the hub at the other end of ``line``."""

    def __init__(self, device, page, line, player):
        self.device = device
        self._page = page
        self._line = line
        self._player = player
        self._sent = []
        self._news = {}
        self._changes = -1
        device.air.on_send = lambda frame: self._sent.append((device.now_us, frame.as_tuple()))
        device.air.on_listen = lambda on, channel: self._sent.append((device.now_us, channel if on else 0))
        device.on_sleep = self.sleep

    def sleep(self, device, us):
        """The device's hook: tell the hub, wait for it, and let happen what happened meanwhile."""
        wakes_us = device.now_us + us
        player = self._player
        player.look(self._news)
        panel = device.panel
        if panel.changes != self._changes:
            self._changes = panel.changes
            self._news[pipe.PICTURE] = True
            self._page.write_counters(device, player.swaps, player.refused)
        self._tell(wakes_us)
        for at_us, word, content in self._hear():
            device.now_us = max(at_us, device.now_us)
            if word == pipe.AIR:
                device.air.arrive(frame_of(content))
            elif word == pipe.KEY:
                device.set_key(*content)
            else:
                player.code = content
        device.now_us = wakes_us
        player.press(device)

    def run(self, drive):
        """From power-on to the end of the program; then stand still until the process is killed."""
        device = self.device
        boot, code = drive / "boot.py", drive / "code.py"
        ended = ""
        try:
            if boot.exists():
                # CircuitPython goes on to code.py whatever became of boot.py.
                ended = self._program(boot)
            device.booting = False
            ended = self._program(code) if code.exists() else "there is no code.py"
            while ended is None:  # a soft reload
                forget_modules_of(drive)
                ended = self._program(code)
        except Restart as restart:
            self._news[pipe.RESET] = restart.reason
            self._stand_still(0)  # the hub ends this process and starts another one
        self._news[pipe.ENDED] = ended
        self._stand_still(_FOR_EVER_US)

    def _stand_still(self, us):
        self._page.write_counters(self.device, self._player.swaps, self._player.refused)
        while True:
            self._tell(self.device.now_us + us)
            self._hear()

    def _program(self, path):
        """Run one file. Returns how it ended as a sentence, or None if it wants to be run again."""
        try:
            runpy.run_path(str(path), run_name="__main__")
        except Restart as restart:
            if restart.kind != "reload":
                raise
            self.device.reload(restart.reason)
            return None
        except SystemExit:
            pass
        except BaseException as error:
            traceback.print_exc(file=sys.stdout)
            return f"{path.name} ended with {type(error).__name__}: {error}"
        finally:
            sys.stdout.flush()
        return f"{path.name} came to its end"

    def _tell(self, wakes_us):
        message = (wakes_us, self._sent, self._news or None)
        try:
            self._line.send(message)
        except BrokenPipeError:
            os._exit(0)
        self._sent.clear()
        self._news.clear()

    def _hear(self):
        try:
            return self._line.receive()
        except EOFError:  # the hub is gone: without it there is nothing to live for
            os._exit(0)


def frame_of(content):
    """A frame from what came over the wire."""
    from host_sim.handhelds.device import Frame

    return Frame(*content)


def forget_modules_of(folder):
    """A reload starts from the files again; libraries and stand-ins stay, as the interpreter itself does."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and Path(file).is_relative_to(folder):
            del sys.modules[name]


def main(argv):
    """``argv``: folder, number, board, seed, count of starts, reason, count of players, mac, module
    of whoever sits before it, and what system.py needs for the channel."""
    # Ctrl-C goes to every process of a terminal; it is the hub that ends the handhelds.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    system.die_with_parent()
    folder, number, board_id, seed, starts, reason, players, mac, module, channel = argv
    folder, number, seed, starts, players = Path(folder), int(number), int(seed), int(starts), int(players)
    drive = folder / "drive"
    page = SharedPage(folder / "page.bin")
    kept = bytes(page.sleep_memory)
    device = Device(
        number,
        board_id,
        drive,
        seed + 1_000_003 * (starts - 1),  # other random numbers after a restart, as on the real device
        bytes.fromhex(mac),
        page.nvm,
        page.sleep_memory,
        page.picture,
    )
    if reason != POWER_ON:
        device.reset(reason)
        page.sleep_memory[:] = kept
    stand_ins.install(device)
    fast_tiles.install()
    # The drive before this checkout, which has a firmware folder too.
    root = os.environ["PYTHONPATH"]
    sys.path[:] = [entry for entry in sys.path if entry not in ("", root)]
    sys.path[1:1] = [str(drive), str(drive / "lib")]
    sys.path.append(root)
    player = importlib.import_module(module).Player(device, seed if players else None, players)
    Runner(device, page, pipe.Wire(system.channel_to_parent(channel)), player).run(drive)


if __name__ == "__main__":
    main(sys.argv[1:])
