"""German, for what is wrong with settings and wiring: the keys are those of board/sentences.py. On the screen
``settings.toml`` stands above."""

WORDS = {
    "not_read": "Die Datei ist nicht lesbar ({}): Überall gilt die Vorgabe.",
    "name_odd": "PLAYER_NAME = „{}“ ist länger als 12 Bytes oder hat ungewöhnliche Zeichen: „{}“ gilt.",
    "no_language": "LANGUAGE = „{}“, es muss aber de, en, es, fr, it oder pt sein.",
    "no_number": "{} = „{}“, es muss aber eine ganze Zahl von {} bis {} sein.",
    "no_yes": "{} = „{}“, es muss aber „yes“ oder „no“ sein.",
    "no_pin": "{} = „{}“, dieses Board hat aber keinen Pin mit diesem Namen.",
    "no_table": "Für das Board {} gibt es keine Pin-Tabelle. Trage hier die Namen seiner Pins ein: {}.",
    "shared_pin": "{} und {} liegen beide an Pin {}.",
    "no_button": "Kein Pin für BUTTON_{} auf dem Board {}: Trage ihn in settings.toml ein.",
    "buttons_broken": "Die Tasten sind nicht lesbar: {}. Prüfe die BUTTON_-Zeilen in settings.toml.",
    "display_size": "Der Bildschirm hat {} x {} Punkte, nicht 320 x 240.",
    "display_broken": "Kein Bildschirm: {}. Prüfe DISPLAY_CS, DISPLAY_DC und die Drähte.",
    "display_missing": "Kein Bildschirm: Das Board hat keinen eingebauten. Trage DISPLAY_CS und DISPLAY_DC ein.",
}
