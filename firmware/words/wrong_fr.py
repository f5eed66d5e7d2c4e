"""French, for what is wrong with settings and wiring: the keys are those of board/sentences.py. On the screen
``settings.toml`` stands above."""

WORDS = {
    "not_read": "Illisible ({}) : les valeurs par défaut s’appliquent.",
    "name_odd": "PLAYER_NAME = « {} » dépasse 12 octets ou contient des caractères inhabituels : « {} » est utilisé.",
    "no_language": "LANGUAGE = « {} », mais il faut de, en, es, fr, it ou pt.",
    "no_number": "{} = « {} », mais il faut un nombre entier entre {} et {}.",
    "no_yes": "{} = « {} », mais il faut « yes » ou « no ».",
    "no_pin": "{} = « {} », mais cette carte n’a pas de broche de ce nom.",
    "no_table": "Pas de table des broches pour la carte {}. Donne ici les noms de ses broches : {}.",
    "shared_pin": "{} et {} sont tous deux sur la broche {}.",
    "no_button": "Pas de broche pour BUTTON_{} sur la carte {} : donne-la dans settings.toml.",
    "buttons_broken": "Les boutons sont illisibles : {}. Vérifie les lignes BUTTON_ de settings.toml.",
    "display_size": "L’écran fait {} x {}, pas 320 x 240.",
    "display_broken": "Pas d’écran : {}. Vérifie DISPLAY_CS, DISPLAY_DC et les fils.",
    "display_missing": "Pas d’écran : cette carte n’en a pas d’intégré. Donne DISPLAY_CS et DISPLAY_DC.",
}
