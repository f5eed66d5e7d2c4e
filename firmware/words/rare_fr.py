"""French, for the screens that are seldom up."""

WORDS = {
    # title
    "drive_game": "Le jeu enregistre",
    "drive_computer": "L’ordinateur a le disque",
    "saved_mended": "Réglages réparés",
    "saved_lost": "Réglages perdus",
    "battery": "Batterie",
    "percent": "{} %",
    # a wrong value in settings.toml
    "wrong_setting": "Une valeur est fausse :",
    "foot_notice": "Ⓞ continuer",
    # settings
    "language": "Langue",
    "help_mark": "Marque d’aide",
    "brightness": "Luminosité",
    "volume": "Volume",
    "statistics": "Statistiques",
    "foot_settings": "←→ changer   Ⓩ retour",
    # self-test
    "keys_down": "Appuyés :",
    "keys_tried": "Essayés :",
    "radio": "Radio",
    "works": "marche",
    "broken": "en panne",
    "save": "Sauvegarde",
    "chip": "puce",
    "drive": "disque",
    "not_measured": "non mesurée",
    "sound": "Son",
    "none": "aucun",
    "screen": "Écran",
    "foot_test": "Ⓧ et Ⓩ ensemble : retour",
    # statistics
    "stat_matches": "Parties",
    "stat_won": "Parties gagnées",
    "stat_rounds": "Manches",
    "stat_rounds_won": "Manches gagnées",
    "stat_fastest": "Manche la plus rapide",
}
