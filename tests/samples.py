"""Choose how many of very many cases are tried: all of them if `WHOLE_MATRIX` is set, else an even sample."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

Case = TypeVar("Case")

WHOLE: Final = bool(os.environ.get("WHOLE_MATRIX"))


def count(whole: int, *, quick: int) -> int:
    """Return how many to try of cases without end, such as hands dealt at random."""
    return whole if WHOLE else min(whole, quick)


def sample(cases: Sequence[Case], *, quick: int, turn: int = 0) -> list[Case]:
    """Return all cases, or `quick` of them evenly spread; another `turn` picks others."""
    wanted = count(len(cases), quick=quick)
    return [cases[(place * len(cases) // wanted + turn) % len(cases)] for place in range(wanted)]
