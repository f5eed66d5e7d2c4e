"""What happens when the game can't start or breaks: it says what, where and which button restarts it.

The screen is drawn as any other page is. If that is what broke, CircuitPython's own console takes the screen, which
then shows the traceback; and serial has it in any case.
"""

from .board.clock import ticks_diff, ticks_ms, wait_ms
from .board.program import restart, restart_when_files_change
from .board.watch import Fault

O_KEY = 4
_LINE = 36  # letters that fit a row of the page
_ROWS = 7
ALONE_MS = 60_000  # after this nobody is there to press a button, and it restarts by itself


def end(parts, error):
    """Tell about ``error``, an exception, and start the program again when O is pressed, or after a minute. Never
    returns."""
    fault = Fault(error)
    print(fault.text)
    # Nobody feeds it here; where it can't be stopped it only restarts us sooner.
    parts.watch.stop()
    parts.radio.close()
    keys = parts.keys
    _show(parts, fault.what, fault.where, keys is not None)
    began = ticks_ms()
    while ticks_diff(ticks_ms(), began) < ALONE_MS:
        while keys is not None and keys.next():
            if keys.pressed and keys.key == O_KEY:
                restart()
        wait_ms(20)
    restart()


def end_unwired(parts):
    """Tell what ``parts.problem_text`` says about wiring without which nobody can play. As soon as a file on the drive
    changes, the program starts again."""
    restart_when_files_change(True)
    _show(parts, parts.problem_text, "settings.toml", False)
    while True:
        wait_ms(1000)


def _show(parts, what, where, has_keys):
    display = parts.display
    if display is None:
        return
    try:
        words = _words_of(parts)
        page = fault_page(words, what, where, has_keys)
        from .screens.page_picture import PagePicture
        from .screens.paper import Paper

        picture = PagePicture(Paper(words))
        picture.draw(page)
        display.root_group = picture.group
        display.refresh()
    except Exception as error:
        print("no fault screen:", error)
        _show_console(display)


def _show_console(display):
    try:
        import displayio

        display.root_group = displayio.CIRCUITPYTHON_TERMINAL
        display.auto_refresh = True
    except Exception as error:
        print("no console:", error)


def _words_of(parts):
    from .words import load

    return load(parts.language)


def fault_page(words, what, where, has_keys):
    """The page, with no displayio: what broke in up to seven rows, then where, and which button restarts."""
    from .screens.page import Page

    page = Page(None)
    page.begin(words["error"], words["error_restart"] if has_keys else "")
    for line in wrap(what, _LINE)[0:_ROWS]:
        page.add(line)
    if where:
        page.add(words["error_where"].format(where), "", Page.GOLD)
    return page


def wrap(text, width):
    """``text`` in lines of at most ``width`` letters, broken between words where there are any."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            while len(word) > width:
                if line:
                    lines.append(line)
                    line = ""
                lines.append(word[0:width])
                word = word[width:]
            if line and len(line) + 1 + len(word) > width:
                lines.append(line)
                line = word
            else:
                line = line + " " + word if line else word
        if line:
            lines.append(line)
    return lines
