"""The window on SDL's dummy display: keyboard and mouse reach the handhelds, switches work, closing ends it."""

import pytest
from PIL import Image

from host_sim.faces.screenshots import Screenshots
from host_sim.game.james_bond import JamesBond
from host_sim.handhelds.remote import LOST, OFF, ON
from tests.handhelds.small_table import RIGHT, O, Z, small_table


@pytest.fixture
def pygame(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    yield pygame
    pygame.quit()


class _Hands:
    """Does one thing after another in the window, each when the handhelds have dealt with the last, then closes it.

    A thing that gives False isn't done yet: it is done again, up to ``TRIES`` times.
    """

    TRIES = 500

    def __init__(self, pygame, window, hub, *doings):
        self._pygame = pygame
        self._hub = hub
        self._doings = list(doings)
        self._at_us = 0
        self._tries = 0
        self._real = window._take_events
        window._take_events = self._take_events

    def _take_events(self):
        hub = self._hub
        have_started = all(remote.screen for remote in hub.remotes if remote.is_on)
        if have_started and hub.reached_us() >= self._at_us:
            self._at_us = hub.reached_us() + 200_000
            if self._doings:
                self._tries += 1
                if self._doings[0]() is not False or self._tries == self.TRIES:
                    self._doings.pop(0)
                    self._tries = 0
            else:
                self._pygame.event.post(self._pygame.event.Event(self._pygame.QUIT))
        return self._real()


def _play(pygame, folder, handhelds, make_doings, speed=1.0, screenshots=None):
    from host_sim.faces.window import Window

    window = Window(handhelds, JamesBond())
    seen = {}

    def post(kind, **values):
        return lambda: pygame.event.post(pygame.event.Event(kind, **values))

    with small_table(folder, handhelds) as hub:
        _Hands(pygame, window, hub, *make_doings(window, hub, post, seen))
        if screenshots:
            hub.watchers.append(screenshots.news)
        window.run(hub, speed, screenshots)
    return seen


def test_keys_of_two_people(pygame, tmp_path):
    def doings(window, hub, post, seen):
        return [
            post(pygame.KEYDOWN, key=pygame.K_f),
            post(pygame.KEYUP, key=pygame.K_f),
            # Both in one frame of the window: a very quick tap still counts.
            lambda: [post(kind, key=pygame.K_RIGHT)() for kind in (pygame.KEYDOWN, pygame.KEYUP)],
            lambda: seen.update(screens=[remote.screen for remote in hub.remotes]),
        ]

    assert _play(pygame, tmp_path, 2, doings)["screens"] == [f"key{O}", f"key{RIGHT}"]


def test_a_pc_that_never_keeps_up_leaves_pictures_too(pygame, tmp_path):
    def doings(window, hub, post, seen):
        # How often a handheld rests just when the window looks is the PC's business.
        first = tmp_path / "shots/1-first.png"
        return [first.exists, post(pygame.KEYDOWN, key=pygame.K_f), lambda: hub.remotes[0].screen == f"key{O}"]

    _play(pygame, tmp_path, 2, doings, 5000.0, Screenshots(tmp_path / "shots"))
    assert (tmp_path / "shots/1-first.png").exists()  # taken on the way: at the end another screen is up
    assert Image.open(tmp_path / "shots/1-first.png").getpixel((9, 9))[2] < 100


def test_a_tap_counts_though_the_pc_never_keeps_up(pygame, tmp_path):
    def doings(window, hub, post, seen):
        def tap():
            for kind in (pygame.KEYDOWN, pygame.KEYUP):
                post(kind, key=pygame.K_f)()

        def nothing():
            return None

        return [nothing] * 5 + [tap] + [nothing] * 5 + [lambda: seen.update(screen=hub.remotes[0].screen)]

    assert _play(pygame, tmp_path, 2, doings, 5000.0) == {"screen": f"key{O}"}


def test_mouse_and_tab(pygame, tmp_path):
    def doings(window, hub, post, seen):

        return [
            post(pygame.KEYDOWN, key=pygame.K_TAB),
            post(pygame.KEYDOWN, key=pygame.K_l),
            post(pygame.KEYUP, key=pygame.K_l),
            lambda: post(pygame.MOUSEBUTTONDOWN, button=1, pos=middle_o(window))(),
            lambda: seen.update(held=set(window._bodies[1].held)),
            post(pygame.MOUSEBUTTONUP, button=1, pos=(0, 0)),
            lambda: seen.update(
                screens=[remote.screen for remote in hub.remotes], held_after=set(window._bodies[1].held)
            ),
        ]

    def middle_o(window):
        return window._bodies[1].buttons[O].center

    seen = _play(pygame, tmp_path, 3, doings)
    assert seen["screens"] == ["first", f"key{O}", f"key{Z}"]
    assert seen["held"] == {O}
    assert seen["held_after"] == set()


def test_switching_off_killing_and_switching_on(pygame, tmp_path, capfd):
    def doings(window, hub, post, seen):
        one, two = hub.remotes

        def click(switch):
            centre = window._bodies[1].switches[switch].center
            post(pygame.MOUSEBUTTONDOWN, button=1, pos=centre)()
            post(pygame.MOUSEBUTTONUP, button=1, pos=centre)()

        def note(name):
            return lambda: seen.update({name: (one.state, two.state)})

        return [
            post(pygame.KEYDOWN, key=pygame.K_F1),
            note("first is off"),
            lambda: click("kill"),
            note("second is dead"),
            post(pygame.KEYDOWN, key=pygame.K_F1),
            lambda: click("power"),
            note("both are on"),
        ]

    seen = _play(pygame, tmp_path, 2, doings)
    assert seen == {"first is off": (OFF, ON), "second is dead": (OFF, LOST), "both are on": (ON, ON)}
    assert "handheld 2 (Ben) is off: its process ended (killed by SIGKILL)" in capfd.readouterr().err


def test_everything_fits_a_small_desktop(pygame):
    from host_sim.faces import body
    from host_sim.faces.window import Window

    assert Window._fitting_scale(2, (1366, 768)) == 1
    assert Window._fitting_scale(2, (1920, 1080)) == 2
    assert Window._fitting_scale(3, (3840, 2160)) == 3
    width, height = body.size(1)
    assert 3 * width < 1366 and height < 600
