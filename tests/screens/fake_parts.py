"""What a few pages tell of ``firmware.board.parts.Parts``, made up; attributes may be set as a test needs them."""

from firmware.board.store import DRIVE_COMPUTER, DRIVE_GAME, FINE, LOST


class FakeStore:
    def __init__(self):
        self.drive = DRIVE_GAME
        self.word = FINE
        self.matches, self.matches_won, self.rounds, self.rounds_won, self.fastest_s = 12, 7, 41, 20, 83
        self.works = 3  # what check() finds
        self.checks = 0

    def check(self):
        self.checks += 1
        return self.works


class FakeRadio:
    mac = b"\x7c\xdf\xa1\x00\x3a\x0f"
    received = 1234


class FakeBattery:
    mv, low = 3912, False


class FakePower:
    brightness = None

    def set_brightness(self, percent):
        self.brightness = percent


class FakeSound:
    works = True
    volume = None

    def set_volume(self, percent):
        self.volume = percent


class FakeParts:
    def __init__(self, *complaints):
        self.complaints = complaints
        self.store = FakeStore()
        self.radio = FakeRadio()
        self.battery = FakeBattery()
        self.power = FakePower()
        self.sound = FakeSound()


def on_usb():
    """The computer has the drive, the settings were lost, the battery is nearly empty, there is no sound."""
    parts = FakeParts()
    parts.store.drive, parts.store.word, parts.store.works = DRIVE_COMPUTER, LOST, 1
    parts.battery.mv, parts.battery.low = 3401, True
    parts.sound.works = False
    return parts
