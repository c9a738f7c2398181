"""Define the random player who plays every seat in every library, and the game that all of them play.

The player calls much and raises little, so hands are long (about 8, 29 and 49 actions with 2, 6 and 9 players) and most
reach a showdown. The size of a raise is bounded by an amount above the least, which is the same number whether a
library counts chips put in or totals of the street.
"""

from collections.abc import Callable
from random import Random
from typing import Final

SMALL_BLIND: Final = 50
BIG_BLIND: Final = 100
STACK: Final = 200 * BIG_BLIND

FOLDS: Final = 0.08
"""Sets the share of folds; the player checks instead where there is nothing to call."""
RAISES: Final = 0.12
"""Sets the share of raises; the player checks or calls instead where no raise is possible."""
SPREAD: Final = 5 * BIG_BLIND
"""Bounds a raise, which is uniformly random from the least to this many chips more, or to all chips."""

FOLD: Final = -1
CHECK_OR_CALL: Final = 0

MIND: Final = Random()
"""Draws the player's decisions; libraries shuffle with Python's shared generator."""

PlayHand = Callable[[], int]
"""Shuffles, deals, plays and settles one hand; returns how many decisions were made."""


def choose(draw: Callable[[], float], call: int, least: int, most: int) -> int:
    """Return FOLD, CHECK_OR_CALL or an amount to bet or raise, from two draws; `most` is 0 where that is impossible."""
    what, size = draw(), draw()
    if what < FOLDS:
        return FOLD if call else CHECK_OR_CALL
    if what < 1 - RAISES or not most:
        return CHECK_OR_CALL
    return least + int(size * (min(most - least, SPREAD) + 1))
