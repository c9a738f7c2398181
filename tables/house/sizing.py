"""Turn what a player wants into an action that is legal here, in amounts that people bet."""

import random
from typing import Final, NamedTuple

from tables.engine.rejection import Refusal
from tables.house.spot import Spot

Action = tuple[str, int | None]
_CHIPS: Final = (*[digits * 10**zeros for zeros in reversed(range(12)) for digits in (25, 10, 5)], 1)


class Plan(NamedTuple):
    stay: bool
    """True to pay the price, where there is one."""
    to: int = 0
    """The total to bet or raise to, roughly; 0 for neither."""
    sure: bool = False
    """True if the hand is worth the whole stack."""


def round_chips(amount: float) -> int:
    """Round as people count out chips: 45, 275, 1300, never 1327."""
    unit = next((chip for chip in _CHIPS if chip * 6 <= amount), 1)
    return max(unit, round(amount / unit) * unit)


def carry_out(spot: Spot, plan: Plan, chance: random.Random) -> Action:
    if plan.to:
        action = _raise(spot, plan)
        if action:
            return action
        if plan.stay and spot.legal.pass_ and spot.legal.no_raise is Refusal.FIRST_CANNOT_RAISE:
            return "pass", None
    if plan.stay or spot.legal.check:
        return stay(spot)
    if spot.legal.pass_ and chance.random() < 0.3:
        return "pass", None
    return "fold", None


def stay(spot: Spot) -> Action:
    """Check or call; go all-in with too few chips for a price that must be met in full."""
    if spot.legal.check:
        return "check", None
    return ("call" if spot.legal.call else "all-in"), None


def _raise(spot: Spot, plan: Plan) -> Action | None:
    """Return the bet or raise; None where it is not possible, or would be more than the hand is worth."""
    legal = spot.legal
    bounds = legal.bet or legal.raise_
    if bounds is None:
        pushes = plan.sure and legal.no_raise is Refusal.NOT_ENOUGH_CHIPS and (legal.all_in or 0) > spot.price
        return ("all-in", None) if pushes else None
    to = max(bounds.least, min(bounds.most, plan.to))
    if 2 * (to - spot.bet) > spot.reach - spot.bet:
        if not plan.sure:
            return None
        to = max(bounds.least, min(bounds.most, spot.reach))
    return ("bet" if legal.bet else "raise"), to
