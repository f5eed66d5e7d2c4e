"""Make the fonts that the handheld ships, from DejaVu Sans Condensed Bold: firmware/fonts/text.fnt and title.fnt.

    python3 host_sim/making/make_font.py [FOLDER WITH DejaVuSansCondensed-Bold.ttf]

Needs Pillow and the font (Debian: fonts-dejavu-core, fonts-dejavu-extra). The results are committed; run this only to
change them. The format is described in firmware/screens/font.py.
"""

import pathlib
import struct
import sys

from PIL import Image, ImageDraw, ImageFont

FONTS = pathlib.Path("/usr/share/fonts/truetype/dejavu")
FACE = "DejaVuSansCondensed-Bold.ttf"
OUT = pathlib.Path(__file__).resolve().parents[2] / "firmware" / "fonts"
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


def _letters(size):
    """Ascent, descent, and of each letter, in the order of codes: code, left, top, how far the pen goes on, picture."""
    font = ImageFont.truetype(str(_folder() / FACE), size)
    ascent = -font.getbbox("Ê", anchor="ls")[1]
    descent = font.getbbox("gjç", anchor="ls")[3]
    letters = []
    low, high = 0, 0
    for character in sorted(set(CHARACTERS)):
        if character in _KEYS:
            left, top, picture = _key_sign(_KEYS[character], -font.getbbox("O", anchor="ls")[1])
            advance = picture.width + 1
        else:
            advance = round(font.getlength(character))
            drawn = _drawn(character, font, ascent, descent)
            left, top, picture = drawn if drawn else (0, 1, Image.new("1", (1, 1)))
        high = max(high, top)
        low = min(low, top - picture.height)
        letters.append((ord(character), left, top, advance, picture))
    return high, -low, letters


def _packed(ascent, descent, letters):
    height = ascent + descent
    across = max(picture.width for *_, picture in letters)
    assert across < 32, across
    across = (across + 7) // 8 * 8
    data = bytearray(struct.pack("<2sBBBBH", b"JF", across, height, ascent, 0, len(letters)))
    for code, left, _, advance, picture in letters:
        assert 0 <= left + 8 < 16 and 0 <= advance < 32, (chr(code), left, advance)
        data += struct.pack("<HBBB", code, picture.width, advance, left + 8)
    for _, _, top, _, picture in letters:
        for y in range(height):
            row = 0
            if 0 <= y - ascent + top < picture.height:
                for x in range(picture.width):
                    row |= (picture.getpixel((x, y - ascent + top)) != 0) << x
            data += row.to_bytes(across // 8, "little")
    return data


def main():
    """Write both fonts."""
    OUT.mkdir(parents=True, exist_ok=True)
    for name, size in SIZES.items():
        target = OUT / (name + ".fnt")
        target.write_bytes(_packed(*_letters(size)))
        print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
