"""Tones by a piezo and over I2S: what is heard, for how long, and nothing where it can't be."""

import board
import pytest

from firmware.board import sound
from firmware.board.boards import BOARD_IDS, standard_wiring
from firmware.board.extras import open_sound
from firmware.screens import tones
from host_sim.handhelds.device import Device, use

UGAME, FEATHER, _ = BOARD_IDS


def a_device(board_id):
    device = Device(board_id=board_id)
    use(device)
    return device


def heard_by(device):
    heard = []
    device.on_tone = lambda pin, hz, duty: heard.append((hz, duty))
    return heard


def let_it_end(player, now):
    for ms in range(0, 1000, 5):
        player.look(now + ms)


def test_the_tones_are_those_of_the_screens():
    numbers = [value for name, value in vars(tones).items() if name.isupper()]
    assert sorted(numbers) == list(range(len(sound.TONES)))


@pytest.mark.parametrize("tone", range(1, len(sound.TONES)))
def test_the_piezo_sounds_and_is_silent_again(tone):
    device = a_device(FEATHER)
    player = open_sound(standard_wiring(FEATHER), board, 50)
    assert player.works
    heard = heard_by(device)
    player.play(tone, 100)
    let_it_end(player, 100)
    first, _, second, _ = sound.TONES[tone]
    assert heard[-1][1] == 0
    loud = [hz for hz, duty in heard if duty]
    assert loud[-1] == (second or first) and first in loud
    assert max(duty for _, duty in heard) == 16384


@pytest.mark.parametrize("tone", range(1, len(sound.TONES)))
def test_the_amplifier_plays_samples_of_that_height(tone):
    device = a_device(UGAME)
    player = open_sound(standard_wiring(UGAME), board, 100)
    player.play(tone, 100)
    let_it_end(player, 100)
    played = list(device.played)
    first, _, second, _ = sound.TONES[tone]
    notes = [(numbers, rate) for _, numbers, rate, loops in played if loops]
    assert len(notes) == (2 if second else 1)
    for (numbers, rate), hz in zip(notes, (first, second), strict=False):
        rises = sum(1 for at in range(len(numbers)) if numbers[at] > 0 and numbers[at - 1] < 0)
        assert abs(rises * rate / len(numbers) - hz) < hz / 20  # no click where it begins again
    assert played[-1][1] == ()  # stopped


@pytest.mark.parametrize("board_id", [UGAME, FEATHER])
def test_volume_0_is_silent(board_id):
    device = a_device(board_id)
    player = open_sound(standard_wiring(board_id), board, 0)
    heard = heard_by(device)
    player.play(tones.BUZZ, 0)
    let_it_end(player, 0)
    assert not [tone for tone in heard if tone[1]] and not device.played
    player.set_volume(100)
    player.play(tones.BUZZ, 0)
    assert [tone for tone in heard if tone[1]] or device.played


def test_a_new_tone_takes_the_place_of_the_old_one():
    device = a_device(FEATHER)
    player = open_sound(standard_wiring(FEATHER), board, 60)
    heard = heard_by(device)
    player.play(tones.START, 0)
    player.look(50)
    player.play(tones.BUZZ, 60)
    player.look(200)  # the first one's end has passed
    assert heard[-1] == (200, 19660)
    player.look(60 + 180)
    assert heard[-1][1] == 0


def test_a_board_without_sound_and_a_pin_in_use_stay_silent(capsys):
    a_device(FEATHER)
    wiring = standard_wiring(FEATHER)
    wiring.piezo = ""
    nothing = open_sound(wiring, board, 100)
    assert not nothing.works
    nothing.play(tones.CALL, 0)
    nothing.look(1000)
    nothing.set_volume(0)
    nothing.close()
    wiring.piezo = "A5"
    assert open_sound(wiring, board, 100).works
    assert not open_sound(wiring, board, 100).works  # the same pin again
    assert "no sound" in capsys.readouterr().out
