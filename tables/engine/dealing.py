"""Lead a hand from its opening to the first action: antes, blinds, cards."""

from tables.engine.betting import BETTING_STRUCTURES
from tables.engine.betting.structure import big_blind_position
from tables.engine.events import DealtIn, Event, Forced, Posted
from tables.engine.opening import Opening
from tables.engine.rules import AnteFrom
from tables.engine.state import PREFLOP, State


def begin(opening: Opening) -> State:
    """Post antes, small blind, big blind and the posts of players who come in early, then deal two cards each."""
    state = _empty(opening)
    _post_antes(state)
    _post_blinds(state)
    state.able = sum([1 for stack in state.stacks if stack])
    state.events.append(DealtIn(opening.seats))
    state.way.open_street(state)
    return state


def _empty(opening: Opening) -> State:
    state = State.__new__(State)
    players = len(opening.seats)
    events: list[Event] = []
    state.opening = opening
    state.way = BETTING_STRUCTURES[opening.rules.betting]
    state.stacks = list(opening.stacks)
    state.bets = [0] * players
    state.paid = [0] * players
    state.dead = state.middle = 0
    state.folded = [False] * players
    state.live = players
    state.street = PREFLOP
    state.board = ()
    state.passed = frozenset()
    state.face_up = frozenset()
    state.over = False
    state.shares = ()
    state.events = events
    state.afterwards = ()
    state.legal = None
    return state


def _post_antes(state: State) -> None:
    """Post the antes: one that everybody pays counts like a bet for side pots, one that is paid for all does not."""
    rules = state.opening.rules
    if not rules.ante:
        return
    if rules.ante_from is AnteFrom.EVERYONE:
        for position in range(len(state.stacks)):
            state.paid[position] = _post(state, position, rules.ante, "ante")
    else:
        payer = big_blind_position(state) if rules.ante_from is AnteFrom.BIG_BLIND else len(state.stacks) - 1
        state.dead = _post(state, payer, rules.ante, "ante")


def _post_blinds(state: State) -> None:
    opening = state.opening
    big = big_blind_position(state)
    small = 1 - big
    state.bets[small] = _post(state, small, opening.rules.small_blind, "small_blind")
    state.bets[big] = _post(state, big, opening.rules.big_blind, "big_blind")
    if any(opening.posts):
        for position, amount in enumerate(opening.posts):
            if amount and position not in (small, big):
                state.bets[position] = _post(state, position, amount, "post")


def _post(state: State, position: int, amount: int, kind: Forced) -> int:
    chips = min(amount, state.stacks[position])
    if chips:
        state.stacks[position] -= chips
        state.middle += chips
        state.events.append(Posted(state.opening.seats[position], kind, chips))
    return chips
