"""Italian, for the screens that are seldom up."""

WORDS = {
    # title
    "drive_game": "Il gioco salva",
    "drive_computer": "Il computer ha l'unità",
    "saved_mended": "Impostazioni riparate",
    "saved_lost": "Impostazioni perse",
    "battery": "Batteria",
    "percent": "{}%",
    # a wrong value in settings.toml
    "wrong_setting": "Un valore è sbagliato:",
    "foot_notice": "Ⓞ avanti",
    # settings
    "language": "Lingua",
    "help_mark": "Segno d'aiuto",
    "brightness": "Luminosità",
    "volume": "Volume",
    "statistics": "Statistiche",
    "foot_settings": "←→ cambia   Ⓩ indietro",
    # self-test
    "keys_down": "Premuti:",
    "keys_tried": "Provati:",
    "radio": "Radio",
    "works": "funziona",
    "broken": "guasta",
    "save": "Salvataggio",
    "chip": "chip",
    "drive": "unità",
    "not_measured": "non misurata",
    "sound": "Suono",
    "none": "nessuno",
    "screen": "Schermo",
    "foot_test": "Ⓧ e Ⓩ insieme: indietro",
    # statistics
    "stat_matches": "Match",
    "stat_won": "Match vinti",
    "stat_rounds": "Mani",
    "stat_rounds_won": "Mani vinte",
    "stat_fastest": "Mano più veloce",
}
