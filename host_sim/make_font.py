"""Make the fonts that the handheld ships, from DejaVu Sans Condensed Bold: firmware/fonts/text.pcf and title.pcf.

    python3 host_sim/make_font.py [FOLDER WITH DejaVuSansCondensed-Bold.ttf]

Needs Pillow and the command ``bdftopcf`` (Debian: fonts-dejavu-core, fonts-dejavu-extra, xfonts-utils). The results
are committed; run this only to change them. PCF, because adafruit_bitmap_font reads its glyphs one by one from the
file: padded to 4 bytes, most significant byte and bit first (its pcf.py takes nothing else).
"""

import pathlib
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw, ImageFont

FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
FACE = "DejaVuSansCondensed-Bold.ttf"
OUT = pathlib.Path(__file__).resolve().parent.parent / "firmware" / "fonts"
SIZES = {"text": 14, "title": 22}

_KEYS = {"Ⓞ": "O", "Ⓧ": "X", "Ⓩ": "Z"}
_KEY_DOTS = {  # drawn by hand: letters this small need it
    "O": (" ### ", "#   #", "#   #", "#   #", "#   #", "#   #", " ### "),
    "X": ("#   #", "#   #", " # # ", "  #  ", " # # ", "#   #", "#   #"),
    "Z": ("#####", "    #", "   # ", "  #  ", " #   ", "#    ", "#####"),
}
CHARACTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "".join(map(chr, range(0xA0, 0x180)))  # Latin-1 and Latin Extended-A: the six languages and their neighbours
    + "‘’‚“”„–—…‹›€←↑→↓♠♥♦♣✓●○"
    + "".join(_KEYS)
)


def _drawn(character, font, ascent, descent):
    """The character's pixels as (left, top above the baseline, picture), or None for a blank one."""
    width = int(font.getlength(character)) + 24
    picture = Image.new("1", (width + 16, ascent + descent + 24))
    pen = ImageDraw.Draw(picture)
    pen.fontmode = "1"
    pen.text((16, ascent + 12), character, font=font, fill=1, anchor="ls")
    box = picture.getbbox()
    if box is None:
        return None
    return box[0] - 16, ascent + 12 - box[1], picture.crop(box)


def _key_sign(letter, ascent):
    """A disc with the key's letter cut out, as on the board."""
    across = ascent + 3 if ascent < 14 else ascent + 1
    across |= 1
    big = Image.new("L", (across * 8, across * 8))
    ImageDraw.Draw(big).ellipse((0, 0, across * 8 - 1, across * 8 - 1), fill=255)
    picture = big.resize((across, across), Image.LANCZOS).point(lambda v: 255 if v > 110 else 0).convert("1")
    dots = _KEY_DOTS[letter]
    scale = 1 if across < 18 else 2
    left, top = (across - 5 * scale) // 2, (across - 7 * scale) // 2
    for y in range(7 * scale):
        for x in range(5 * scale):
            if dots[y // scale][x // scale] == "#":
                picture.putpixel((left + x, top + y), 0)
    return 0, ascent + (across - ascent) // 2, picture


def _folder():
    return pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FONTS


def _bdf(name, size):
    font = ImageFont.truetype(str(_folder() / FACE), size)
    ascent = -font.getbbox("Ê", anchor="ls")[1]
    descent = font.getbbox("gjç", anchor="ls")[3]
    lines = []
    low, high, widest = 0, 0, 0
    for character in sorted(set(CHARACTERS)):
        if character in _KEYS:
            left, top, picture = _key_sign(_KEYS[character], -font.getbbox("O", anchor="ls")[1])
            advance = picture.width + 1
        else:
            advance = round(font.getlength(character))
            drawn = _drawn(character, font, ascent, descent)
            left, top, picture = drawn if drawn else (0, 1, Image.new("1", (1, 1)))
        width, height = picture.size
        high = max(high, top)
        low = min(low, top - height)
        widest = max(widest, width)
        lines += [
            "STARTCHAR U+%04X" % ord(character),
            "ENCODING %d" % ord(character),
            "SWIDTH %d 0" % (advance * 1000 // size),
            "DWIDTH %d 0" % advance,
            "BBX %d %d %d %d" % (width, height, left, top - height),
            "BITMAP",
        ]
        for y in range(height):
            bits = "".join("1" if picture.getpixel((x, y)) else "0" for x in range(width))
            bits += "0" * (-width % 8)
            lines.append("%0*X" % (len(bits) // 4, int(bits, 2)))
        lines.append("ENDCHAR")
    head = [
        "STARTFONT 2.1",
        "FONT -JamesBond-%s-Bold-R-Condensed--%d-%d-75-75-P-0-ISO10646-1" % (name, size, size * 10),
        "SIZE %d 75 75" % size,
        "FONTBOUNDINGBOX %d %d 0 %d" % (widest, high - low, low),
        "STARTPROPERTIES 2",
        "FONT_ASCENT %d" % high,
        "FONT_DESCENT %d" % -low,
        "ENDPROPERTIES",
        "CHARS %d" % len(set(CHARACTERS)),
    ]
    return "\n".join(head + lines + ["ENDFONT", ""])


def main():
    """Write both fonts."""
    OUT.mkdir(parents=True, exist_ok=True)
    for name, size in SIZES.items():
        with tempfile.NamedTemporaryFile("w", suffix=".bdf") as bdf:
            bdf.write(_bdf(name, size))
            bdf.flush()
            target = OUT / (name + ".pcf")
            try:
                subprocess.run(["bdftopcf", "-p4", "-m", "-M", "-o", str(target), bdf.name], check=True)
            except FileNotFoundError:
                sys.exit("bdftopcf is missing: on Debian it is in the package xfonts-utils.")
        print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
