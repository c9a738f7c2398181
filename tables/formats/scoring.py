"""What a series of hands says about who plays better: milli-big-blinds per hand, and how sure that is."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final, Self

_DEVIATIONS: Final = 1.96
"""On either side of the mean lie 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of one player, or of all hands of one against another. Scores of different hands can be added."""

    hands: int = 0
    net: int = 0
    squares: int = 0
    """Of the gains and losses: of each hand, or of each deal where hands belong together."""
    deals: int | None = None
    """Hands that were played with the same deck belong together and count as one observation."""

    def __add__(self, other: "Score") -> "Score":
        together = None if self.deals is None is other.deals else self.observations + other.observations
        return Score(self.hands + other.hands, self.net + other.net, self.squares + other.squares, together)

    @classmethod
    def of(cls, nets: Iterable[int]) -> Self:
        """Of hands that have nothing to do with each other."""
        each = list(nets)
        return cls(len(each), sum(each), sum(net * net for net in each))

    @classmethod
    def of_deals(cls, deals: Iterable[Iterable[int]]) -> Self:
        """Of hands in groups that share a deck."""
        groups = [list(group) for group in deals]
        sums = [sum(group) for group in groups]
        return cls(sum(map(len, groups)), sum(sums), sum(net * net for net in sums), len(groups))

    @property
    def observations(self) -> int:
        return self.hands if self.deals is None else self.deals

    def mbb_per_hand(self, big_blind: int) -> float | None:
        """None before the first hand."""
        return 1000 * self.net / (big_blind * self.hands) if self.hands else None

    def interval(self, big_blind: int) -> float | None:
        """In mbb/h, so much less or more than the mean: the half of the 95 % interval. None before the second deal."""
        seen = self.observations
        if seen < 2:
            return None
        variance = max(0, seen * self.squares - self.net * self.net) / (seen * (seen - 1))
        return 1000 * _DEVIATIONS * sqrt(seen * variance) / (big_blind * self.hands)
