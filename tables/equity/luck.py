"""Compute what all-ins brought beyond what they were worth."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber

THOUSANDTHS = 1000


def all_in_luck(play: HandState, chances: Sequence[Mapping[str, Any]] | None) -> dict[SeatNumber, int]:
    """Return luck in thousandths of a chip, by seat; the sum is zero. `chances` come from `face_up_chances`.

    Luck is the winnings less the expected part of each pot, among those who could win it when the hands were turned up.
    It is zero for everybody if no hands were turned up before the last card.
    """
    lucks = dict.fromkeys(play.seats, 0)
    if not chances:
        return lucks
    for seat, won in zip(play.seats, play.won, strict=True):
        lucks[seat] += won * THOUSANDTHS
    for pot, expected in zip(play.pots, chances[0]["pots"], strict=True):
        for seat, worth in _split(pot.amount * THOUSANDTHS, expected["share"], expected["seats"]).items():
            lucks[seat] -= worth
    return lucks


def _split(amount: int, shares: Sequence[float], seats: Sequence[int]) -> dict[SeatNumber, int]:
    """Split into whole numbers with nothing left over: the last seat takes what rounding leaves."""
    worth = {SeatNumber(seat): round(amount * share) for seat, share in zip(seats, shares, strict=True)}
    worth[SeatNumber(seats[-1])] += amount - sum(worth.values())
    return worth
