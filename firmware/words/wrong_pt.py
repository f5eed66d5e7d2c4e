"""Portuguese, for what is wrong with settings and wiring: the keys are those of board/sentences.py. On the screen
``settings.toml`` stands above."""

WORDS = {
    "not_read": "Não se consegue ler ({}): tudo fica com o valor predefinido.",
    "name_odd": "PLAYER_NAME = «{}» tem mais de 12 bytes ou caracteres invulgares: usa-se «{}».",
    "no_language": "LANGUAGE = «{}», mas tem de ser de, en, es, fr, it ou pt.",
    "no_number": "{} = «{}», mas tem de ser um número inteiro de {} a {}.",
    "no_yes": "{} = «{}», mas tem de ser «yes» ou «no».",
    "no_pin": "{} = «{}», mas esta placa não tem nenhum pino com esse nome.",
    "no_table": "Não há tabela de pinos para a placa {}. Escreve aqui os nomes dos pinos: {}.",
    "shared_pin": "{} e {} estão ambos no pino {}.",
    "no_button": "Não há pino para BUTTON_{} na placa {}: escreve-o em settings.toml.",
    "buttons_broken": "Não se consegue ler os botões: {}. Verifica as linhas BUTTON_ em settings.toml.",
    "display_size": "O ecrã tem {} x {}, não 320 x 240.",
    "display_broken": "Sem ecrã: {}. Verifica DISPLAY_CS, DISPLAY_DC e os fios.",
    "display_missing": "Sem ecrã: esta placa não traz nenhum. Escreve DISPLAY_CS e DISPLAY_DC.",
}
