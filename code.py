"""Builds this board's parts, hands them to the handheld and runs it."""

import supervisor

# A computer that touches the drive would restart the game in the middle of a round.
supervisor.runtime.autoreload = False

from firmware.board.parts import Parts  # noqa: E402
from firmware.handheld import Handheld  # noqa: E402

parts = Parts()
handheld = Handheld(parts)
try:
    handheld.run()
finally:
    parts.close()
