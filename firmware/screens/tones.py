"""What a screen wants to be heard: it sets ``face.tone``, and the handheld plays it (board/sound.py, same order)."""

SILENCE = 0
BUZZ = 1  # refused: "gone!", or a pile that isn't four of a kind
START = 2  # the start signal
CALL = 3
BEEP = 4  # the self-test
