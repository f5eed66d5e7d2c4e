"""Italian, for what lies over the other screens."""

WORDS = {
    "menu": "Menu",
    "continue": "Continua",
    "propose": "Proponi la fine della mano",
    "leave": "Lascia il tavolo",
    "foot_choose_back": "Ⓞ scegli   Ⓩ indietro",
    "paused": "Pausa",
    "leaving": "Stai uscendo...",
    "waiting_for": "Aspetto",
    "rejoining": "Ritorno al tavolo",
    "foot_paused": "tieni Ⓧ menu",
    "knock": "Toc, toc!",
    "wants_in": "vuole sedersi al tavolo",
    "foot_knock": "Ⓞ sì   Ⓩ no",
}
