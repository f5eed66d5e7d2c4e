"""Portuguese, for what lies over the other screens."""

WORDS = {
    "menu": "Menu",
    "continue": "Continuar",
    "propose": "Propor o fim da rodada",
    "leave": "Deixar a mesa",
    "foot_choose_back": "Ⓞ escolher   Ⓩ voltar",
    "paused": "Pausa",
    "leaving": "A sair...",
    "waiting_for": "À espera de",
    "rejoining": "De volta à mesa",
    "foot_paused": "segurar Ⓧ menu",
    "knock": "Truz, truz!",
    "wants_in": "quer entrar na mesa",
    "foot_knock": "Ⓞ sim   Ⓩ não",
}
