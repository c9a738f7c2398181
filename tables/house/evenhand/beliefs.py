"""Estimate what an opponent holds after all that they did: hands with weights, for each sort of people."""

import random
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from tables.engine.cards import Card
from tables.house.evenhand.kinds import COMBOS, COMBOS_WITH, COUNTS, KIND_OF_COMBO, SHARES
from tables.house.evenhand.people import PRIOR, Habit, bucket, habits, size_likelihoods
from tables.house.evenhand.qualities import qualities
from tables.house.evenhand.reading import Context, Step

SAMPLE: Final = 120
PREFLOP_BUCKETS: Final = tuple([bucket(1 - share) for share in SHARES])

Weights = tuple[list[float], ...]
"""Holds weights by sort of people, then by hand."""


@dataclass(slots=True)
class Belief:
    """Holds the weights of an opponent's hands; `buckets` are those of the hands' quality on the present street."""

    weights: Weights
    buckets: Sequence[int]
    pairs: Sequence[tuple[Card, Card]] = ()
    """The sampled hands; empty before the flop, where all kinds stand for themselves."""

    def total(self) -> list[float]:
        return list(map(sum, zip(*self.weights, strict=True)))

    def answers(self, seen: Context) -> tuple[list[float], list[float]]:
        """Return how often each hand is held and stays, and how often it is held and raises, in this context."""
        found = habits(seen)
        return self._together([habit.stays for habit in found]), self._together([habit.raises for habit in found])

    def _together(self, tables: Sequence[Sequence[float]]) -> list[float]:
        one, two, three, four = tables
        return [
            a * one[place] + b * two[place] + c * three[place] + d * four[place]
            for a, b, c, d, place in zip(*self.weights, self.buckets, strict=True)
        ]


def updated_weights(weights: Weights, buckets: Sequence[int], steps: Iterable[Step]) -> Weights:
    for step in steps:
        sizes = size_likelihoods(step.context.street, step.size) if step.raised else (1.0,) * len(weights)
        found = habits(step.context)
        sorts = zip(weights, found, sizes, strict=True)
        weights = tuple([_times(values, habit, step.raised, size, buckets) for values, habit, size in sorts])
    return weights


def _times(values: list[float], habit: Habit, raised: bool, size: float, buckets: Sequence[int]) -> list[float]:
    table = [one * size for one in habit.raises] if raised else habit.stays
    return [value * table[place] for value, place in zip(values, buckets, strict=True)]


@lru_cache(2048)
def before_the_flop(steps: tuple[Step, ...]) -> Belief:
    start = tuple([[prior * count for count in COUNTS] for prior in PRIOR])
    return Belief(updated_weights(start, PREFLOP_BUCKETS, steps), PREFLOP_BUCKETS)


def belief(
    steps: Sequence[Step], hole: Sequence[Card], board: Sequence[Card], chance: random.Random, *, sample: int = SAMPLE
) -> Belief:
    """Estimate what one opponent holds, from what that opponent did."""
    early = before_the_flop(tuple([step for step in steps if not step.context.street]))
    if not board:
        return early
    places = _sampled(early, {*hole, *board}, chance, sample)
    pairs = [COMBOS[place] for place in places]
    weights = _shares_of_sorts(early, places)
    for street in range(1, len(board) - 1):
        buckets = list(map(bucket, qualities(pairs, tuple(board[: street + 2]))))
        weights = updated_weights(weights, buckets, [step for step in steps if step.context.street == street])
    return Belief(weights, buckets, pairs)


def _sampled(early: Belief, gone: set[Card], chance: random.Random, sample: int) -> list[int]:
    """Draw places of combinations as often as they are likely, spread evenly over all of them."""
    by_kind = [all_ / count for all_, count in zip(early.total(), COUNTS, strict=True)]
    likely = [by_kind[one] for one in KIND_OF_COMBO]
    for card in gone:
        for place in COMBOS_WITH[card]:
            likely[place] = 0.0
    sums = list(accumulate(likely))
    step = sums[-1] / sample
    start = chance.random()
    last = len(COMBOS) - 1
    return [min(last, bisect_right(sums, (number + start) * step)) for number in range(sample)]


def _shares_of_sorts(early: Belief, places: Sequence[int]) -> Weights:
    """Divide the weight of one for each sampled hand among the sorts: hands were drawn by the sum over all sorts."""
    total = early.total()
    kinds = [KIND_OF_COMBO[place] for place in places]
    return tuple([[values[one] / total[one] for one in kinds] for values in early.weights])
