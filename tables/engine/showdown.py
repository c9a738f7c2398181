"""End a hand: decide who shows, in which order, and who wins what."""

from tables.engine.board import deal_next_street, hole_cards
from tables.engine.events import Mucked, Shown, Won
from tables.engine.pots import Share, build_pots, split_pots
from tables.engine.ranks import strength
from tables.engine.rules import Reveal
from tables.engine.state import CLOCKWISE, RIVER, State


def settle(state: State) -> None:
    """Let the remaining players show what the rules ask for, and pay them."""
    reveal = state.opening.rules.reveal
    if state.live == 1:
        winner = state.folded.index(False)
        state.shares = (Share(winner, state.middle, 0),) if state.middle else ()
    else:
        strengths = _strengths(state)
        if reveal is Reveal.LOSERS_MAY_MUCK and state.able == state.live:
            _show_or_muck(state, strengths)
        else:
            show_live_hands(state)
        pots = build_pots(paid=state.paid, folded=state.folded, dead=state.dead)
        state.shares = split_pots(pots, strengths, odd_chips=state.opening.rules.odd_chips)
    if reveal is Reveal.EVERYONE:
        _reveal_the_rest(state)
    seats = state.opening.seats
    for position, amount, pot in state.shares:
        state.stacks[position] += amount
        state.events.append(Won(seats[position], amount, pot))
    state.over = True


def show_live_hands(state: State) -> None:
    """Show the cards of everybody still in, because betting is over or the rules ask for it."""
    for position in _showing_order(state):
        show(state, position)


def show(state: State, position: int) -> None:
    if position not in state.face_up:
        state.face_up |= {position}
        state.events.append(Shown(state.opening.seats[position], hole_cards(state.opening, position)))


def _strengths(state: State) -> list[int]:
    """Return the strength of each position; 0, which nobody reads, for players who folded."""
    opening, board = state.opening, state.board
    return [
        0 if out else strength((*hole_cards(opening, position), *board)) for position, out in enumerate(state.folded)
    ]


def _showing_order(state: State) -> list[int]:
    """List players clockwise from the last to bet or raise on the last street, else from the left of the button."""
    first = max(state.aggressor, 0)
    order = (first, *CLOCKWISE[len(state.folded)][first])
    return [position for position in order if not state.folded[position]]


def _show_or_muck(state: State, strengths: list[int]) -> None:
    """Let players muck whom a hand already shown beats. Nobody is all-in, so there is one pot."""
    best = 0
    for position in _showing_order(state):
        if best and strengths[position] > best:
            state.events.append(Mucked(state.opening.seats[position]))
        else:
            best = strengths[position]
            show(state, position)


def _reveal_the_rest(state: State) -> None:
    """Deal the board without betting and show every hand, even if all but one folded."""
    while state.street < RIVER:
        deal_next_street(state)
    show_live_hands(state)
    for position in range(len(state.folded)):
        show(state, position)
