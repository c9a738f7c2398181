"""Play one action and all that follows from it without a choice: streets, the board, the showdown."""

from tables.engine.board import deal_next_street
from tables.engine.events import Acted, Returned, Verb
from tables.engine.showdown import settle, show_live_hands
from tables.engine.state import RIVER, State


def play(state: State, verb: Verb, to: int, *, late: bool) -> None:
    """Play a legal action of the player to act."""
    position = state.queue[0]
    before = state.stacks[position]
    state.way.play(state, verb, to)
    after, total = state.stacks[position], state.bets[position]
    state.events.append(Acted(state.opening.seats[position], verb, before - after, total, not after, late))
    advance(state)


def advance(state: State) -> None:
    """Go on until a player is to act or the hand is over."""
    if state.live == 1 or not state.queue or (state.able < 2 and _matched(state)):
        _end_street(state)


def _matched(state: State) -> bool:
    """Tell whether the only live player with chips behind, if any, has in what every other live player has."""
    own = highest = 0
    for position, bet in enumerate(state.bets):
        if state.stacks[position] and not state.folded[position]:
            own = bet
        elif not state.folded[position]:
            highest = max(highest, bet)
    return own >= highest


def _end_street(state: State) -> None:
    _return_uncalled(state)
    state.queue = []
    state.passed = frozenset()
    state.paid = [paid + bet for paid, bet in zip(state.paid, state.bets, strict=True)]
    state.bets = [0] * len(state.bets)
    if state.live > 1:
        if state.able < 2:
            show_live_hands(state)
        while state.street < RIVER:
            deal_next_street(state)
            if state.able > 1:
                state.way.open_street(state)
                return
    settle(state)


def _return_uncalled(state: State) -> None:
    """Give back the part of the highest bet that nobody has matched."""
    bets = state.bets
    highest = max(bets)
    if bets.count(highest) > 1:
        return
    position = bets.index(highest)
    extra = highest - max([bet for other, bet in enumerate(bets) if other != position])
    if state.folded[position]:
        return
    state.able += not state.stacks[position]
    bets[position] -= extra
    state.stacks[position] += extra
    state.middle -= extra
    state.events.append(Returned(state.opening.seats[position], extra))
