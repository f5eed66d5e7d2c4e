"""CircuitPython's hardware modules for a PC, true to device-facts.md. Each is imported by its own name, as on the
device.

``from host_sim.stand_ins import espnow`` gives the same module as ``import espnow`` after this package was imported:
the folder is put first on sys.path, and there is no second identity (``host_sim.stand_ins.espnow`` can't be
imported).

A process that is one handheld calls ``install(device)``. A world of many handhelds calls
``host_sim.handhelds.device.use(device)`` before each step instead and patches nothing.
"""

import importlib
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
NAMES = tuple(sorted(path.stem for path in FOLDER.iterdir() if not path.name.startswith(("_", "."))))
__path__ = []  # no submodules: one identity for each stand-in

if str(FOLDER) not in sys.path:
    sys.path.insert(0, str(FOLDER))


def __getattr__(name):
    if name in NAMES:
        return importlib.import_module(name)
    raise AttributeError("no stand-in named %r" % name)


def __dir__():
    return sorted(list(globals()) + list(NAMES))


def install(device, display=True):
    """Make this process the given handheld: stand-ins, its clock, its settings, its drive. Call before any device code.

    ``display``: also fit displayio, so that drawing follows the device's clock.
    """
    from host_sim.handhelds import device as _device
    from host_sim.handhelds.patches import install_patches

    sys.path.remove(str(FOLDER))
    sys.path.insert(0, str(FOLDER))
    _device.use(device)
    device.nvm_write_us = 60_000
    if display:
        from host_sim.handhelds import displays

        displays.fit_displayio()
        device.on_background = displays.refresh_displays
    install_patches()
    return device
