"""A virtual ILI9341: bytes from the SPI bus in, picture out.

Only what the controller does with the bytes: column and page address, memory write, MADCTL, sleep, display on and
off, inversion, 16-bit colour. The picture memory is kept as the player holds the panel, landscape 320x240, RGB565
with the high byte first; MADCTL 0x38 (what adafruit_ili9341 sets) writes it straight, other values are mirrored and
turned as on the glass.
"""

from array import array

WIDTH = 320
HEIGHT = 240
MEMORY_SIZE = WIDTH * HEIGHT * 2

_MY, _MX, _MV, _BGR = 0x80, 0x40, 0x20, 0x08


class Panel:
    """``memory``: a writable buffer of 153,600 bytes to draw into, or None for an own one.

    ``spi_bytes`` counts every byte, commands too; ``command_bytes`` the commands alone; ``writes`` the memory writes
    (0x2C): if it hasn't changed, the picture hasn't either.
    """

    def __init__(self, memory=None):
        own = bytearray(MEMORY_SIZE) if memory is None else memory
        if len(own) != MEMORY_SIZE:
            raise ValueError("panel memory must be %d bytes" % MEMORY_SIZE)
        self.memory = memoryview(own).cast("B")
        self.spi_bytes = 0
        self.command_bytes = 0
        self.writes = 0
        self.changes = 0
        self.backlight = 1.0  # 0..1, set by whatever drives the backlight pin
        self.power_on()

    def power_on(self):
        """Power comes: the picture memory of a real panel is noise, here it is black."""
        self.memory[:] = bytes(MEMORY_SIZE)
        self.reset()

    def reset(self):
        """The controller's registers as after a hardware or software reset; the picture memory stays."""
        self.madctl = 0
        self.pixel_format = 0x66
        self.is_awake = False
        self.is_on = False
        self.is_inverted = False
        self._columns = (0, 239)
        self._pages = (0, 319)
        self._command = 0
        self._parameters = bytearray()
        self._start_window()
        self.changes += 1

    def write(self, data, is_data):
        """Bytes from the bus; ``is_data`` is the level of the D/C wire (False: commands)."""
        count = len(data)
        self.spi_bytes += count
        if is_data:
            if self._command == 0x2C or self._command == 0x3C:
                self._pixels(data)
            else:
                self._parameter(data)
        else:
            self.command_bytes += count
            for command in data:
                self._begin(command)

    def _begin(self, command):
        self._command = command
        self._parameters = bytearray()
        if command == 0x2C:
            self.writes += 1
            self._start_window()
        elif command == 0x01:
            self.reset()
        elif command == 0x10 or command == 0x11:
            self.is_awake = command == 0x11
            self.changes += 1
        elif command == 0x28 or command == 0x29:
            self.is_on = command == 0x29
            self.changes += 1
        elif command == 0x20 or command == 0x21:
            self.is_inverted = command == 0x21
            self.changes += 1

    def _parameter(self, data):
        have = self._parameters
        have += data
        command = self._command
        if command == 0x2A and len(have) >= 4:
            self._columns = (have[0] << 8 | have[1], have[2] << 8 | have[3])
        elif command == 0x2B and len(have) >= 4:
            self._pages = (have[0] << 8 | have[1], have[2] << 8 | have[3])
        elif command == 0x36 and have:
            self.madctl = have[0]
            self.changes += 1
        elif command == 0x3A and have:
            self.pixel_format = have[0]

    def _start_window(self):
        self._x = self._columns[0]
        self._y = self._pages[0]
        self._half = b""

    def _pixels(self, data):
        if self.pixel_format & 0x07 != 0x05:
            return  # 18-bit colour, never used by CircuitPython's driver: nothing readable would show
        self.changes += 1
        data = memoryview(data).cast("B")
        if self._half or len(data) & 1:
            data = memoryview(self._half + bytes(data))
            whole = len(data) & ~1
            self._half = bytes(data[whole:])
            data = data[:whole]
        left, right = self._columns
        top, bottom = self._pages
        if right < left or bottom < top:
            return
        straight = self.madctl & (_MY | _MX | _MV) == _MV
        at = 0
        count = len(data)
        x, y = self._x, self._y
        if straight and left == 0 and right == WIDTH - 1 and x == 0:
            rows = min(count // (WIDTH * 2), bottom + 1 - y, HEIGHT - y)
            if rows > 0:  # full-width rows lie next to each other
                at = rows * WIDTH * 2
                start = y * WIDTH * 2
                self.memory[start : start + at] = data[:at]
                y += rows
                if y > bottom:
                    y = top
        while at < count:
            run = min((right + 1 - x) * 2, count - at)
            if straight:
                self._put_row(x, y, data[at : at + run])
            else:
                self._put_turned(x, y, data[at : at + run])
            at += run
            x += run // 2
            if x > right:
                x = left
                y += 1
                if y > bottom:
                    y = top
        self._x, self._y = x, y

    def _put_row(self, x, y, row):
        if y < HEIGHT and x < WIDTH:
            room = (WIDTH - x) * 2
            if len(row) > room:
                row = row[:room]
            start = (y * WIDTH + x) * 2
            self.memory[start : start + len(row)] = row

    def _put_turned(self, x, y, row):
        """Any MADCTL: the controller's own axes are 240 columns by 320 pages; landscape x is the page, y the column."""
        madctl = self.madctl
        memory = self.memory
        for i in range(0, len(row), 2):
            column, page = (y, x) if madctl & _MV else (x, y)
            if madctl & _MX:
                column = 239 - column
            if madctl & _MY:
                page = 319 - page
            if 0 <= column < 240 and 0 <= page < 320:
                start = (column * WIDTH + page) * 2
                memory[start] = row[i]
                memory[start + 1] = row[i + 1]
            x += 1

    def is_lit(self):
        """True if a player could see anything."""
        return self.is_awake and self.is_on and self.backlight > 0

    def rgb(self):
        """The picture as 320*240*3 bytes RGB; black while the panel is off."""
        return self.picture().tobytes()

    def picture(self):
        """What the player sees, as a 320x240 PIL image (mode RGB); black while the panel sleeps or is off."""
        return picture_of(self.memory, self.madctl, self.is_awake and self.is_on, self.is_inverted)


def picture_of(memory, madctl=0x38, is_on=True, is_inverted=False):
    """A PIL image from 153,600 bytes of panel memory, also from another process's."""
    from PIL import Image  # only whoever looks at a picture needs Pillow

    if not is_on:
        return Image.new("RGB", (WIDTH, HEIGHT))
    words = array("H")
    words.frombytes(memory)
    words.byteswap()
    if is_inverted:
        words = array("H", [word ^ 0xFFFF for word in words])
    image = Image.frombytes("RGB", (WIDTH, HEIGHT), words.tobytes(), "raw", "BGR;16")
    if not madctl & _BGR:  # the glass is BGR: without the bit red and blue change places
        red, green, blue = image.split()
        image = Image.merge("RGB", (blue, green, red))
    return image
