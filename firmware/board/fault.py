"""What to say when something broke."""

import traceback


class Fault:
    """What broke and where, short enough for the screen; ``text`` is the whole traceback for serial."""

    def __init__(self, error):
        self.what = type(error).__name__
        message = str(error)
        if message:
            self.what += ": " + message
        try:
            self.text = "".join(traceback.format_exception(error))
        except Exception:
            self.text = self.what
        self.where = _last_place(self.text)


def _last_place(text):
    """``file.py:line`` of the traceback's innermost line, or ""."""
    place = ""
    for line in text.split("\n"):
        line = line.strip()
        if not line.startswith('File "'):
            continue
        parts = line.split('"')
        if len(parts) < 3:
            continue
        number = ""
        for letter in parts[2]:
            if "0" <= letter <= "9":
                number += letter
            elif number:
                break
        place = parts[1].split("/")[-1] + ":" + number
    return place
