"""The colours of the game, as displayio palettes. Made once; pictures share them."""

from displayio import Palette

_FELT = 0x0A3A24
_WEAVE = 0x0E4229
TRAY_COLOUR = 0x052416
_BLUE = 0x58C8F8  # the colours of the four seats
_ORANGE = 0xFF9050
_PURPLE = 0xD69CFF
_GREEN = 0xA8E05C
_PAPER = 0xFBF7EA
_INK = 0x202A26
_YELLOW = 0xFFD54A
_GOLD = 0xE8B84A
_AMBER = 0xD98200


def palette(*colours):
    """A palette; a colour of None is transparent."""
    made = Palette(len(colours))
    for at in range(len(colours)):
        if colours[at] is None:
            made[at] = 0
            made.make_transparent(at)
        else:
            made[at] = colours[at]
    return made


# Inks on paper: paper, two thirds of it, one third, ink.
RED_INK = palette(_PAPER, 0xEAAAAB, 0xD95D6C, 0xC8102E)
BLACK_INK = palette(_PAPER, 0xACABA4, 0x5E5F5E, 0x101418)
PENDING_INK = palette(_PAPER, 0xEFD09C, 0xE4A94E, _AMBER)

# Felt, its weave, band, line. What turns dark on the tray is hidden.
CLOTH = palette(_FELT, _WEAVE, 0x060A08, _GOLD)
TRAY = palette(_FELT, _WEAVE, TRAY_COLOUR, 0x8A7434)
HIDDEN_INK = palette(TRAY_COLOUR, TRAY_COLOUR, TRAY_COLOUR, TRAY_COLOUR)
CARD = palette(None, _PAPER, 0x9A927C, 0x3A6B50)

# Piles: nothing, edge, back, pattern or paper.
PILE = palette(None, 0xC9B27A, 0x7A1020, 0xA83444)
PILE_CURSOR = palette(None, _YELLOW, 0xB01830, 0xE06070)
PILE_PENDING = palette(None, _AMBER, 0x6A4A10, 0x9A7020)
PILE_LOCKED = palette(None, _GOLD, 0x000000, _PAPER)

# Text: one colour on nothing.
WHITE = palette(None, 0xF6F1E2)
GOLD = palette(None, _GOLD)
DIM = palette(None, 0x8CA697)
REFUSED = palette(0xA00A20, 0xFFFFFF)
REFUSED_BAR = palette(None, 0xFF3048)
SEATS = (palette(None, _BLUE), palette(None, _ORANGE), palette(None, _PURPLE), palette(None, _GREEN))
ROWS = SEATS + (WHITE, DIM, GOLD)  # of a page's rows, by their colour there (page.py)
SLAP = palette(_YELLOW, 0x101418)
MARK = palette(None, _YELLOW)
SELECTED = palette(0x14593A, 0x14593A)

# Signs: nothing, ink, the owner's colour, paper.
SIGNS = (
    palette(None, _INK, _BLUE, _PAPER),
    palette(None, _INK, _ORANGE, _PAPER),
    palette(None, _INK, _PURPLE, _PAPER),
    palette(None, _INK, _GREEN, _PAPER),
)
SIGNS_OUT = palette(None, _INK, 0x52645A, 0x7C877F)
LINK_GOOD = palette(None, 0x3A463F, 0x7CE08A, _PAPER)
LINK_BAD = palette(None, 0x3A463F, 0xFF5060, _PAPER)

RING = palette(None, 0x1C5A3C, 0x8A8A40, _YELLOW)
