"""The seven buttons as bits, in the order of the board's pin table: key number ``n`` is bit ``1 << n``."""

UP = 1
RIGHT = 2
DOWN = 4
LEFT = 8
O = 16  # noqa: E741 - the letter printed on the key
X = 32
Z = 64

KEYS = 7


def direction(button):
    """0 up, 1 right, 2 down, 3 left (also the centre's places and the code's steps), or -1 for O, X and Z."""
    if button == UP:
        return 0
    if button == RIGHT:
        return 1
    if button == DOWN:
        return 2
    if button == LEFT:
        return 3
    return -1
