"""Bet as in no-limit, but never more than the pot."""

from tables.engine.betting.no_limit import NoLimit
from tables.engine.legal import Bounds
from tables.engine.state import State


class PotLimit(NoLimit):
    def sizes(self, state: State, owed: int, everything: int) -> Bounds:
        """Limit a raise to the pot as it would be after a call."""
        least, most = super().sizes(state, owed, everything)
        pot = state.price + state.middle + owed
        return Bounds(least, min(most, pot))
