"""Describe how unknown people play: four sorts, each likely to stay or to raise with a hand of some quality.

A quality is 1 for the best hand and 0 for the worst: before the flop by the share of worse hands, afterwards by the
share of hands that it beats, with some credit for draws. To stay is to check or to call; the rest is a fold.
"""

from collections.abc import Callable
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from tables.house.evenhand.reading import Context, ratio

BUCKETS: Final = 40
"""Number of steps of quality."""
PRIOR: Final = (0.4, 0.33, 0.22, 0.05)
"""The shares of bold, timid, calling and wild players."""


DEAR: Final = 0.03
"""The quality that a hand needs more for each half doubling of what it costs."""


class Habit(NamedTuple):
    """Holds how likely one sort is to stay or raise in one context, by bucket of quality."""

    stays: tuple[float, ...]
    raises: tuple[float, ...]


def bucket(quality: float) -> int:
    return min(BUCKETS - 1, int(quality * BUCKETS))


@lru_cache(4096)
def habits(seen: Context) -> tuple[Habit, ...]:
    """Return the habit of each sort, in the order of `PRIOR`."""
    sorts = _LATE if seen.street else _EARLY
    qualities = [(place + 0.5) / BUCKETS for place in range(BUCKETS)]
    found = [[sort(seen, quality) for quality in qualities] for sort in sorts]
    return tuple(
        [Habit(tuple([min(stay, 1 - rise) for stay, rise in one]), tuple([rise for _, rise in one])) for one in found]
    )


@lru_cache(256)
def size_likelihoods(street: int, size: int) -> tuple[float, ...]:
    """Return how likely each sort's raise is of this size. Only wild players bet much more than the pot."""
    of_pot = ratio(size)
    usual = 1.0 if 0.25 < of_pot < 1.6 else 0.3 if of_pot <= 0.25 else 0.35 if of_pot < 2.3 else 0.25 / of_pot**1.7
    return usual, usual, usual, 0.45 if of_pot < 1.6 else 0.3


def _over(quality: float, threshold: float, softness: float) -> float:
    """Rise smoothly from 0 to 1 around the threshold."""
    return 1 / (1 + exp(max(-50.0, min(50.0, (threshold - quality) / softness))))


def _played(opponents: int) -> float:
    return 0.8 * float(0.79 ** (opponents - 1))


def _bold_early(seen: Context, quality: float) -> tuple[float, float]:
    return _early(seen, quality, width=1.0, opens=0.85, limps=0.3, reraises=0.16, calls=0.8)


def _timid_early(seen: Context, quality: float) -> tuple[float, float]:
    return _early(seen, quality, width=0.65, opens=0.7, limps=0.4, reraises=0.08, calls=0.85)


def _early(
    seen: Context, quality: float, *, width: float, opens: float, limps: float, reraises: float, calls: float
) -> tuple[float, float]:
    played = width * _played(seen.opponents)
    if not seen.raises:
        raises = opens * _over(quality, 1 - 0.8 * played, 0.06) + 0.02
        stays = limps * _over(quality, 1 - 1.1 * played, 0.12) + 0.02 if seen.facing else 1 - raises
        return min(stays, 1 - raises), raises
    dear = min(1.0, (3.0 * 3 ** (seen.raises - 1) / ratio(seen.cost)) ** 0.6)
    reraised = reraises * 0.5 ** (seen.raises - 1) * dear
    called = played * calls * 0.62 ** (seen.raises - 1) * dear
    raises = (
        0.75 * _over(quality, 1 - reraised, 0.025)
        + 0.15 * reraises * 0.3 ** (seen.raises - 1) * _over(quality, 0.5, 0.1)
        + 0.002
    )
    return max(0.0, _over(quality, 1 - called, 0.06) + 0.01 - raises), raises


def _calling_early(seen: Context, quality: float) -> tuple[float, float]:
    if not seen.raises:
        raises = 0.4 * _over(quality, 0.94, 0.025) + 0.01
        return (0.9 * _over(quality, 0.25, 0.12) if seen.facing else 1 - raises), raises
    dear = min(1.0, (3.0 / ratio(seen.cost)) ** 0.35)
    raises = 0.3 * _over(quality, 0.97, 0.015) + 0.005
    return max(0.0, _over(quality, 1 - 0.65 * dear, 0.1) - raises) + 0.02, raises


def _wild_early(seen: Context, quality: float) -> tuple[float, float]:
    raises = 0.4 + 0.2 * quality
    return (0.35 + 0.05 * quality if seen.facing else 1 - raises), raises


def _price_of_staying(seen: Context) -> float:
    """Return the quality from which most players stay."""
    size = ratio(seen.cost)
    return min(
        0.95,
        DEAR * seen.stakes + 0.23 + 0.88 * size / (0.8 + size) + 0.1 * (seen.raises - 1) + 0.03 * (seen.opponents - 1),
    )


def _bold_late(seen: Context, quality: float) -> tuple[float, float]:
    if not seen.facing:
        bluffs = 0.45 * _over(1 - quality, 0.5, 0.1)
        raises = (0.12 + 0.76 * _over(quality, 0.58, 0.07) + bluffs) * 0.85 ** (seen.opponents - 1)
        return 1 - raises, raises
    raises = 0.6 * _over(quality, 0.78 + 0.03 * seen.raises + 0.01 * seen.stakes, 0.05) + 0.11 * 0.85**seen.stakes
    return max(0.0, _over(quality, _price_of_staying(seen) - 0.04, 0.07) - raises), raises


def _timid_late(seen: Context, quality: float) -> tuple[float, float]:
    if not seen.facing:
        raises = (0.06 + 0.72 * _over(quality, 0.7, 0.06)) * 0.85 ** (seen.opponents - 1)
        return 1 - raises, raises
    raises = 0.015 + 0.45 * _over(quality, 0.93, 0.025)
    return max(0.0, _over(quality, min(0.95, _price_of_staying(seen) + 0.12), 0.06) - raises), raises


def _calling_late(seen: Context, quality: float) -> tuple[float, float]:
    if not seen.facing:
        raises = 0.02 + 0.45 * _over(quality, 0.84, 0.04)
        return 1 - raises, raises
    raises = 0.01 + 0.35 * _over(quality, 0.96, 0.02)
    return max(0.0, _over(quality, 0.72 * _price_of_staying(seen), 0.12) - raises), raises


def _wild_late(seen: Context, quality: float) -> tuple[float, float]:
    if not seen.facing:
        raises = 0.5 + 0.2 * quality
        return 1 - raises, raises
    return 0.25 + 0.3 * quality, 0.25 + 0.15 * quality


_Sort = Callable[[Context, float], tuple[float, float]]
_EARLY: Final[tuple[_Sort, ...]] = (_bold_early, _timid_early, _calling_early, _wild_early)
_LATE: Final[tuple[_Sort, ...]] = (_bold_late, _timid_late, _calling_late, _wild_late)
