"""How much of the great many cases is tried: all of them where `WHOLE_MATRIX` is set, else an even part of them."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

Case = TypeVar("Case")

WHOLE: Final = bool(os.environ.get("WHOLE_MATRIX"))


def count(whole: int, *, quick: int) -> int:
    """How many to try of what could go on for ever, as hands dealt at random do."""
    return whole if WHOLE else min(whole, quick)


def sample(cases: Sequence[Case], *, quick: int, turn: int = 0) -> list[Case]:
    """All of them, or `quick` of them that lie evenly spread; with another `turn` they are others."""
    wanted = count(len(cases), quick=quick)
    return [cases[(place * len(cases) // wanted + turn) % len(cases)] for place in range(wanted)]
