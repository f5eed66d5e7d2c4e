"""Italian, for what is wrong with settings and wiring: the keys are those of board/sentences.py. On the screen
``settings.toml`` stands above."""

WORDS = {
    "not_read": "Il file non si può leggere ({}): valgono i valori predefiniti.",
    "name_odd": "PLAYER_NAME = «{}» supera 12 byte o ha caratteri insoliti: si usa «{}».",
    "no_language": "LANGUAGE = «{}», ma deve essere de, en, es, fr, it o pt.",
    "no_number": "{} = «{}», ma deve essere un numero intero da {} a {}.",
    "no_yes": "{} = «{}», ma deve essere «yes» o «no».",
    "no_pin": "{} = «{}», ma questa scheda non ha un pin con quel nome.",
    "no_table": "Manca la tabella dei pin per la scheda {}. Scrivi qui i nomi dei suoi pin: {}.",
    "shared_pin": "{} e {} sono entrambi sul pin {}.",
    "no_button": "Manca il pin di BUTTON_{} sulla scheda {}: scrivilo in settings.toml.",
    "buttons_broken": "I tasti non si possono leggere: {}. Controlla le righe BUTTON_ in settings.toml.",
    "display_size": "Lo schermo è {} x {}, non 320 x 240.",
    "display_broken": "Manca lo schermo: {}. Controlla DISPLAY_CS, DISPLAY_DC e i fili.",
    "display_missing": "Manca lo schermo: questa scheda non ne ha uno suo. Scrivi DISPLAY_CS e DISPLAY_DC.",
}
