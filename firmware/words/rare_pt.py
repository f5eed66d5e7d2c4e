"""Portuguese, for the screens that are seldom up."""

WORDS = {
    # title
    "drive_game": "O jogo grava",
    "drive_computer": "O computador tem a unidade",
    "saved_mended": "Definições reparadas",
    "saved_lost": "Definições perdidas",
    "battery": "Bateria",
    "percent": "{}%",
    # a wrong value in settings.toml
    "wrong_setting": "Um valor está errado:",
    "foot_notice": "Ⓞ seguir",
    # settings
    "language": "Língua",
    "help_mark": "Marca de ajuda",
    "brightness": "Brilho",
    "volume": "Volume",
    "statistics": "Estatísticas",
    "foot_settings": "←→ mudar   Ⓩ voltar",
    # self-test
    "keys_down": "Premidos:",
    "keys_tried": "Testados:",
    "radio": "Rádio",
    "works": "funciona",
    "broken": "avariado",
    "save": "Gravação",
    "chip": "chip",
    "drive": "unidade",
    "not_measured": "não se mede",
    "sound": "Som",
    "none": "nenhum",
    "screen": "Ecrã",
    "foot_test": "Ⓧ e Ⓩ juntos: voltar",
    # statistics
    "stat_matches": "Partidas",
    "stat_won": "Partidas ganhas",
    "stat_rounds": "Rodadas",
    "stat_rounds_won": "Rodadas ganhas",
    "stat_fastest": "Rodada mais rápida",
}
