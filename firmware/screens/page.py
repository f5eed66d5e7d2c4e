"""A page of text: what title, lists, lobby, results and settings have in common. Holds no displayio."""

from adafruit_ticks import ticks_diff

ROWS = 8
LONG = 1000  # milliseconds that a screen sleeps when nothing on it moves: frames and keys wake it anyway
_LOOK_MS = 200  # a page looks this often at most: comparing names and lists makes garbage
NO_MINIS = b""

# Colours of a row beside those of the four seats.
PLAIN = 4
DIM = 5
GOLD = 6


class Page:
    """A headline, up to ``ROWS`` rows with a note at their right end, a row of arrows, and what the buttons do.

    ``version`` grows with each visible change, so that a picture looks closer only then. ``selected`` is the
    row under the cursor or -1. ``minis`` has a row's small pile signs (numbers of ``signs``) or nothing.
    ``colours`` is the seat whose colour a row has, ``PLAIN``, ``DIM`` or ``GOLD``.
    """

    name = "page"
    PLAIN = PLAIN
    DIM = DIM
    GOLD = GOLD

    def __init__(self, face):
        self.face = face
        self.version = 0
        self._looked_at = 0
        self._is_fresh = True
        self.headline = ""
        self.rows = [""] * ROWS
        self.notes = [""] * ROWS
        self.minis = [NO_MINIS] * ROWS
        self.colours = bytearray(ROWS)
        self.mini_colours = bytearray(ROWS)  # the seat whose piles a row's signs are
        self.row_count = 0
        self.selected = -1
        self.arrows = bytearray(5)
        self.arrow_count = 0  # arrows entered or shown, 0 to 5
        self.arrows_beside = False  # beside the first row, not below it
        self.arrow_places = 0  # how many places for arrows there are: 0 hides them
        self.message = ""
        self.footer = ""
        self.arrows_on_cards = False
        self.decorated = False  # the four cards of the title

    # --- for the screens ---

    def begin(self, headline, footer):
        """Start the page afresh."""
        self.headline = headline
        self.footer = footer
        self.row_count = 0
        self.message = ""
        self.version += 1

    def add(self, text, note="", colour=PLAIN, minis=NO_MINIS, seat=0):
        """One more row; rows that don't fit are left out."""
        at = self.row_count
        if at < ROWS:
            self.rows[at] = text
            self.notes[at] = note
            self.minis[at] = minis
            self.colours[at] = colour
            self.mini_colours[at] = seat
            self.row_count = at + 1

    def select(self, row):
        """Put the cursor on a row."""
        if self.selected != row:
            self.selected = row
            self.version += 1

    def say(self, message):
        """Set the line above the footer; the same text changes nothing."""
        if self.message != message:
            self.message = message
            self.version += 1

    def look_now(self):
        """Something happened here: the next ``not_yet`` lets through at once."""
        self._is_fresh = True

    def not_yet(self, now):
        """Milliseconds until it is time to compare the page with the link again, 0 if it is time now."""
        waited = ticks_diff(now, self._looked_at)
        if not self._is_fresh and 0 <= waited < _LOOK_MS:
            return _LOOK_MS - waited
        self._is_fresh = False
        self._looked_at = now
        return 0

    # --- what every screen has ---

    def open(self, now):
        """The screen comes up."""

    def press(self, button, at):
        """A key went down; ``at`` in ticks."""

    def release(self, button, at):
        """A key came up."""

    def answer(self, answer, now):
        """The link answered one of our wishes."""

    def refused(self, message):
        """A door stayed shut: what to say about it."""
        self.say(message)

    def think(self, now):
        """Look at the link; milliseconds until it wants to look again."""
        return LONG
