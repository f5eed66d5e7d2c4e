"""Builds this board's parts, hands them to the handheld and runs it."""

from firmware.spare import borrow

PROGRAM = "firmware.board.program"

# A computer that touches the drive would restart the game in the middle of a round.
borrow(PROGRAM).restart_when_files_change(False)

parts = None
handheld = None
try:
    from firmware.board.parts import Parts

    parts = Parts()
    if parts.keys is not None:
        from firmware.handheld import Handheld

        handheld = Handheld(parts)
        error = handheld.run()
except Exception as broken:
    error = broken
finally:
    # However it ended: the next program must be able to have the radio.
    if parts is not None:
        parts.close()

if parts is None:
    # Nothing to show it with: CircuitPython's own console has the traceback, and a file that changes starts us again.
    borrow(PROGRAM).restart_when_files_change(True)
    raise error

handheld = None  # its memory is for the fault screen
from firmware.ending import end, end_unwired  # noqa: E402

if parts.keys is None:
    end_unwired(parts)
end(parts, error)
