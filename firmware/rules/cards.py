"""Cards as small numbers. A card is 0 to 51: its rank is ``card % 13`` (0 is the ace), its suit ``card // 13``."""

RANKS = 13
DECK = 52
NO_CARD = 255


def rank_of(card):
    """The rank of a card, 0 (ace) to 12 (king). Suits mean nothing in this game (rules.md, "The standard game")."""
    return card % RANKS


def suit_of(card):
    """The suit of a card, 0 to 3: spades, hearts, diamonds, clubs. Only the drawing of the card needs it."""
    return card // RANKS % 4
