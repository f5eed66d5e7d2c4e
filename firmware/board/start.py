"""Builds the parts of a handheld, once. What is only needed for this needs no memory afterwards (spare.py)."""

from binascii import crc32

import board

from .boards import BUTTON_NAMES, wiring_of
from .buttons import Buttons
from .display import open_display
from .extras import open_battery, open_sound
from .names import fit_name
from .parts import NO_BOARD, NO_DISPLAY, NO_KEYS, NO_PROBLEM
from .power import Power
from .saved import DRIVE_COMPUTER, DRIVE_GAME, Store
from .sentences import english
from .settings import Settings
from .watch import Watch


class Start:
    """Everything that ``Parts`` has but clock and radio, by the same names. Nothing raises."""

    def __init__(self, radio, with_display, getenv):
        self.problem = NO_PROBLEM
        settings = Settings(getenv)
        complaints: list = []
        wiring = wiring_of(board.board_id, board, settings.read, complaints)
        for said in complaints:
            settings.complain(said)
        self.complaints = settings.complaints
        self.is_watched = settings.watchdog
        self.trouble = trouble = []  # type: list
        self.display = open_display(wiring, board, trouble) if with_display else None
        if self.display is None and with_display:
            self.problem = NO_DISPLAY
        self.keys = self._open_keys(wiring, trouble)
        for said in trouble:
            print(english(said))
        self.store = store = open_store().load()
        _choose_name_and_language(store, settings, radio.mac)
        if settings.brightness is not None:
            store.brightness = settings.brightness
        self.watch = Watch()
        self.battery = open_battery(wiring, board)
        self.sound = open_sound(wiring, board, store.volume)
        self.power = Power(self.display, self.keys, radio, self.watch, store.brightness)

    def _open_keys(self, wiring, trouble):
        pins = []
        for number, name in enumerate(wiring.buttons):
            if not name:
                self.problem = NO_BOARD
                trouble.append(("no_button", BUTTON_NAMES[number], wiring.board_id))
                return None
            pins.append(getattr(board, name))
        try:
            return Buttons(tuple(pins))
        except Exception as error:
            self.problem = NO_KEYS
            trouble.append(("buttons_broken", error))
            return None


def _choose_name_and_language(store, settings, mac):
    """settings.toml wins when it was changed since the last save, what was set on the handheld wins otherwise."""
    given = crc32((settings.name + "\n" + settings.language).encode("utf-8"))
    if given != store.given:
        if settings.name:
            store.name = settings.name
        if settings.language:
            store.language = settings.language
        store.given = given
    if not store.name:
        store.name = fit_name("Player {:02X}".format(mac[5]))


def open_store():
    """What is saved on this handheld, not loaded yet."""
    sleep_memory = None
    drive = DRIVE_COMPUTER
    try:
        import alarm

        sleep_memory = alarm.sleep_memory
    except (ImportError, AttributeError):
        pass
    try:
        import storage

        if not storage.getmount("/").readonly:
            drive = DRIVE_GAME
    except (ImportError, OSError) as error:
        print("drive:", error)
    return Store(None, None, sleep_memory, drive)
