"""What the table says of each refused wish: keys of the words, by verdict (rules/verdicts.py)."""

VERDICT_WORDS = (
    "",
    "",
    "verdict_gone",
    "verdict_changed",
    "verdict_not_running",
    "verdict_out",
    "verdict_not_yours",
    "verdict_locked",
    "verdict_hands_full",
    "verdict_hands_empty",
    "verdict_not_four",
    "verdict_too_early",
    "verdict_no_such",
)
