"""Define what every betting structure answers and what all of them share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tables.engine.events import Verb
from tables.engine.legal import Legal
from tables.engine.rules import HeadsUpSmallBlind
from tables.engine.state import CLOCKWISE, PREFLOP, State


class BettingStructure(ABC):
    """Keeps no state: everything known about a hand is in its `State`."""

    has_bet = True
    has_overbet = False
    has_pass = False
    all_in_is_a_move = False
    """True where an all-in is a verb of its own, not the call, bet or raise that takes the whole stack."""

    def open_street(self, state: State) -> None:
        """Reset the street and queue its players: preflop from the player after the big blind, who faces the blinds."""
        rules = state.opening.rules
        folded, stacks = state.folded, state.stacks
        order: Sequence[int] = range(len(stacks))
        state.acted = state.price = state.level = state.raises = state.bets_made = 0
        state.aggressor = -1
        state.last_raise = rules.big_blind
        if state.street == PREFLOP:
            state.price = state.level = rules.big_blind
            state.raises = int(rules.cap_counts_big_blind)
            big_blind = big_blind_position(state)
            order = (*CLOCKWISE[len(stacks)][big_blind], big_blind)
        state.queue = [position for position in order if stacks[position] and not folded[position]]

    @abstractmethod
    def legal(self, state: State) -> Legal:
        """Return what the first player in the queue may do."""

    def play(self, state: State, verb: Verb, to: int) -> None:
        """Play a legal action of the first player in the queue, who leaves it; `to` matters where chips are chosen."""
        position = state.queue.pop(0)
        state.acted |= 1 << position
        if verb == "fold":
            fold(state, position)
        elif verb == "call":
            put_in(state, position, min(state.price - state.bets[position], state.stacks[position]))
        elif verb != "check":
            self.count(state, verb, to)
            put_in(state, position, to - state.bets[position])
            if to > state.price:  # an all-in may be for less
                state.price = to
                state.aggressor = position
                self.ask_again(state, position)

    @abstractmethod
    def count(self, state: State, verb: Verb, to: int) -> None:
        """Count a bet, raise or all-in about to be made, so that later ones are measured by it."""

    def ask_again(self, state: State, position: int) -> None:
        """Queue all players still able to answer a bet or raise, from the left of the player who made it."""
        folded, stacks = state.folded, state.stacks
        order = CLOCKWISE[len(stacks)][position]
        state.queue = [other for other in order if not folded[other] and stacks[other]]


def big_blind_position(state: State) -> int:
    """Return who posts the big blind: the player left of the small blind, which the button may post heads-up."""
    heads_up = len(state.stacks) == 2 and state.opening.rules.heads_up_small_blind is HeadsUpSmallBlind.BUTTON
    return 0 if heads_up else 1


def put_in(state: State, position: int, chips: int) -> None:
    """Move chips from the player's stack into the bets of this street."""
    state.stacks[position] -= chips
    state.bets[position] += chips
    state.middle += chips
    if not state.stacks[position]:
        state.able -= 1


def fold(state: State, position: int) -> None:
    state.folded[position] = True
    state.live -= 1
    state.able -= 1  # the player could act, so had chips


def nobody_can_answer(state: State, position: int) -> bool:
    """Tell whether no other player could answer a bet or raise: each folded or is all-in at this price."""
    price, stacks, bets, folded = state.price, state.stacks, state.bets, state.folded
    for other in CLOCKWISE[len(stacks)][position]:
        if stacks[other] and not folded[other] and stacks[other] + bets[other] > price:
            return False
    return True
