"""Decide before any raise: open by the number of opponents still to act, or raise those who only called."""

import random
from typing import Final

from tables.house.evenhand.kinds import SHARES, kind
from tables.house.sizing import Plan, round_chips
from tables.house.spot import Spot

OPENED: Final = (1.0, 0.95, 0.5, 0.33, 0.26, 0.21, 0.18, 0.155, 0.135, 0.12)
"""The share of hands that is played, by the number of opponents who may still act."""
ISOLATED: Final = 0.42
"""The share of hands that is raised against a player who only called."""


def first_in(spot: Spot, behind: int, chance: random.Random) -> Plan:
    """Plan while nobody has raised; `behind` have not acted yet. Callers are raised by more, with fewer hands."""
    rank = SHARES[kind(*spot.hole)] * chance.uniform(0.93, 1.07)
    callers = spot.opponents - behind
    played = OPENED[max(1, min(behind, len(OPENED) - 1))] * (1.0 if not callers else ISOLATED + 0.1)
    if not spot.owed:
        played = ISOLATED * 0.85 ** (callers - 1)
    if rank < played:
        return Plan(True, _size(spot, callers, chance), sure=True)
    dear = spot.owed > spot.big_blind / 2
    return Plan(not spot.owed or (rank < (0.35 if dear else 0.75) / max(1, behind) ** 0.5 and callers > 0))


def _size(spot: Spot, callers: int, chance: random.Random) -> int:
    of_blind = 2 if spot.opponents == 1 and spot.owed else chance.choice((2.5, 3)) + callers + (not spot.owed) * 0.5
    return round_chips(spot.big_blind * of_blind)
