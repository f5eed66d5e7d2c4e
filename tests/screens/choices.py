"""What a player has chosen in the settings. The screens read and change this and know no storage."""


class Choices:
    """``name`` and ``language`` of the player; ``lock_check`` and ``best_of`` for tables they open; ``help_mark``:
    the card that doesn't fit its pile is already marked; ``brightness`` 10 to 100 and ``volume`` 0 to 100 in percent.

    ``save`` is called once after changes, when the player leaves the settings; storage overrides it.
    """

    def __init__(
        self, name="Player", language="en", lock_check=True, best_of=3, help_mark=True, brightness=80, volume=60
    ):
        self.name = name
        self.language = language
        self.lock_check = lock_check
        self.best_of = best_of
        self.help_mark = help_mark
        self.brightness = brightness
        self.volume = volume

    def save(self):
        """Keep the choices. The plain ones forget them at power-off."""
