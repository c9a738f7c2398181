"""What the player to act may do. The same bounds draw the buttons and the slider and check the move."""

from typing import NamedTuple

from tables.engine.opening import Seat
from tables.engine.rejection import Refusal


class Bounds(NamedTuple):
    """Totals of the player on this street."""

    least: int
    most: int


class Legal(NamedTuple):
    seat: Seat
    fold: bool
    check: bool
    call: int
    """What it costs; 0: there is nothing to call, or it cannot be afforded where one must match in full."""
    bet: Bounds | None
    raise_: Bounds | None
    all_in: int | None
    """The player's total on this street after it."""
    pass_: bool = False
    overbet: Bounds | None = None
    """A bet over a standing bet: only programs of the contest protocol may make it, no page offers it."""
    no_raise: Refusal | None = None
    """Why neither bet nor raise is possible."""
