"""Draw the pictures that the handheld ships: firmware/pictures/*.raw, from DejaVu Sans Condensed Bold.

    python3 host_sim/making/make_cards.py [FOLDER WITH DejaVuSansCondensed-Bold.ttf]

Needs Pillow. The results are committed; run this only to change them. Each file is a sheet of equal tiles: 8 bytes
of head (b"JB", bits a pixel, 0, width and height as 16 bit, low byte first), then the rows, pixels packed from the
low bits on, each row filled up to a byte, as ``bitmaptools.readinto`` reads them. Colours come from
firmware/screens/palettes.py.
"""

import pathlib
import struct
import sys

from PIL import Image, ImageDraw, ImageFont

FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
FACE = "DejaVuSansCondensed-Bold.ttf"
OUT = pathlib.Path(__file__).resolve().parents[2] / "firmware" / "pictures"
FINE = 8  # drawn this much larger, then made smaller: smooth edges

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "1")


def _font(size):
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FONTS
    return ImageFont.truetype(str(folder / FACE), size)


def _save(name, bits, tiles, columns):
    """Write tiles (pictures of mode "L" whose values are colour numbers) as one sheet of so many columns."""
    width, height = tiles[0].size
    rows = (len(tiles) + columns - 1) // columns
    sheet = Image.new("L", (width * columns, height * rows))
    for at, tile in enumerate(tiles):
        sheet.paste(tile, (at % columns * width, at // columns * height))
    data = bytearray(struct.pack("<2sBBHH", b"JB", bits, 0, sheet.width, sheet.height))
    per_byte = 8 // bits
    for y in range(sheet.height):
        row = bytearray((sheet.width + per_byte - 1) // per_byte)
        for x in range(sheet.width):
            value = sheet.getpixel((x, y))
            assert value < 1 << bits, (name, x, y, value)
            row[x // per_byte] |= value << x % per_byte * bits
        data += row
    (OUT / (name + ".raw")).write_bytes(data)
    print(name, sheet.size, "bits", bits, "bytes", len(data))


def _glyph(text, width, height, ink_height, squeeze=1.0):
    """Text as tall as ``ink_height`` in the middle of a tile, no wider than the tile, values 0 to 255."""
    big = Image.new("L", (width * FINE * 3, height * FINE * 3))
    font = _font(int(height * FINE * 1.4))
    ImageDraw.Draw(big).text((width * FINE, height * FINE * 2), text, font=font, fill=255, anchor="ls")
    ink = big.crop(big.getbbox())
    wide = min(round(ink.width * ink_height / ink.height * squeeze), width - 1)
    ink = ink.resize((wide, ink_height), Image.LANCZOS)
    tile = Image.new("L", (width, height))
    tile.paste(ink, ((width - wide) // 2, (height - ink_height) // 2))
    return tile


def _four(tile):
    """From 0..255 to four steps."""
    return tile.point(lambda v: min(3, (v + 42) * 3 // 255))


def _draw(width, height, paint):
    """Paint on a large canvas, get it smoothed and in four steps."""
    big = Image.new("L", (width * FINE, height * FINE))
    paint(ImageDraw.Draw(big), FINE)
    return _four(big.resize((width, height), Image.LANCZOS))


def _symbol(text, size, ink):
    """One of the font's symbols in a square tile."""
    return _four(_glyph(text, size, size, ink))


def _scaled(points, k):
    return [(x * k, y * k) for x, y in points]


def ranks():
    """36x34, colours 0 paper to 3 ink: ace to king, then a 1 for the countdown."""
    tiles = []
    for rank in RANKS:
        tall = 30 if rank not in ("J", "Q") else 31
        tiles.append(_four(_glyph(rank, 36, 34, tall)))
    _save("ranks", 2, tiles, 7)


def suits():
    """14x14: spades, hearts, diamonds, clubs, "not yet confirmed", blank. Colours as the ranks'."""
    tiles = [_symbol(sign, 14, 13) for sign in "♠♥♦♣"]

    def dots(pen, k):
        for x in (0, 5, 10):
            pen.ellipse((x * k, 5 * k, (x + 4) * k - 1, 9 * k - 1), fill=255)

    tiles.append(_draw(14, 14, dots))
    tiles.append(Image.new("L", (14, 14)))
    _save("suits", 2, tiles, 6)


def bodies():
    """40x60: a card's paper, an empty place. Colours: 0 nothing, 1 paper, 2 edge, 3 outline."""
    card = Image.new("L", (40, 60))
    pen = ImageDraw.Draw(card)
    pen.rounded_rectangle((0, 0, 39, 59), 5, fill=2)
    pen.rounded_rectangle((1, 1, 38, 58), 4, fill=1)
    slot = Image.new("L", (40, 60))
    pen = ImageDraw.Draw(slot)
    pen.rounded_rectangle((0, 0, 39, 59), 5, outline=3)
    _save("bodies", 2, [card, slot], 2)


def piles():
    """44x34: face down, in the own hand, face up. Colours: 0 nothing, 1 edge, 2 back, 3 pattern or paper."""
    down = Image.new("L", (44, 34))
    pen = ImageDraw.Draw(down)
    for shift in (4, 2, 0):
        pen.rounded_rectangle((shift, 4 - shift, 39 + shift, 33 - shift), 4, fill=2, outline=1)
    for y in range(7, 30):
        for x in range(3, 37):
            if (x + y) % 6 == 0 or (x - y) % 6 == 0:
                down.putpixel((x, y), 3)
    hand = Image.new("L", (44, 34))
    pen = ImageDraw.Draw(hand)
    for x in range(2, 42, 6):
        pen.line((x, 2, x + 2, 2), fill=1)
        pen.line((x, 32, x + 2, 32), fill=1)
    for y in range(4, 31, 6):
        pen.line((1, y, 1, y + 2), fill=1)
        pen.line((42, y, 42, y + 2), fill=1)
    up = Image.new("L", (44, 34))
    pen = ImageDraw.Draw(up)
    pen.rounded_rectangle((0, 0, 43, 33), 4, fill=3, outline=1)
    _save("piles", 2, [down, hand, up], 3)


def _mini(paint):
    tile = Image.new("L", (12, 14))
    paint(ImageDraw.Draw(tile), tile)
    return tile


def signs():
    """12x14 (firmware/screens/signs.py). Colours: 0 nothing, 1 ink, 2 the owner's colour, 3 paper."""
    tiles = []
    font = _font(12)

    def paper(text):
        tile = Image.new("L", (12, 14))
        pen = ImageDraw.Draw(tile)
        pen.rounded_rectangle((0, 0, 10, 13), 2, fill=3)
        pen.fontmode = "1"
        if text == "10":
            pen.line((2, 3, 2, 10), fill=1)
            pen.line((3, 3, 3, 10), fill=1)
            pen.rounded_rectangle((5, 3, 9, 10), 2, outline=1)
            pen.line((6, 4, 6, 9), fill=1)
        else:
            left, top, right, bottom = pen.textbbox((0, 0), text, font=font)
            pen.text((round((11 - right - left) / 2), (14 - bottom - top) // 2), text, font=font, fill=1)
        return tile

    tiles += [paper(rank) for rank in RANKS[:13]]

    def back(pen, tile):
        pen.rounded_rectangle((0, 1, 10, 13), 2, fill=1, outline=2)

    def raised(pen, tile):
        pen.rounded_rectangle((0, 0, 10, 12), 2, fill=2)
        pen.line((1, 13, 9, 13), fill=3)

    def mixed(pen, tile):
        pen.rounded_rectangle((0, 0, 10, 13), 2, fill=3)
        for shift in (0, 1):
            pen.line((2 + shift, 4, 7 + shift, 9), fill=1)
            pen.line((7 + shift, 4, 2 + shift, 9), fill=1)

    tiles += [_mini(back), _mini(raised), _mini(mixed), Image.new("L", (12, 14))]

    def digit(text):
        tile = Image.new("L", (12, 14))
        pen = ImageDraw.Draw(tile)
        pen.fontmode = "1"
        pen.text((1, -1), text, font=_font(13), fill=3)
        return tile

    tiles += [digit(str(number)) for number in range(10)]
    for bars in range(5):

        def link(pen, tile, bars=bars):
            for bar in range(4):
                tall = 3 + bar * 3
                pen.rectangle((bar * 3, 13 - tall, bar * 3 + 1, 12), fill=2 if bar < bars else 1)

        tiles.append(_mini(link))

    def pip(pen, tile):
        pen.regular_polygon((5.5, 7, 5), 4, rotation=45, fill=2)

    tiles.append(_mini(pip))

    def low(pen, tile):
        pen.rectangle((4, 0, 7, 1), fill=3)
        pen.rectangle((1, 2, 10, 13), outline=3, fill=1)
        pen.rectangle((3, 10, 8, 11), fill=2)

    tiles.append(_mini(low))
    _save("signs", 2, tiles, len(tiles))


def ring():
    """24x24: how far Z has been held, 0 to 8 eighths. Colours: 0 nothing to 3 full."""
    tiles = []
    for eighths in range(9):

        def paint(pen, k, eighths=eighths):
            pen.arc((k, k, 23 * k, 23 * k), 0, 360, fill=85, width=4 * k)
            if eighths:
                pen.arc((k, k, 23 * k, 23 * k), -90, -90 + 45 * eighths, fill=255, width=4 * k)

        tiles.append(_draw(24, 24, paint))
    _save("ring", 2, tiles, 9)


def arrows():
    """32x32: up, right, down, left, and a place still empty. Colours 0 to 3."""
    tiles = []
    shape = ((16, 3), (28, 16), (21, 16), (21, 28), (11, 28), (11, 16), (4, 16))
    for turn in range(4):
        points = shape
        for _ in range(turn):
            points = [(31 - y, x) for x, y in points]
        tiles.append(_draw(32, 32, lambda pen, k, points=points: pen.polygon(_scaled(points, k), fill=255)))
    tiles.append(_draw(32, 32, lambda pen, k: pen.rounded_rectangle((12 * k, 24 * k, 20 * k, 27 * k), k, fill=130)))
    _save("arrows", 2, tiles, 5)


def felt():
    """16x16: felt, black band, band with a gold line below, band with a gold line above.

    Colours: 0 felt, 1 its weave, 2 band, 3 gold."""
    cloth = Image.new("L", (16, 16))
    for y in range(16):
        for x in range(16):
            if (x + 2 * y) % 8 == 0 and (x * 7 + y * 3) % 5 < 2:
                cloth.putpixel((x, y), 1)
    band = Image.new("L", (16, 16), 2)
    below = band.copy()
    ImageDraw.Draw(below).line((0, 14, 15, 14), fill=3)
    above = band.copy()
    ImageDraw.Draw(above).line((0, 0, 15, 0), fill=3)
    _save("felt", 2, [cloth, band, below, above], 4)


def marks():
    """40x6: the mark under a pile card, and a plain bar. Colours: 0 nothing, 1 full."""
    mark = Image.new("L", (40, 6))
    pen = ImageDraw.Draw(mark)
    pen.polygon(((13, 5), (19, 0), (20, 0), (26, 5)), fill=1)
    pen.rectangle((2, 3, 37, 5), fill=1)
    bar = Image.new("L", (40, 6))
    ImageDraw.Draw(bar).rounded_rectangle((2, 1, 37, 4), 1, fill=1)
    _save("marks", 1, [mark, bar], 1)


def main():
    """Write all sheets."""
    OUT.mkdir(parents=True, exist_ok=True)
    for sheet in (ranks, suits, bodies, piles, signs, ring, arrows, felt, marks):
        sheet()


if __name__ == "__main__":
    main()
