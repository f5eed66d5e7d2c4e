"""Runs once after a reset, before USB: decides who may write the drive.

A plain start gives it to the game, which then can save; a computer still sees the drive and reads it. Holding the drive
button (Z) while switching on gives it to the computer. Whatever goes wrong here leaves the drive to the computer,
so that a wrong pin table can always be mended. The way out of everything is CircuitPython's safe mode (press
reset once more while the lamp blinks yellow): it skips this file.
"""


def held(pin):
    """True if the button on ``pin`` is down now: it closes the pin to ground."""
    import time

    import digitalio

    button = digitalio.DigitalInOut(pin)
    try:
        button.switch_to_input(pull=digitalio.Pull.UP)
        time.sleep(0.02)  # the pull-up has to lift a long wire first
        return not button.value
    finally:
        button.deinit()


def drive_for_the_game():
    """True if nothing speaks for the computer."""
    import os

    import board

    from firmware.board.boards import BUTTON_NAMES, DRIVE_BUTTON, wiring_of
    from firmware.board.sentences import english

    complaints: list = []
    wiring = wiring_of(board.board_id, board, os.getenv, complaints)
    if complaints:
        print("drive stays with the computer:", english(complaints[0]))
        return False
    if held(getattr(board, wiring.buttons[DRIVE_BUTTON])):
        print("drive stays with the computer:", BUTTON_NAMES[DRIVE_BUTTON], "is held")
        return False
    return True


try:
    if drive_for_the_game():
        import storage

        storage.remount("/", readonly=False)
        print("the game may write the drive")
except Exception as error:
    print("drive stays with the computer:", error)
