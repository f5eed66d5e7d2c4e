"""All colours of the game, as displayio palettes. Made once; pictures share them."""

from displayio import Palette

FELT = 0x0A3A24
WEAVE = 0x0E4229
BAND = 0x060A08
GOLD_COLOUR = 0xE8B84A
WHITE_COLOUR = 0xF6F1E2
DIM_COLOUR = 0x8CA697
RED_COLOUR = 0xC8102E
AMBER_COLOUR = 0xD98200
SEAT_COLOURS = (0x58C8F8, 0xFF9050, 0xD69CFF, 0xA8E05C)


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


def _mix(a, b, part):
    """The colour ``part`` thirds of the way from ``a`` to ``b``."""
    mixed = 0
    for shift in (16, 8, 0):
        from_, to = a >> shift & 255, b >> shift & 255
        mixed |= from_ + (to - from_) * part // 3 << shift
    return mixed


def _smooth(paper, ink):
    return palette(paper, _mix(paper, ink, 1), _mix(paper, ink, 2), ink)


PAPER = 0xFBF7EA
RED_INK = _smooth(PAPER, RED_COLOUR)
BLACK_INK = _smooth(PAPER, 0x101418)
PENDING_INK = _smooth(PAPER, AMBER_COLOUR)
CLOTH = palette(FELT, WEAVE, BAND, GOLD_COLOUR)
TRAY_COLOUR = 0x052416
TRAY = palette(FELT, WEAVE, TRAY_COLOUR, 0x8A7434)
LID = palette(TRAY_COLOUR, TRAY_COLOUR, TRAY_COLOUR, TRAY_COLOUR)
CARD = palette(None, PAPER, 0x9A927C, 0x3A6B50)

# Piles: nothing, edge, back, pattern or paper.
PILE = palette(None, 0xC9B27A, 0x7A1020, 0xA83444)
PILE_CURSOR = palette(None, 0xFFD54A, 0xB01830, 0xE06070)
PILE_PENDING = palette(None, AMBER_COLOUR, 0x6A4A10, 0x9A7020)
PILE_LOCKED = palette(None, GOLD_COLOUR, 0x000000, PAPER)

# Text: one colour on nothing.
WHITE = palette(None, WHITE_COLOUR)
GOLD = palette(None, GOLD_COLOUR)
DIM = palette(None, DIM_COLOUR)
REFUSED = palette(0xA00A20, 0xFFFFFF)
REFUSED_BAR = palette(None, 0xFF3048)
SEATS = tuple([palette(None, colour) for colour in SEAT_COLOURS])
ROWS = SEATS + (WHITE, DIM, GOLD)  # of a page's rows, by their colour there (page.py)
SLAP = palette(0xFFD54A, 0x101418)
MARK = palette(None, 0xFFD54A)
SELECTED = palette(0x14593A, 0x14593A)

# Signs: nothing, ink, the owner's colour, paper.
SIGNS = tuple([palette(None, 0x202A26, colour, PAPER) for colour in SEAT_COLOURS])
SIGNS_OUT = palette(None, 0x202A26, 0x52645A, 0x7C877F)
LINK_GOOD = palette(None, 0x3A463F, 0x7CE08A, PAPER)
LINK_BAD = palette(None, 0x3A463F, 0xFF5060, PAPER)

# Arrows and ring: from the felt to gold.
ARROWS = palette(None, 0x5A6A30, 0xA99A40, GOLD_COLOUR)
RED_ARROW = palette(None, _mix(PAPER, RED_COLOUR, 1), _mix(PAPER, RED_COLOUR, 2), RED_COLOUR)
ARROWS_EMPTY = palette(None, 0x3C5A48, 0x6E8C7A, WHITE_COLOUR)
RING = palette(None, 0x1C5A3C, 0x8A8A40, 0xFFD54A)
