"""The playing half of a link: sends the wishes to whoever deals, and knows how well the dealer is heard."""

from adafruit_ticks import ticks_add, ticks_diff

from .frames import WISHES, newer16
from .wishes import entry

HEARTBEAT_MS = 150  # a frame without wishes: I am here, and this snapshot is the newest I know
# ms between the sendings of an unanswered wish, the second at the next turn of the loop: at 20 % loss in each direction
# 99 in 100 have their verdict 90 ms after the press.
_REPEATS = (5, 10, 10, 10, 12, 12, 12, 14, 20, 30, 50, 80)
# At least so much from the second on while no snapshot was missed: the air belongs to everybody. Two in the first 5 ms
# stay, as at 5 % loss a wish that comes late loses the races of its window.
_CLEAR_MS = 20
_BUSY_MS = 10  # the radio took nothing: try again then
_REMEMBERED = 16  # snapshots that the bars are made of, about 3 s without play
_LATE_MS = 300  # no snapshot for so long is worse than usual
_BAR_MS = 200  # and costs a bar each time as long as this


class Player:
    """Sends ``link.wishes``, next at the ticks ``send_at``. ``heard_at``: when the newest snapshot of a dealer came."""

    def __init__(self, link):
        self.heard_at = 0
        self._link = link
        self.send_at = 0
        self._sent = 0  # sendings of the oldest unanswered wish
        self._sent_number = 0
        self._history = 0xFFFF  # a bit a snapshot, the newest lowest: 1 it came

    def begin(self, now):
        """Sit down at a table."""
        self.heard_at = now
        self.send_at = now
        self._history = 0xFFFF

    def renumber(self):
        """Another dealer counts: the waiting wishes follow the last one it has answered."""
        link = self._link
        link.wishes.renumber(link.snapshot.answered(link.seat))
        self._sent = 0

    def heard(self, now, sequence, last):
        """Snapshot ``sequence`` came; the one before was ``last``, -1 if another dealer's."""
        self.heard_at = now
        if last < 0:
            self._history = 0xFFFF
        else:
            self._history = (self._history << min(newer16(sequence, last), _REMEMBERED) | 1) & 0xFFFF

    def quality(self, now):
        """0 to 4 bars: how many of the last snapshots came, and how old the newest is."""
        came = 0
        if self._history == 0xFFFF:
            came = _REMEMBERED
        else:
            for at in range(_REMEMBERED):
                came += self._history >> at & 1
        late = max(0, self._link.silent_ms(now) - _LATE_MS) // _BAR_MS
        return max(0, (came + 2) // 4 - late)

    def step(self, now):
        """Send if it is time. Returns ms to wait."""
        left = ticks_diff(self.send_at, now)
        if left > 0:
            return left
        link = self._link
        wishes = link.wishes
        gap = HEARTBEAT_MS
        if wishes.count:
            number = wishes.frame[entry(0)]
            if number != self._sent_number:
                self._sent_number = number
                self._sent = 0
            gap = _REPEATS[min(self._sent, len(_REPEATS) - 1)]
            if self._history == 0xFFFF and self._sent:
                gap = max(gap, _CLEAR_MS)
            self._sent = min(self._sent + 1, len(_REPEATS))
        dealer = link.snapshot.dealer
        mac = link.roster.macs[dealer]
        if mac is not None and dealer != link.seat:
            frame = wishes.write(link.snapshot.sequence, now, link.clock.offset)
            link.seal(wishes.frame, WISHES, len(frame))
            if not link.radio.send(mac, frame):
                gap = min(gap, _BUSY_MS)
        self.send_at = ticks_add(now, gap)
        return gap
