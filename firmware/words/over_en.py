"""English, for what lies over the other screens."""

WORDS = {
    "menu": "Menu",
    "continue": "Continue",
    "propose": "Propose to end the round",
    "leave": "Leave the table",
    "foot_choose_back": "Ⓞ choose   Ⓩ back",
    "paused": "Paused",
    "leaving": "Leaving...",
    "waiting_for": "Waiting for",
    "rejoining": "Coming back to the table",
    "foot_paused": "hold Ⓧ menu",
    "knock": "Knock, knock",
    "wants_in": "wants to join the table",
    "foot_knock": "Ⓞ yes   Ⓩ no",
}
