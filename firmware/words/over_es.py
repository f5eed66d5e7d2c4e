"""Spanish: ¡ and ¿ open what ! and ? close, for what lies over the other screens."""

WORDS = {
    "menu": "Menú",
    "continue": "Continuar",
    "propose": "Proponer el fin de la ronda",
    "leave": "Dejar la mesa",
    "foot_choose_back": "Ⓞ elegir   Ⓩ volver",
    "paused": "Pausa",
    "leaving": "Te vas...",
    "waiting_for": "Esperando a",
    "rejoining": "Volviendo a la mesa",
    "foot_paused": "mantener Ⓧ menú",
    "knock": "¡Toc, toc!",
    "wants_in": "quiere entrar en la mesa",
    "foot_knock": "Ⓞ sí   Ⓩ no",
}
