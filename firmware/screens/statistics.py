"""What this player has played so far."""

from ..words import load_rare
from .page import LONG, Page


class Statistics(Page):
    """Any key goes back."""

    name = "statistics"

    def open(self, now):
        words = self.face.words
        rare = load_rare(words["code"])
        self.begin(rare["statistics"], words["foot_back"])
        if self.face.parts is None:
            return
        store = self.face.parts.store
        self.add(rare["stat_matches"], str(store.matches))
        self.add(rare["stat_won"], str(store.matches_won))
        self.add(rare["stat_rounds"], str(store.rounds))
        self.add(rare["stat_rounds_won"], str(store.rounds_won))
        seconds = store.fastest_s
        self.add(rare["stat_fastest"], "{}:{:02d}".format(seconds // 60, seconds % 60) if seconds else "-")

    def press(self, button, at):
        self.face.go("settings", at)

    def think(self, now):
        return LONG
