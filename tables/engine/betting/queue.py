"""Raise by fixed steps; players wait in a queue and may pass to its end once before they act."""

from tables.engine.betting.structure import BettingStructure
from tables.engine.events import Verb
from tables.engine.legal import Bounds, Legal
from tables.engine.rejection import Refusal
from tables.engine.state import CLOCKWISE, PREFLOP, State


class Queue(BettingStructure):
    has_bet = False
    has_pass = True
    all_in_is_a_move = True

    def open_street(self, state: State) -> None:
        """Start at the price of a small blind; preflop both blinds count as actions, and the small blind acts again
        last.
        """
        super().open_street(state)
        state.price = state.opening.rules.small_blind
        if state.street == PREFLOP:
            small, big = state.bets[0], state.bets[1]
            state.price = max(state.price, small, big)
            back = [0] if state.price > small and state.stacks[0] else []
            state.queue = [position for position in range(2, len(state.stacks)) if state.stacks[position]] + back
            state.acted = 0b11

    def legal(self, state: State) -> Legal:
        position = state.queue[0]
        stack, bet = state.stacks[position], state.bets[position]
        owed, raised = state.price - bet, state.price + self._step(state)
        refusal = self._why_no_raise(state, bet + stack)
        return Legal(
            state.opening.seats[position],
            fold=True,
            check=False,
            call=owed if owed <= stack else 0,
            bet=None,
            raise_=None if refusal else Bounds(raised, raised),
            all_in=bet + stack,
            pass_=len(state.queue) > 1 and position not in state.passed,
            no_raise=refusal,
        )

    def _step(self, state: State) -> int:
        return state.opening.rules.small_blind

    def _why_no_raise(self, state: State, everything: int) -> Refusal | None:
        cap = state.opening.rules.raise_cap
        if cap and state.raises >= cap:
            return Refusal.RAISES_USED_UP
        if not state.acted:
            return Refusal.FIRST_CANNOT_RAISE
        if everything < state.price + self._step(state):
            return Refusal.NOT_ENOUGH_CHIPS
        return None

    def play(self, state: State, verb: Verb, to: int) -> None:
        position = state.queue[0]
        if verb == "pass":
            state.queue = [*state.queue[1:], position]
            state.acted |= 1 << position
            state.passed |= {position}
            return
        state.passed -= {position}
        super().play(state, verb, to)

    def count(self, state: State, verb: Verb, to: int) -> None:
        state.raises += verb == "raise"

    def ask_again(self, state: State, position: int) -> None:
        """Queue the players who have acted behind those who still wait, so that they answer the raise."""
        for other in CLOCKWISE[len(state.stacks)][position]:
            able = state.stacks[other] and not state.folded[other]
            if able and state.acted >> other & 1 and other not in state.queue:
                state.queue.append(other)
