"""Bet and raise by one size: the big blind, twice that on turn and river."""

from typing import Final

from tables.engine.betting.no_limit import NoLimit
from tables.engine.events import Verb
from tables.engine.legal import Bounds
from tables.engine.state import State

TURN: Final = 2


class FixedLimit(NoLimit):
    def size(self, state: State) -> int:
        big_blind = state.opening.rules.big_blind
        return big_blind if state.street < TURN else 2 * big_blind

    def reopens(self, state: State, owed: int) -> bool:
        """Tell whether half a bet or more is owed, several short all-ins added up: that is enough here (TDA 47)."""
        return 2 * owed >= self.size(state)

    def sizes(self, state: State, owed: int, everything: int) -> Bounds:
        """Return the only size of a raise; after an all-in too short to count it completes the bet."""
        to = min(state.level + self.size(state), everything)
        return Bounds(to, to)

    def count(self, state: State, verb: Verb, to: int) -> None:
        size = self.size(state)
        if to >= state.level + size or 2 * (to - state.price) >= size:
            state.level = to
            state.raises += 1
