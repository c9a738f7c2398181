"""Bet as in the contest: any amount from the big blind, and raises to exactly twice the highest bet."""

from tables.engine.betting.structure import BettingStructure
from tables.engine.events import Verb
from tables.engine.legal import Bounds, Legal
from tables.engine.rejection import Refusal
from tables.engine.state import State


class Doubling(BettingStructure):
    has_overbet = True
    all_in_is_a_move = True

    def legal(self, state: State) -> Legal:
        position = state.queue[0]
        stack, bet = state.stacks[position], state.bets[position]
        owed, everything = state.price - bet, bet + stack
        seat = state.opening.seats[position]
        refusal = self._why_no_raise(state, everything)
        if not state.price:
            bounds = None if refusal else Bounds(state.opening.rules.least_bet, everything)
            return Legal(seat, True, True, 0, bounds, None, everything, no_raise=refusal)
        doubled = None if refusal else Bounds(2 * state.price, 2 * state.price)
        over = self._overbet(state, bet, everything)
        return Legal(seat, True, not owed, min(owed, stack), None, doubled, everything, overbet=over, no_raise=refusal)

    def _why_no_raise(self, state: State, everything: int) -> Refusal | None:
        rules = state.opening.rules
        made, cap = (state.raises, rules.raise_cap) if state.price else (state.bets_made, rules.bet_cap)
        if cap and made >= cap:
            return Refusal.RAISES_USED_UP if state.price else Refusal.BETS_USED_UP
        if everything < (2 * state.price or rules.least_bet):
            return Refusal.NOT_ENOUGH_CHIPS
        return None

    def _overbet(self, state: State, bet: int, everything: int) -> Bounds | None:
        """Return the bounds of an overbet, which adds at least the big blind to what the player has in."""
        least = max(state.price + 1, bet + state.opening.rules.least_bet)
        cap = state.opening.rules.bet_cap
        return None if everything < least or (cap and state.bets_made >= cap) else Bounds(least, everything)

    def count(self, state: State, verb: Verb, to: int) -> None:
        state.raises += verb == "raise"
        state.bets_made += verb in ("bet", "overbet")
