"""Describe what the player to act may do. The same bounds draw the buttons and the slider and check the move."""

from typing import NamedTuple

from tables.engine.opening import SeatNumber
from tables.engine.rejection import Refusal


class Bounds(NamedTuple):
    """Holds the least and the most that the player may have in on this street."""

    least: int
    most: int


class Legal(NamedTuple):
    seat: SeatNumber
    fold: bool
    check: bool
    call: int
    """Cost of a call; 0 if there is nothing to call, or if one must match in full and cannot."""
    bet: Bounds | None
    raise_: Bounds | None
    all_in: int | None
    """The player's total on this street after an all-in; None if it is not allowed."""
    pass_: bool = False
    overbet: Bounds | None = None
    """A bet over a standing bet: only programs of the contest protocol may make it, no page offers it."""
    no_raise: Refusal | None = None
    """Reason why neither bet nor raise is possible."""
