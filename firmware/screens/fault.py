"""The last screen: something broke. Instead of a blank display it says what, where, and which key restarts."""

from displayio import Group

from . import palettes
from .paper import CENTRE, Font, Strip, load_sheet, made_cloth

_WIDE = 304
_LINES = 4


def show_fault(display, words, what, where):
    """Draw it at once: ``what`` happened, such as "MemoryError: ...", and ``where``, such as "link/link.py 120".

    Needs nothing of the screens that broke. Raises what displayio raises if even this doesn't work.
    """
    group = Group()
    group.append(made_cloth(load_sheet("felt")))
    text = Font("text")
    title = Font("title")
    Strip(group, title, 8, 2, _WIDE, palettes.REFUSED_BAR, CENTRE).set(words["error"])
    lines = _wrapped(text, what, _LINES)
    lines.append(words["error_where"].format(where))
    y = 44
    for line in lines:
        Strip(group, text, 8, y, _WIDE, palettes.WHITE).set(line)
        y += 22
    Strip(group, text, 8, 203, _WIDE, palettes.GOLD, CENTRE).set(words["error_restart"])
    display.auto_refresh = False
    display.root_group = group
    display.refresh()


def _wrapped(font, text, most):
    """The text in at most so many lines; the last is cut by its strip."""
    lines = []
    line = ""
    for word in text.split():
        longer = line + " " + word if line else word
        if line and font.width(longer) > _WIDE and len(lines) + 1 < most:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    return lines
