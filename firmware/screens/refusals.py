"""Says on the screen why the door stayed shut."""

from ..link.door import CLOSED, FULL, NO_ANSWER, OTHER_VERSION, TURNED_AWAY, WRONG_CODE

_WORDS = {
    WRONG_CODE: "refusal_wrong_code",
    TURNED_AWAY: "refusal_turned_away",
    FULL: "refusal_full",
    OTHER_VERSION: "refusal_other_version",
    NO_ANSWER: "refusal_no_answer",
    CLOSED: "refusal_closed",
}


def say(face, refusal):
    """``refusal``: a code of link/door.py, but for ``NONE``."""
    message = face.words[_WORDS[refusal]]
    if face.screen_name == "code":
        face.screen.refused(message)
    else:
        face.screen.say(message)
