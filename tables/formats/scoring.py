"""Measure who plays better over a series of hands: milli-big-blinds per hand, and how certain that is."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, Self

_DEVIATIONS: Final = 1.96
"""The number of standard deviations on either side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Score:
    """Sums up hands of one player, or of one player against another. Scores of different hands can be added."""

    hands: int = 0
    net: int = 0
    squares: int = 0
    """The sum of the squared gains and losses: of each hand, or of each deal if hands belong together."""
    deals: int | None = None
    """The number of deals; hands played with the same deck belong together and count as one observation."""

    def __add__(self, other: "Score") -> "Score":
        together = None if self.deals is None is other.deals else self.observations + other.observations
        return Score(self.hands + other.hands, self.net + other.net, self.squares + other.squares, together)

    @classmethod
    def of(cls, nets: Iterable[int]) -> Self:
        """Sum up hands that are independent of each other."""
        each = list(nets)
        return cls(len(each), sum(each), sum(net * net for net in each))

    @classmethod
    def of_deals(cls, deals: Iterable[Iterable[int]]) -> Self:
        """Sum up hands in groups that share a deck."""
        groups = [list(group) for group in deals]
        sums = [sum(group) for group in groups]
        return cls(sum(map(len, groups)), sum(sums), sum(net * net for net in sums), len(groups))

    @property
    def observations(self) -> int:
        return self.hands if self.deals is None else self.deals

    def mbb_per_hand(self, big_blind: int) -> float | None:
        """Return the mean gain of a hand, in thousandths of a big blind; None before the first hand."""
        return 1000 * self.net / (big_blind * self.hands) if self.hands else None

    def interval(self, big_blind: int) -> float | None:
        """Return half the width of the 95 % interval around the mean, in mbb/h; None before the second observation."""
        seen = self.observations
        if seen < 2:
            return None
        variance = max(0, seen * self.squares - self.net * self.net) / (seen * (seen - 1))
        return 1000 * _DEVIATIONS * sqrt(seen * variance) / (big_blind * self.hands)
