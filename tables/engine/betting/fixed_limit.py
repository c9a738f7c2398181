"""Bets and raises of one size: the big blind, on turn and river twice that."""

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
        """TDA 47: half a bet is enough here, and several short all-ins add up."""
        return 2 * owed >= self.size(state)

    def sizes(self, state: State, owed: int, everything: int) -> Bounds:
        """After an all-in too short to count, the next raise completes the bet."""
        to = min(state.level + self.size(state), everything)
        return Bounds(to, to)

    def count(self, state: State, verb: Verb, to: int) -> None:
        size = self.size(state)
        if to >= state.level + size or 2 * (to - state.price) >= size:
            state.level = to
            state.raises += 1
