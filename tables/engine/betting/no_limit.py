"""Bet any amount from the least bet or raise up to everything. Pot-limit and fixed-limit change only the sizes."""

from tables.engine.betting.structure import BettingStructure, nobody_can_answer
from tables.engine.events import Verb
from tables.engine.legal import Bounds, Legal
from tables.engine.rejection import Refusal
from tables.engine.rules import ShortAllIn
from tables.engine.state import State


class NoLimit(BettingStructure):
    def legal(self, state: State) -> Legal:
        position = state.queue[0]
        stack, bet = state.stacks[position], state.bets[position]
        owed = state.price - bet
        seat = state.opening.seats[position]
        if owed >= stack:
            return Legal(seat, True, False, stack, None, None, bet + stack, no_raise=Refusal.NOT_ENOUGH_CHIPS)
        refusal = self.why_no_raise(state, position, owed)
        if refusal:
            return Legal(seat, True, not owed, owed, None, None, None, no_raise=refusal)
        most = bet + stack
        bounds = self.sizes(state, owed, most)
        all_in = most if bounds.most == most else None
        if state.price:
            return Legal(seat, True, not owed, owed, None, bounds, all_in)
        return Legal(seat, True, True, 0, bounds, None, all_in)

    def why_no_raise(self, state: State, position: int, owed: int) -> Refusal | None:
        """Return why a player who has the chips may not raise, or None."""
        rules = state.opening.rules
        if nobody_can_answer(state, position):
            return Refusal.NOBODY_CAN_ANSWER
        if rules.raise_cap and state.raises >= rules.raise_cap:
            return Refusal.RAISES_USED_UP
        if state.acted >> position & 1 and rules.short_all_in is ShortAllIn.CLOSES and not self.reopens(state, owed):
            return Refusal.NOT_REOPENED
        return None

    def reopens(self, state: State, owed: int) -> bool:
        """Tell whether raises since the player acted, several short ones added up, make a full one (TDA 47)."""
        return owed >= state.last_raise

    def sizes(self, state: State, owed: int, everything: int) -> Bounds:
        """Return the bounds of a bet or raise, in totals; an all-in may be less than the least."""
        rules = state.opening.rules
        least = state.price + (rules.raise_least or state.last_raise) if state.price else rules.least_bet
        return Bounds(min(least, everything), everything)

    def count(self, state: State, verb: Verb, to: int) -> None:
        rules = state.opening.rules
        increase = to - state.price
        full = increase >= state.last_raise
        if full:
            state.last_raise = increase
        elif rules.short_all_in is ShortAllIn.COUNTS_AS_RAISE:
            state.last_raise = max(increase, rules.big_blind)
        if (state.price or rules.cap_counts_bets) and (full or rules.short_all_in is ShortAllIn.COUNTS_AS_RAISE):
            state.raises += 1
