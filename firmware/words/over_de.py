"""German, for what lies over the other screens."""

WORDS = {
    "menu": "Menü",
    "continue": "Weiterspielen",
    "propose": "Ende der Runde vorschlagen",
    "leave": "Tisch verlassen",
    "foot_choose_back": "Ⓞ wählen   Ⓩ zurück",
    "paused": "Pause",
    "leaving": "Du gehst ...",
    "waiting_for": "Warte auf",
    "rejoining": "Zurück an den Tisch",
    "foot_paused": "Ⓧ halten Menü",
    "knock": "Es klopft",
    "wants_in": "möchte mitspielen",
    "foot_knock": "Ⓞ ja   Ⓩ nein",
}
