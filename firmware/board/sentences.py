"""What to say about wrong settings and wiring. Where something is wrong, what is to be said is kept as a tuple: a key
of ``ENGLISH`` and what goes into its places. Serial has it in English, screens in the player's language (telling.py).
"""

ENGLISH = {
    "not_read": "settings.toml can't be read ({}): everything has its default.",
    "name_odd": 'settings.toml: PLAYER_NAME = "{}" is longer than 12 bytes or has odd characters: "{}" is used.',
    "no_language": 'settings.toml: LANGUAGE = "{}", but it must be one of de en es fr it pt.',
    "no_number": 'settings.toml: {} = "{}", but it must be a whole number {} to {}.',
    "no_yes": 'settings.toml: {} = "{}", but it must be "yes" or "no".',
    "no_pin": 'settings.toml: {} = "{}", but this board has no pin of that name.',
    "no_table": "No pin table for the board {}. Set these in settings.toml to the names of its pins: {}.",
    "shared_pin": "{} and {} are both on pin {}.",
    "no_button": "No pin for BUTTON_{} on the board {}: set it in settings.toml.",
    "buttons_broken": "The buttons can't be read: {}. Check the BUTTON_ lines in settings.toml.",
    "display_size": "The display is {} x {}, not 320 x 240.",
    "display_broken": "No display: {}. Check DISPLAY_CS, DISPLAY_DC and the wires.",
    "display_missing": "No display: this board has none built in. Set DISPLAY_CS and DISPLAY_DC in settings.toml.",
}


def english(said):
    """The sentence as text."""
    return ENGLISH[said[0]].format(*said[1:])
