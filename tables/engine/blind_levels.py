"""Let blinds grow: a knock-out doubles them with each orbit of the small blind around the table."""

import dataclasses
from typing import NamedTuple

from tables.engine.opening import SeatNumber
from tables.engine.rules import MOST_CHIPS, BlindGrowth, Rules


class Orbit(NamedTuple):
    """Holds where the small blind was when this orbit began, and where it was in the last hand."""

    began_at: SeatNumber
    last: SeatNumber
    number: int = 0


def next_orbit(orbit: Orbit | None, *, small_blind: SeatNumber) -> Orbit:
    """Begin a new orbit once the small blind reaches or passes the seat where the last one began."""
    if orbit is None:
        return Orbit(small_blind, small_blind)
    places = 1 + max(orbit.began_at, orbit.last, small_blind)

    def steps(seat: int) -> int:
        return (seat - orbit.last - 1) % places + 1

    if steps(small_blind) >= steps(orbit.began_at):
        return Orbit(small_blind, small_blind, orbit.number + 1)
    return orbit._replace(last=small_blind)


def rules_in_orbit(rules: Rules, orbit: Orbit) -> Rules:
    """Return the rules with the blinds as they have grown by this orbit."""
    if rules.blind_growth is BlindGrowth.NONE:
        return rules
    times = 2 ** min(orbit.number, MOST_CHIPS.bit_length())
    big_blind = min(rules.big_blind * times, MOST_CHIPS)
    return dataclasses.replace(rules, small_blind=min(rules.small_blind * times, big_blind), big_blind=big_blind)
