"""Spanish, for what is wrong with settings and wiring: the keys are those of board/sentences.py. On the screen
``settings.toml`` stands above."""

WORDS = {
    "not_read": "No se puede leer ({}): todo queda con su valor por defecto.",
    "name_odd": "PLAYER_NAME = «{}» ocupa más de 12 bytes o tiene caracteres raros: se usa «{}».",
    "no_language": "LANGUAGE = «{}», pero tiene que ser de, en, es, fr, it o pt.",
    "no_number": "{} = «{}», pero tiene que ser un número entero de {} a {}.",
    "no_yes": "{} = «{}», pero tiene que ser «yes» o «no».",
    "no_pin": "{} = «{}», pero esta placa no tiene ningún pin con ese nombre.",
    "no_table": "No hay tabla de pines para la placa {}. Escribe aquí los nombres de sus pines: {}.",
    "shared_pin": "{} y {} están los dos en el pin {}.",
    "no_button": "No hay pin para BUTTON_{} en la placa {}: escríbelo en settings.toml.",
    "buttons_broken": "No se pueden leer los botones: {}. Revisa las líneas BUTTON_ de settings.toml.",
    "display_size": "La pantalla es de {} x {}, no de 320 x 240.",
    "display_broken": "No hay pantalla: {}. Revisa DISPLAY_CS, DISPLAY_DC y los cables.",
    "display_missing": "No hay pantalla: esta placa no trae ninguna. Escribe DISPLAY_CS y DISPLAY_DC.",
}
