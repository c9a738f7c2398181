"""Count who won on how many boards."""

from collections.abc import Sequence
from typing import Final

from tables.equity.question import Chances

POT_UNITS: Final = 2520
"""Units of a pot, which up to ten players can share without a rest."""


class Tally:
    def __init__(self, hands: int) -> None:
        self.boards = 0
        self.win = [0] * hands
        self.tie = [0] * hands
        self.share = [0] * hands

    def count(self, strengths: Sequence[int], times: int = 1) -> None:
        """Count the winners; strength 1 is the best. Hands beyond the first few are unknown and not counted."""
        self.boards += times
        best = min(strengths)
        winners = strengths.count(best)
        if winners == 1:
            place = strengths.index(best)
            if place < len(self.win):
                self.win[place] += times
                self.share[place] += POT_UNITS * times
            return
        for place in range(len(self.win)):
            if strengths[place] == best:
                self.tie[place] += times
                self.share[place] += POT_UNITS // winners * times

    def chances(self, *, exact: bool = True, error: float = 0.0) -> Chances:
        boards = self.boards
        return Chances(
            tuple([won / boards for won in self.win]),
            tuple([tied / boards for tied in self.tie]),
            tuple([share / (POT_UNITS * boards) for share in self.share]),
            exact,
            error,
            boards,
        )
