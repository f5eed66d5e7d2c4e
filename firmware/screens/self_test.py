"""Shows which keys arrive, so that swapped buttons are found at once (field case F20), and how the parts are."""

from ..words import load_rare
from .buttons import KEYS, O, X, Z
from .page import Page
from .tones import BEEP

_LABELS = ("↑", "→", "↓", "←", "O", "X", "Z")
_LOOK_MS = 500


class SelfTest(Page):
    """``down`` has a bit for each key that is down, ``tried`` for each that was. O also beeps, X shows the screen's
    test picture when it comes up (``name`` is "pattern" until the next key), X and Z together go back. Opening it
    writes the saved things anew."""

    name = "self_test"

    def open(self, now):
        self._rare = load_rare(self.face.words["code"])
        self.down = self.tried = 0
        parts = self.face.parts
        self._saved = "" if parts is None else self._names(parts.store.check())
        self._seen = None
        self.think(now)

    def _names(self, where):
        """The stores that took a record and gave it back: ``where`` is 1 for the chip, 2 for the drive, or both."""
        rare = self._rare
        if where == 3:
            return rare["chip"] + ", " + rare["drive"]
        return rare["chip"] if where == 1 else rare["drive"] if where == 2 else rare["broken"]

    def _show(self):
        face = self.face
        rare = self._rare
        self.begin(face.words["self_test"], rare["foot_test"])
        down = tried = ""
        for key in range(KEYS):
            if self.down & 1 << key:
                down += _LABELS[key] + " "
            tried += (_LABELS[key] if self.tried & 1 << key else "·") + " "
        self.add(rare["keys_down"], down, Page.GOLD)
        self.add(rare["keys_tried"], tried)
        parts = face.parts
        radio = rare["broken" if face.problem else "works"]
        if parts is not None and not face.problem:
            mac = parts.radio.mac
            radio += " {:02X}:{:02X} {}".format(mac[4], mac[5], parts.radio.received)
        self.add(rare["radio"], radio)
        if parts is not None:
            self.add(rare["save"], self._saved)
            battery = parts.battery
            self.add(rare["battery"], "{} mV".format(battery.mv) if battery.mv else rare["not_measured"])
            self.add(rare["sound"], "Ⓞ" if parts.sound.works else rare["none"])
        self.add(rare["screen"], "Ⓧ")
        self.selected = -1

    def press(self, button, at):
        self.down |= button
        self.tried |= button
        self.name = "self_test"
        if button == O:
            self.face.tone = BEEP
        if self.down & X and self.down & Z:
            self.face.go("settings", at)
            return
        self._show()

    def release(self, button, at):
        if self.down & button:
            self.down &= ~button
            if button == X:
                self.name = "pattern"
            self._show()

    def think(self, now):
        parts = self.face.parts
        seen = 0 if parts is None else (parts.radio.received, parts.battery.mv, self.face.problem)
        if seen != self._seen:
            self._seen = seen
            self._show()
        return _LOOK_MS
