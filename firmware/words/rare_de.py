"""German, for the screens that are seldom up."""

WORDS = {
    # title
    "drive_game": "Das Spiel speichert",
    "drive_computer": "Der Computer hat das Laufwerk",
    "saved_mended": "Einstellungen repariert",
    "saved_lost": "Einstellungen verloren",
    "battery": "Akku",
    "percent": "{} %",
    # a wrong value in settings.toml
    "wrong_setting": "Ein Wert ist falsch:",
    "foot_notice": "Ⓞ weiter",
    # settings
    "language": "Sprache",
    "help_mark": "Hilfsmarke",
    "brightness": "Helligkeit",
    "volume": "Lautstärke",
    "statistics": "Statistik",
    "foot_settings": "←→ ändern   Ⓩ zurück",
    # self-test
    "keys_down": "Gedrückt:",
    "keys_tried": "Geprüft:",
    "radio": "Funk",
    "works": "geht",
    "broken": "defekt",
    "save": "Speichern",
    "chip": "Chip",
    "drive": "Laufwerk",
    "not_measured": "nicht messbar",
    "sound": "Ton",
    "none": "keiner",
    "screen": "Bildschirm",
    "foot_test": "Ⓧ und Ⓩ zusammen: zurück",
    # statistics
    "stat_matches": "Matches",
    "stat_won": "Gewonnene Matches",
    "stat_rounds": "Runden",
    "stat_rounds_won": "Gewonnene Runden",
    "stat_fastest": "Schnellste Runde",
}
