"""What a name and a language may be."""

LANGUAGES = ("de", "en", "es", "fr", "it", "pt")
NAME_BYTES = 12


def fit_name(text):
    """``text`` without control characters and spaces around it, cut to 12 bytes of UTF-8 between two letters."""
    kept = ""
    size = 0
    for letter in text.strip():
        if ord(letter) < 32 or ord(letter) == 127:
            continue
        size += len(letter.encode("utf-8"))
        if size > NAME_BYTES:
            break
        kept += letter
    return kept.strip()
