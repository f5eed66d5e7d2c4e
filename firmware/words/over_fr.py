"""French: a space that doesn't break comes before ! ? and :, for what lies over the other screens."""

WORDS = {
    "menu": "Menu",
    "continue": "Continuer",
    "propose": "Proposer la fin de la manche",
    "leave": "Quitter la table",
    "foot_choose_back": "Ⓞ choisir   Ⓩ retour",
    "paused": "Pause",
    "leaving": "Tu pars…",
    "waiting_for": "On attend",
    "rejoining": "Retour à la table",
    "foot_paused": "tenir Ⓧ menu",
    "knock": "Toc, toc !",
    "wants_in": "veut rejoindre la table",
    "foot_knock": "Ⓞ oui   Ⓩ non",
}
