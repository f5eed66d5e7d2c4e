"""The desktop window: the handhelds side by side, pressed by mouse and by two people at one keyboard."""

import os
import sys
import time

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from host_sim.faces import body, headless
from host_sim.faces.key_sets import KeySets
from host_sim.handhelds.hub import BOOT_US

KEYS_HINT = "Keys are written on the buttons; the mouse presses them too, and holds them as long as it is held."
BACKGROUND = (24, 27, 33)
TROUBLE = (240, 150, 130)
FRAMES_PER_SECOND = 60
# If the PC can't keep up, the game slows down; it doesn't run after the lost time.
FORGIVEN_S = 0.2
SHORTEST_PRESS_US = 50_000
_GAP = 16
_HELP_HEIGHT = 56
_POWER_KEYS = (pygame.K_F1, pygame.K_F2, pygame.K_F3)


class NoDisplay(Exception):
    """No window can be opened; the message says why."""


class Window:
    """A window for that many handhelds. Opening it may raise NoDisplay."""

    def __init__(self, handhelds, game):
        if sys.platform == "linux" and not any(
            os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
        ):
            # SDL would look for one on a server's console.
            raise NoDisplay("neither DISPLAY nor WAYLAND_DISPLAY is set")
        try:
            pygame.display.init()
            pygame.font.init()
            desktop = pygame.display.get_desktop_sizes()[0]
            self._scale = self._fitting_scale(handhelds, desktop)
            width, height = body.size(self._scale)
            self._size = (handhelds * (width + _GAP) + _GAP, height + 2 * _GAP + _HELP_HEIGHT)
            pygame.display.set_caption(game.title)
            self._surface = pygame.display.set_mode(self._size)
        except pygame.error as error:
            raise NoDisplay(str(error)) from error
        self._fonts = body.Fonts()
        self._keys = KeySets(handhelds)
        self._bodies = []
        self._mouse = None  # the body and button that the mouse holds down
        self._pressed_us = {}
        self._hub = None
        self._game = game
        self._lines = ()  # of text, as drawn
        self._surface.fill(BACKGROUND)
        pygame.display.flip()

    @staticmethod
    def _fitting_scale(handhelds, desktop):
        """The largest whole factor with which everything fits the desktop, its bars left room."""
        scale = 1
        while True:
            width, height = body.size(scale + 1)
            if handhelds * (width + _GAP) + _GAP > desktop[0] or height + 2 * _GAP + _HELP_HEIGHT > desktop[1] - 70:
                return scale
            scale += 1

    def run(self, hub, speed=1.0, screenshots=None):
        """Show the hub's handhelds and let their time run ``speed`` times as fast as the clock, until it is closed."""
        self._hub = hub
        width, _ = body.size(self._scale)
        self._bodies = [
            body.Body(remote, (_GAP + at * (width + _GAP), _GAP), self._scale, self._fonts)
            for at, remote in enumerate(hub.remotes)
        ]
        started = time.monotonic() - hub.now_us / 1e6 / speed
        try:
            while self._take_events():
                frame_ends = time.monotonic() + 1 / FRAMES_PER_SECOND
                wanted_us = int((frame_ends - started) * speed * 1e6)
                if not hub.advance(wanted_us, frame_ends):
                    # Hand on no more than a moment of lost time.
                    behind = (wanted_us - hub.reached_us()) / 1e6 / speed
                    started += max(0.0, behind - FORGIVEN_S)
                if screenshots:
                    screenshots.look(hub.remotes, hub.reached_us())
                self._notice()
                self._draw()
                time.sleep(max(0.0, frame_ends - time.monotonic()))
        finally:
            if screenshots:
                screenshots.last(hub.remotes)
            pygame.quit()

    # --- what people do ---

    def _take_events(self):
        """False when the window is closed."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return False
            if event.type in (pygame.KEYDOWN, pygame.KEYUP):
                self._key(event.key, event.type == pygame.KEYDOWN)
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
                self._click(event.pos)
            elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._mouse:
                self._press(*self._mouse, False)
                self._mouse = None
            elif event.type == pygame.WINDOWEXPOSED:
                pygame.display.flip()
            elif event.type == pygame.WINDOWFOCUSLOST:
                # The releases would go to another window.
                self._let_go_of_everything()
        return True

    def _key(self, key, down):
        if down and key == pygame.K_TAB and len(self._bodies) > 2:
            self._let_go_of_everything()
            self._keys.hand_on()
        elif down and key in _POWER_KEYS[: len(self._bodies)]:
            self._switch(self._bodies[_POWER_KEYS.index(key)], body.POWER)
        else:
            found = self._keys.button(key)
            if found:
                self._press(self._bodies[found[0]], found[1], down)

    def _click(self, position):
        for shown in self._bodies:
            button = shown.button_at(position)
            if button is not None:
                self._mouse = (shown, button)
                self._press(shown, button, True)
            switch = shown.switch_at(position)
            if switch:
                self._switch(shown, switch)

    def _press(self, shown, button, down):
        if down == (button in shown.held):
            return
        if down:
            shown.held.add(button)
            self._pressed_us[shown, button] = self._hub.key(shown.remote, button, True)
        else:
            shown.held.discard(button)
            # Press and release can come in one frame of the window: no finger is that quick, and no scan would see it.
            ends_us = self._pressed_us[shown, button] + SHORTEST_PRESS_US
            self._hub.key(shown.remote, button, False, not_before_us=ends_us)

    def _let_go_of_everything(self):
        for shown in self._bodies:
            for button in tuple(shown.held):
                self._press(shown, button, False)
        self._mouse = None

    def _switch(self, shown, what):
        remote = shown.remote
        if what == body.KILL:
            if remote.is_on:
                remote.kill()
        elif remote.is_on:
            self._hub.power_off(remote)
        else:
            self._hub.power_on(remote, after_us=BOOT_US)
            # What a person still holds down is down when the power comes.
            for button in shown.held:
                self._hub.key(remote, button, True)

    # --- what they see ---

    def _notice(self):
        for remote in self._hub.remotes:
            remote.see_start(self._hub.now_us)
            if remote.problem and not remote.problem_told:
                remote.problem_told = True
                headless.tell_problem(remote)

    def _draw(self):
        ether = self._hub.ether
        changed = []
        for at, shown in enumerate(self._bodies):
            number = shown.remote.number
            if shown.draw(self._surface, self._keys.set_of(at), (ether.sent[number], ether.delivered[number])):
                changed.append(shown.rect)
        problems = [remote.problem for remote in self._hub.remotes if remote.problem]
        lines = (problems[0] if problems else self._state_line(), self._help_line())
        if lines != self._lines:
            self._lines = lines
            below = pygame.Rect(0, self._size[1] - _HELP_HEIGHT, self._size[0], _HELP_HEIGHT)
            self._surface.fill(BACKGROUND, below)
            for at, text in enumerate(lines):
                colour = TROUBLE if problems and not at else body.DIM
                picture = self._fonts.small.render(text, True, colour)
                self._surface.blit(picture, picture.get_rect(midtop=(below.centerx, below.top + 2 + 22 * at)))
            changed.append(below)
        if changed:
            pygame.display.update(changed)

    def _state_line(self):
        said = self._game.state_line(self._hub.remotes)
        return said or KEYS_HINT

    def _help_line(self):
        count = len(self._bodies)
        tab = "   Tab: the right hand's keys go to the next handheld" if count > 2 else ""
        return f"F1-F{count}: switch a handheld off or on   kill: its program dies{tab}"
