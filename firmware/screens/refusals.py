"""What happens when a door stays shut."""

from ..link.door import CLOSED, FULL, NO_ANSWER, OTHER_VERSION, TURNED_AWAY, WRONG_CODE
from ..link.link import IDLE

_WORDS = {
    WRONG_CODE: "refusal_wrong_code",
    TURNED_AWAY: "refusal_turned_away",
    FULL: "refusal_full",
    OTHER_VERSION: "refusal_other_version",
    NO_ANSWER: "refusal_no_answer",
    CLOSED: "refusal_closed",
}
_TRY_AGAIN = (WRONG_CODE, NO_ANSWER)  # after these the player stays at the same door


def answer_of(face, now):
    """The words for ``face.link.refusal``. Whoever was turned away at the door sees the list of tables filled again at
    once, and stays at the door where trying again may help."""
    link = face.link
    refusal = link.refusal
    if face.screen_name == "code" and link.state == IDLE:
        link.listen()
        if refusal not in _TRY_AGAIN:
            face.go("tables", now)
    return face.words[_WORDS[refusal]]
