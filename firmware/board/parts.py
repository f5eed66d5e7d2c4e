"""Builds this handheld's parts. Whatever can't be built is None or has a problem code; nothing raises."""

from binascii import crc32

import board

from . import clock
from .battery import Battery
from .boards import BUTTON_NAMES, wiring_of
from .buttons import Buttons
from .display import open_display
from .power import Power
from .radio import Radio
from .settings import DEFAULT_LANGUAGE, Settings, fit_name
from .sound import Sound
from .store import DRIVE_COMPUTER, DRIVE_GAME, FileStore, NoStore, NvmStore, Store
from .watch import Watch

# Codes of ``problem``.
NO_PROBLEM = 0
NO_BOARD = 1  # no pin table for this board and not enough in settings.toml
NO_KEYS = 2  # a button's pin can't be used
NO_DISPLAY = 3


class Parts:
    """What ``code.py`` hands to the handheld.

    ``radio`` always, with its own ``problem``; ``display`` or None; ``keys`` or None; ``settings`` (settings.toml);
    ``store`` (what is saved); ``battery``; ``power``; ``sound``; ``watch``; ``clock``; ``wiring``.
    ``name`` and ``language``: what to use now. ``problem`` one of the codes above, ``problem_text`` English sentences
    for the screen and serial, "" if all is well.
    """

    def __init__(self, with_display=True, getenv=None):
        """``with_display`` False leaves the screen out, and displayio unimported; ``getenv(key)`` stands in for
        settings.toml. Both are for many handhelds in one process of a PC."""
        self.problem = NO_PROBLEM
        self.clock = clock
        # First of all: WiFi needs the chip's inner memory in large pieces (device-facts.md, "Memory and language").
        self.radio = Radio()
        self.settings = Settings(getenv)
        complaints: list = []
        self.wiring = wiring_of(board.board_id, board, self.settings.read, complaints)
        for sentence in complaints:
            self.settings.complain(sentence)
        trouble: list = []
        self.display = open_display(self.wiring, board, trouble) if with_display else None
        if self.display is None and with_display:
            self.problem = NO_DISPLAY
        self.keys = self._open_keys(trouble)
        self.problem_text = "\n".join(trouble)
        for sentence in trouble:
            print(sentence)
        self.store = open_store()
        self.store.load()
        self._choose_name_and_language()
        self.watch = Watch()
        self.battery = Battery(self.wiring, board)
        self.sound = Sound(self.wiring, board, self.store.volume)
        brightness = self.store.brightness if self.settings.brightness is None else self.settings.brightness
        self.power = Power(self.display, self.keys, self.radio, self.watch, brightness)

    def close(self):
        """Give back what a reload would trip over, and be silent."""
        self.radio.close()
        self.sound.close()
        self.watch.stop()

    def _open_keys(self, trouble):
        pins = []
        for number, name in enumerate(self.wiring.buttons):
            if not name:
                self.problem = NO_BOARD
                trouble.append(
                    "No pin for BUTTON_{} on the board {}: set it in settings.toml.".format(
                        BUTTON_NAMES[number], self.wiring.board_id
                    )
                )
                return None
            pins.append(getattr(board, name))
        try:
            return Buttons(tuple(pins))
        except Exception as error:
            self.problem = NO_KEYS
            trouble.append("The buttons can't be read: {}. Check the BUTTON_ lines in settings.toml.".format(error))
            return None

    def _choose_name_and_language(self):
        """settings.toml wins when it was changed since the last save, what was set on the handheld wins otherwise."""
        settings, store = self.settings, self.store
        given = crc32((settings.name + "\n" + settings.language).encode("utf-8"))
        if given != store.given:
            if settings.name:
                store.name = settings.name
            if settings.language:
                store.language = settings.language
            store.given = given
        if not store.name:
            mac = self.radio.mac
            store.name = fit_name("Player {:02X}".format(mac[5]))

    @property
    def name(self):
        """The player's name."""
        return self.store.name

    @property
    def language(self):
        """One of de en es fr it pt."""
        return self.store.language or DEFAULT_LANGUAGE


def open_store():
    """The store on this handheld's nvm, drive and sleep memory, as far as it has them."""
    nvm: object = NoStore()
    file: object = NoStore()
    sleep_memory = None
    drive = DRIVE_COMPUTER
    try:
        import microcontroller

        if microcontroller.nvm is not None:
            nvm = NvmStore(microcontroller.nvm)
    except (ImportError, AttributeError):
        pass
    try:
        import alarm

        sleep_memory = alarm.sleep_memory
    except (ImportError, AttributeError):
        pass
    try:
        import storage

        mounted = storage.getmount("/")
        file = FileStore(mounted)
        if not mounted.readonly:
            drive = DRIVE_GAME
    except (ImportError, OSError) as error:
        print("drive:", error)
    return Store(nvm, file, sleep_memory, drive)
