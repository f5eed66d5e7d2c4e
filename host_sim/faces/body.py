"""One handheld as it is drawn in the window: its body, screen, buttons, lamp and what they say."""

from array import array

import pygame

from host_sim.faces import screenshots
from host_sim.faces.key_sets import LABELS, cap
from host_sim.handhelds.panel import HEIGHT, WIDTH
from host_sim.handhelds.remote import LOST, OFF

BODY = (52, 58, 70)
EDGE = (74, 82, 98)
GLASS = (12, 13, 16)
PAD = (30, 33, 40)
PRESSED = (232, 176, 60)
TEXT = (226, 230, 236)
DIM = (150, 158, 172)
KEY_CAP = (246, 214, 130)
LAMPS = {"on": (96, 214, 112), OFF: (70, 74, 82), LOST: (232, 84, 72)}
FACE_BUTTONS = {4: (70, 150, 92), 5: (74, 122, 196), 6: (188, 78, 84)}

POWER = "power"
KILL = "kill"

_BGR = 0x08
_MARGIN = 20
_CONTROLS = 196


def size(scale):
    """Width and height of a body whose screen is magnified ``scale`` times."""
    return WIDTH * scale + 2 * _MARGIN, HEIGHT * scale + 2 * _MARGIN + _CONTROLS


class Fonts:
    """The three sizes of writing."""

    def __init__(self):
        self.small = _font(14)
        self.normal = _font(16)
        self.large = _font(19, bold=True)


def _font(height, bold=False):
    # DejaVu has the arrows; pygame's own font, which is always there, doesn't.
    path = pygame.font.match_font("dejavusans,segoeuisymbol,arialunicodems,notosans", bold=bold)
    return pygame.font.Font(path, height) if path else pygame.font.Font(None, height + 5)


class Body:
    """Draws a remote at ``corner`` of the window and knows where its buttons are."""

    def __init__(self, remote, corner, scale, fonts):
        width, height = size(scale)
        self.remote = remote
        self.rect = pygame.Rect(corner, (width, height))
        self.held = set()  # buttons pressed by a person now
        self._scale = scale
        self._fonts = fonts
        self._screen_rect = pygame.Rect(corner[0] + _MARGIN, corner[1] + _MARGIN, WIDTH * scale, HEIGHT * scale)
        # The panel's own pixels, as a surface of the same format.
        self._pixels = pygame.Surface((WIDTH, HEIGHT), 0, 16, (0xF800, 0x07E0, 0x001F, 0))
        self._drawn_changes = None
        self._drawn = None
        top = self._screen_rect.bottom + 16
        self._pad_centre = (self.rect.left + 82, top + 74)
        step = 42
        x, y = self._pad_centre
        self.buttons = {}
        for button, (dx, dy) in enumerate(((0, -step), (step, 0), (0, step), (-step, 0))):
            self.buttons[button] = pygame.Rect(0, 0, 40, 40)
            self.buttons[button].center = (x + dx, y + dy)
        right = self.rect.right - 52
        # O lies under the thumb, X beside it, Z below.
        for button, centre in ((4, (right, top + 40)), (5, (right - 64, top + 66)), (6, (right - 6, top + 112))):
            self.buttons[button] = pygame.Rect(0, 0, 50, 50)
            self.buttons[button].center = centre
        left = self._pad_centre[0] + 63
        middle = (left + right - 64 - 25) // 2
        across = min(72, right - 64 - 25 - left - 14)
        self.switches = {
            POWER: pygame.Rect(middle - across // 2, top + 34, across, 26),
            KILL: pygame.Rect(middle - across // 2, top + 66, across, 26),
        }
        self._middle = middle
        self._top = top

    def button_at(self, position):
        """The button (0 to 6) under the mouse, or None."""
        for button, rect in self.buttons.items():
            if rect.collidepoint(position):
                return button
        return None

    def switch_at(self, position):
        """``POWER`` or ``KILL`` under the mouse, or None."""
        for name, rect in self.switches.items():
            if rect.collidepoint(position):
                return name
        return None

    def draw(self, window, keys, frames):
        """``keys``: the keyboard's set for this handheld or None; ``frames``: sent by it and to it, as numbers.

        Returns False if it is drawn already as it is.
        """
        remote = self.remote
        panel = remote.page.counters()
        wanted = (remote.state, panel.changes, panel.is_lit, frozenset(self.held), keys, frames)
        if wanted == self._drawn:
            return False
        self._drawn = wanted
        pygame.draw.rect(window, BODY, self.rect, border_radius=26)
        pygame.draw.rect(window, EDGE, self.rect, width=2, border_radius=26)
        self._draw_screen(window, panel)
        x, y = self._pad_centre
        for arm in (pygame.Rect(x - 21, y - 63, 42, 126), pygame.Rect(x - 63, y - 21, 126, 42)):
            pygame.draw.rect(window, PAD, arm, border_radius=8)
        for button, rect in self.buttons.items():
            self._draw_button(window, button, rect, cap(keys[button]) if keys else "")
        for name, rect in self.switches.items():
            self._draw_switch(window, name, rect)
        pygame.draw.circle(window, LAMPS[remote.state], (self._middle - 30, self._top + 14), 6)
        self._write(window, remote.state, self._fonts.small, DIM, (self._middle + 8, self._top + 14))
        sent, heard = frames
        self._write(window, f"{sent} sent", self._fonts.small, DIM, (self._middle, self._top + 106))
        self._write(window, f"{heard} heard", self._fonts.small, DIM, (self._middle, self._top + 123))
        name = f"{remote.number}  {remote.name}"
        self._write(window, name, self._fonts.large, TEXT, (self.rect.centerx, self.rect.bottom - 42))
        caption = "mouse, or Tab for keys"
        if keys:
            up, right, down, left, o, x, z = (cap(key) for key in keys)
            caption = f"keys:  {up} {left} {down} {right}    O = {o}    X = {x}    Z = {z}"
        self._write(window, caption, self._fonts.normal, KEY_CAP, (self.rect.centerx, self.rect.bottom - 18))
        return True

    def _draw_screen(self, window, panel):
        rect, remote = self._screen_rect, self.remote
        if not remote.is_on or not panel.is_lit:
            pygame.draw.rect(window, GLASS, rect)
            if not remote.is_on:
                self._write(window, "off", self._fonts.large, DIM, rect.center)
                hint = "switch it on with the power button" if remote.state == LOST else ""
                self._write(window, hint, self._fonts.small, DIM, (rect.centerx, rect.centery + 24))
            return
        if panel.changes != self._drawn_changes:
            self._drawn_changes = panel.changes
            self._take_over(panel)
        if self._scale == 1:
            window.blit(self._pixels, rect)
        else:
            window.blit(pygame.transform.scale(self._pixels, rect.size), rect)

    def _take_over(self, panel):
        if panel.madctl & _BGR and not panel.is_inverted:
            words = array("H")
            words.frombytes(self.remote.page.picture)
            words.byteswap()
            self._pixels.get_buffer().write(words.tobytes(), 0)
        else:  # a firmware that treats the panel in another way: slower, but true
            image = screenshots.picture(self.remote)
            self._pixels.blit(pygame.image.frombytes(image.tobytes(), image.size, "RGB"), (0, 0))

    def _draw_button(self, window, button, rect, key):
        pressed = button in self.held
        if button < 4:
            if pressed:
                pygame.draw.rect(window, PRESSED, rect, border_radius=8)
            self._draw_arrow(window, button, rect)
            self._write(window, key, self._fonts.small, KEY_CAP, self._beside_arrow(button, rect))
            return
        pygame.draw.circle(window, PRESSED if pressed else FACE_BUTTONS[button], rect.center, rect.width // 2)
        pygame.draw.circle(window, PAD, rect.center, rect.width // 2, width=2)
        x, y = rect.center
        self._write(window, LABELS[button], self._fonts.large, (255, 255, 255), (x, y - (8 if key else 0)))
        self._write(window, key, self._fonts.small, PAD if pressed else (255, 255, 255), (x, y + 13))

    @staticmethod
    def _beside_arrow(button, rect):
        dx, dy = ((0, 9), (-9, 0), (0, -9), (9, 0))[button]
        return rect.centerx + dx, rect.centery + dy

    @staticmethod
    def _draw_arrow(window, button, rect):
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[button]
        x, y = rect.centerx + 11 * dx, rect.centery + 11 * dy
        tip = (x + 6 * dx, y + 6 * dy)
        sides = [(x - 3 * dx + 6 * dy * side, y - 3 * dy + 6 * dx * side) for side in (-1, 1)]
        pygame.draw.polygon(window, DIM, [tip, *sides])

    def _draw_switch(self, window, name, rect):
        on = self.remote.is_on
        text = {POWER: f"F{self.remote.number} " + ("off" if on else "on"), KILL: "kill"}[name]
        usable = on or name == POWER
        pygame.draw.rect(window, PAD, rect, border_radius=6)
        pygame.draw.rect(window, EDGE, rect, width=1, border_radius=6)
        self._write(window, text, self._fonts.small, TEXT if usable else EDGE, rect.center)

    @staticmethod
    def _write(window, text, font, colour, centre):
        if text:
            picture = font.render(text, True, colour)
            window.blit(picture, picture.get_rect(center=centre))
