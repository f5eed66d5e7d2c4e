"""Draws docs/wiring-feather.svg from the Feather's pin table: ``python3 -m host_sim.making.wiring``.

A test draws it again and compares, so the picture can't go stale.
"""

import sys
from pathlib import Path

from firmware.board.boards import BUTTON_NAMES, DRIVE_BUTTON, standard_wiring

FEATHERS = ("adafruit_feather_esp32s3_4mbflash_2mbpsram", "adafruit_feather_esp32s3_nopsram")
PICTURE = Path(__file__).resolve().parents[2] / "docs" / "wiring-feather.svg"

# The two rows of a Feather's holes, from the USB end on.
LONG_ROW = (
    *("RST", "3V", "3V", "GND", "A0", "A1", "A2", "A3", "A4", "A5"),
    *("SCK", "MOSI", "MISO", "RX", "TX", "DBG"),
)
SHORT_ROW = ("BAT", "EN", "USB", "D13", "D12", "D11", "D10", "D9", "D6", "D5", "SCL", "SDA")

_STEP = 28
_LEFT, _TOP = 300, 150  # the board's corner at the USB end of the long row
_BOARD_WIDTH = 160
_BOARD_HEIGHT = _STEP * len(LONG_ROW) + 40
_LONG_X = _LEFT + 14
_SHORT_X = _LEFT + _BOARD_WIDTH - 14
_LABELS = {"UP": "Up", "RIGHT": "Right", "DOWN": "Down", "LEFT": "Left"}
_WIRES = ("#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98", "#117a65", "#a04000", "#34495e", "#884ea0")
_GROUND = "#222222"


def hole(pin):
    """(x, y) of a pin's hole in the picture. Raises ValueError for a pin that a Feather hasn't got."""
    if pin in LONG_ROW:
        return _LONG_X, _TOP + 34 + _STEP * LONG_ROW.index(pin)
    # The short row ends where the long one does; the battery's plug is in front of it.
    offset = len(LONG_ROW) - len(SHORT_ROW)
    return _SHORT_X, _TOP + 34 + _STEP * (offset + SHORT_ROW.index(pin))


def connections(wiring):
    """What has to be soldered: (label, pin) of each part besides the wing, whose other wire goes to ground."""
    parts = [(f"Button {_LABELS.get(name, name)}", pin) for name, pin in zip(BUTTON_NAMES, wiring.buttons, strict=True)]
    if wiring.piezo:
        parts.append(("Piezo", wiring.piezo))
    return parts


def wing_pins(wiring):
    """The pins that the 2.4" TFT FeatherWing uses for its screen, by sitting on the Feather: (what, pin)."""
    return [
        ("TFT CS", wiring.cs),
        ("TFT DC", wiring.dc),
        ("clock", wiring.sck),
        ("data", wiring.mosi),
    ]


def draw():
    """The picture as SVG text. Raises ValueError if the two Feathers' tables differ or name a pin twice."""
    wirings = [standard_wiring(board_id) for board_id in FEATHERS]
    parts = connections(wirings[0])
    on_wing = wing_pins(wirings[0])
    for other in wirings[1:]:
        if connections(other) != parts or wing_pins(other) != on_wing:
            raise ValueError("the Feathers' pin tables differ: one picture can't show both")
    pins = [pin for _, pin in [*parts, *on_wing]]
    if len(set(pins)) != len(pins):
        raise ValueError("a pin is used twice")
    lines = [*_head(), *_board(parts, on_wing), *_parts(parts), *_foot(on_wing), "</svg>"]
    return "\n".join(lines) + "\n"


def _head():
    width, height = 860, _TOP + _BOARD_HEIGHT + 130
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="13">',
        "<title>Wiring of the Feather handheld</title>",
        "<!-- Drawn by python3 -m host_sim.making.wiring from firmware/board/boards.py: change that, not this. -->",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(30, 40, "The Feather handheld, seen from above", size=20, weight="bold"),
        _text(30, 64, "Feather ESP32-S3 (either kind) with the 2.4″ TFT FeatherWing on top; each button and the"),
        _text(30, 82, "piezo go between their pin and GND. No resistors: the buttons are pulled up inside the chip."),
    ]


def _board(parts, on_wing):
    used = {pin: _color(number) for number, (_, pin) in enumerate(parts)}
    wing = {pin: label for label, pin in on_wing}
    lines = [
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_BOARD_WIDTH}" height="{_BOARD_HEIGHT}" rx="10" fill="#f4f6f7" '
        'stroke="#566573" stroke-width="2"/>',
        f'<rect x="{_LEFT + 55}" y="{_TOP - 12}" width="50" height="26" rx="4" fill="#aeb6bf" stroke="#566573"/>',
        _text(_LEFT + 80, _TOP + 5, "USB", anchor="middle", size=11),
    ]
    for number, pin in enumerate((*LONG_ROW, *SHORT_ROW)):
        # By number: a Feather has two holes for 3V.
        x, y = (_LONG_X, _TOP + 34 + _STEP * number) if number < len(LONG_ROW) else hole(pin)
        fill = used.get(pin) or ("#5dade2" if pin in wing else _GROUND if pin == "GND" else "#ffffff")
        lines.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{fill}" stroke="#566573"/>')
        inside, anchor = (x + 12, "start") if pin in LONG_ROW else (x - 12, "end")
        name = f"{pin} ({wing[pin]})" if pin in wing and pin not in LONG_ROW else pin
        weight = "bold" if pin in used or pin in wing or pin == "GND" else "normal"
        lines.append(_text(inside, y + 4, name, anchor=anchor, size=11, weight=weight))
    return lines


def _parts(parts):
    """Each part in a column on its pin's side, in the pins' order, so that no wires cross."""
    left = sorted((part for part in parts if part[1] in LONG_ROW), key=lambda part: hole(part[1])[1])
    right = sorted((part for part in parts if part[1] not in LONG_ROW), key=lambda part: hole(part[1])[1])
    colors = {pin: _color(number) for number, (_, pin) in enumerate(parts)}
    lines = []
    for column, side in ((left, -1), (right, 1)):
        x = 60 if side < 0 else 640
        rail = x - 25 if side < 0 else x + 165
        ys = _spread([hole(pin)[1] for _, pin in column])
        for y, (label, pin) in zip(ys, column, strict=True):
            hole_x, hole_y = hole(pin)
            edge = x + 140 if side < 0 else x
            bend = edge + (hole_x - edge) // 2
            color = colors[pin]
            lines += [
                _wire(((hole_x, hole_y), (bend, hole_y), (bend + side * 20, y), (edge, y)), color),
                f'<rect x="{x}" y="{y - 16}" width="140" height="32" rx="6" fill="#fdfefe" stroke="{color}" '
                'stroke-width="2"/>',
                _text(x + 70, y + 5, f"{label}: {pin}", anchor="middle", weight="bold"),
                _wire(((x if side < 0 else x + 140, y), (rail, y)), _GROUND),
            ]
        if ys:
            lines += _ground(rail, ys, side)
    return lines


def _ground(rail, ys, side):
    """The rail that joins a column's other wires, with its way to GND."""
    hole_x, hole_y = hole("GND")
    if side > 0:
        # Round the board's far end, to the same hole.
        y = _TOP - 30
        way = ((rail, max(ys)), (rail, y), (hole_x - 80, y), (hole_x - 80, hole_y), (hole_x, hole_y))
    else:
        way = ((rail, max(ys)), (rail, hole_y), (hole_x, hole_y))
    return [
        _wire(way, _GROUND),
        _text(rail, max(ys) + 22, "GND", anchor="middle", size=11, weight="bold"),
    ]


def _spread(ys):
    """The heights moved apart, so that boxes don't touch."""
    apart = []
    for y in ys:
        apart.append(y if not apart else max(y, apart[-1] + 44))
    return apart


def _foot(on_wing):
    y = _TOP + _BOARD_HEIGHT + 40
    named = ", ".join(f"{what} {pin}" for what, pin in on_wing)
    label = _LABELS.get(BUTTON_NAMES[DRIVE_BUTTON], BUTTON_NAMES[DRIVE_BUTTON])
    return [
        _text(30, y, f"Blue: what the wing uses for its screen by sitting on the Feather ({named})."),
        _text(30, y + 20, "Leave D5 and D6 free (the wing's card slot and touch chip), and D13 (the Feather's lamp)."),
        _text(30, y + 40, f"Button {label} held while switching on gives the drive to the computer."),
        _text(30, y + 60, "Drawn from the pin tables; not tried on hardware."),
    ]


def _wire(points, color):
    # Single lines: some viewers close a polyline.
    pairs = zip(points, points[1:], strict=False)
    return "\n".join(
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{color}" stroke-width="2.5" stroke-linecap="round"/>'
        for (x1, y1), (x2, y2) in pairs
    )


def _color(number):
    return _WIRES[number % len(_WIRES)]


def _text(x, y, text, *, anchor="start", size=None, weight=None):
    more = f' font-size="{size}"' if size else ""
    more += f' font-weight="{weight}"' if weight else ""
    more += f' text-anchor="{anchor}"' if anchor != "start" else ""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x}" y="{y}"{more}>{text}</text>'


def main():
    """Write the picture. Returns 0."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(draw(), encoding="utf-8")
    print(f"drawn: {PICTURE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
