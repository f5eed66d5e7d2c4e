"""English, for the screens that are seldom up."""

WORDS = {
    # title
    "drive_game": "The game saves on the drive",
    "drive_computer": "The computer has the drive",
    "saved_mended": "Settings were mended",
    "saved_lost": "Settings were lost",
    "battery": "Battery",
    "percent": "{}%",
    # a wrong value in settings.toml
    "wrong_setting": "A value is wrong:",
    "foot_notice": "Ⓞ go on",
    # settings
    "language": "Language",
    "help_mark": "Help mark",
    "brightness": "Brightness",
    "volume": "Volume",
    "statistics": "Statistics",
    "foot_settings": "←→ change   Ⓩ back",
    # self-test
    "keys_down": "Pressed:",
    "keys_tried": "Worked:",
    "radio": "Radio",
    "works": "works",
    "broken": "broken",
    "save": "Saving",
    "chip": "chip",
    "drive": "drive",
    "not_measured": "not measured",
    "sound": "Sound",
    "none": "none",
    "screen": "Screen",
    "foot_test": "Ⓧ and Ⓩ together: back",
    # statistics
    "stat_matches": "Matches",
    "stat_won": "Matches won",
    "stat_rounds": "Rounds",
    "stat_rounds_won": "Rounds won",
    "stat_fastest": "Fastest round",
}
