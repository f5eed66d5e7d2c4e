"""Spanish, for the screens that are seldom up."""

WORDS = {
    # title
    "drive_game": "El juego guarda",
    "drive_computer": "El ordenador tiene la unidad",
    "saved_mended": "Ajustes reparados",
    "saved_lost": "Ajustes perdidos",
    "battery": "Batería",
    "percent": "{} %",
    # a wrong value in settings.toml
    "wrong_setting": "Un valor es erróneo:",
    "foot_notice": "Ⓞ seguir",
    # settings
    "language": "Idioma",
    "help_mark": "Marca de ayuda",
    "brightness": "Brillo",
    "volume": "Volumen",
    "statistics": "Estadísticas",
    "foot_settings": "←→ cambiar   Ⓩ volver",
    # self-test
    "keys_down": "Pulsados:",
    "keys_tried": "Probados:",
    "radio": "Radio",
    "works": "funciona",
    "broken": "averiada",
    "save": "Guardado",
    "chip": "chip",
    "drive": "unidad",
    "not_measured": "no se mide",
    "sound": "Sonido",
    "none": "ninguno",
    "screen": "Pantalla",
    "foot_test": "Ⓧ y Ⓩ a la vez: volver",
    # statistics
    "stat_matches": "Partidas",
    "stat_won": "Partidas ganadas",
    "stat_rounds": "Rondas",
    "stat_rounds_won": "Rondas ganadas",
    "stat_fastest": "Ronda más rápida",
}
