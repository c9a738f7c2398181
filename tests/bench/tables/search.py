"""Search for the largest number of tables that the site serves well enough."""

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

PRECISION: Final = 16
"""Ends the search when the interval that is left is at most one part in this many of the number of tables."""

Attempt = Callable[[int], Awaitable[bool | None]]
"""Tells whether this many tables are served well enough; None if there is no time left to find out."""


class Found(NamedTuple):
    largest: int
    """Holds the largest number that was served well enough; 0 if none was."""
    too_many: int | None
    """Holds the smallest number that was not; None if the search ended before it met one."""


async def largest_number(attempt: Attempt, *, first: int, served: bool, most: int) -> Found:
    """Double the tables while they are served well enough, then halve the interval; `first` has been tried already."""
    low, high = (first, None) if served else (0, first)
    while (wanted := _next(low, high, most)) is not None:
        good = await attempt(wanted)
        if good is None:
            break
        low, high = (wanted, high) if good else (low, wanted)
    return Found(low, high)


def _next(low: int, high: int | None, most: int) -> int | None:
    if high is None:
        return min(low * 2, most) if low < most else None
    return (low + high) // 2 if high - low > max(1, high // PRECISION) else None
