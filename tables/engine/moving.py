"""Check a wanted action against what is legal, and say in which form it is played."""

from typing import Any, Final, get_args

from tables.engine.events import Plain, Verb
from tables.engine.legal import Bounds, Legal
from tables.engine.rejection import Refusal, Rejection
from tables.engine.state import State

_WITHOUT_AMOUNT: Final[tuple[str, ...]] = get_args(Plain)
_VERBS: Final[tuple[str, ...]] = get_args(Verb)
_TOO_SMALL: Final = {"bet": Refusal.BET_TOO_SMALL, "raise": Refusal.RAISE_TOO_SMALL}
_TOO_LARGE: Final = {"bet": Refusal.BET_TOO_LARGE, "raise": Refusal.RAISE_TOO_LARGE}
_EXACTLY: Final = {"bet": Refusal.BET_EXACTLY, "raise": Refusal.RAISE_EXACTLY}


def resolve(state: State, legal: Legal, verb: str, amount: Any) -> tuple[Verb, int]:
    """Return the verb to play and, where chips are chosen, the player's total on this street, or raise `Rejection`."""
    if amount is not None and type(amount) is not int and verb in _VERBS:
        raise Rejection(Refusal.AMOUNT_NOT_WHOLE)
    match verb:
        case "bet" | "raise" | "overbet":
            return verb, _sized(state, legal, verb, amount)
        case "call":
            _check_call(state, legal, amount)
            return "call", 0
        case _:
            return _without_amount(state, legal, verb, amount)


def _without_amount(state: State, legal: Legal, verb: str, amount: int | None) -> tuple[Verb, int]:
    if amount is not None and verb in _WITHOUT_AMOUNT:
        raise Rejection(Refusal.NO_AMOUNT_WANTED)
    match verb:
        case "fold":
            return "fold", 0
        case "check":
            if not legal.check:
                raise Rejection(Refusal.CANNOT_CHECK, cost=_owed(state))
            return "check", 0
        case "pass":
            _check_pass(state, legal)
            return "pass", 0
        case "all-in":
            return _all_in(state, legal)
        case _:
            raise Rejection(Refusal.UNKNOWN_VERB)


def _sized(state: State, legal: Legal, verb: str, amount: int | None) -> int:
    bounds = {"bet": legal.bet, "raise": legal.raise_, "overbet": legal.overbet}[verb]
    if bounds is None:
        raise _no_bounds(state, legal, verb)
    if amount is None and bounds.least == bounds.most:
        return bounds.least
    if amount is None:
        raise Rejection(Refusal.AMOUNT_MISSING, least=bounds.least, most=bounds.most)
    if not bounds.least <= amount <= bounds.most:
        raise _out_of_bounds(bounds, "raise" if verb == "raise" else "bet", amount)
    return amount


def _no_bounds(state: State, legal: Legal, verb: str) -> Rejection:
    if verb == "overbet":
        return _no_overbet(state)
    if verb == "bet" and not state.way.has_bet:
        return Rejection(Refusal.NO_BET)
    if verb == "bet" and state.price:
        return Rejection(Refusal.BET_STANDS, price=state.price)
    if verb == "raise" and not state.price:
        return Rejection(Refusal.NOTHING_TO_RAISE)
    return _why_no_raise(state, legal)


def _no_overbet(state: State) -> Rejection:
    cap = state.opening.rules.bet_cap
    if not state.way.has_overbet:
        return Rejection(Refusal.UNKNOWN_VERB)
    if not state.price:
        return Rejection(Refusal.NOTHING_TO_RAISE)
    if cap and state.bets_made >= cap:
        return Rejection(Refusal.BETS_USED_UP, cap=cap)
    return Rejection(Refusal.NOT_ENOUGH_CHIPS)


def _why_no_raise(state: State, legal: Legal) -> Rejection:
    rules = state.opening.rules
    match legal.no_raise:
        case Refusal.RAISES_USED_UP:
            return Rejection(Refusal.RAISES_USED_UP, cap=rules.raise_cap)
        case Refusal.BETS_USED_UP:
            return Rejection(Refusal.BETS_USED_UP, cap=rules.bet_cap)
        case None:
            return Rejection(Refusal.NOT_ENOUGH_CHIPS)
        case reason:
            return Rejection(reason)


def _out_of_bounds(bounds: Bounds, verb: str, amount: int) -> Rejection:
    if bounds.least == bounds.most:
        return Rejection(_EXACTLY[verb], least=bounds.least)
    if amount < bounds.least:
        return Rejection(_TOO_SMALL[verb], least=bounds.least)
    return Rejection(_TOO_LARGE[verb], most=bounds.most)


def _owed(state: State) -> int:
    return state.price - state.bets[state.queue[0]]


def _check_call(state: State, legal: Legal, amount: int | None) -> None:
    if not legal.call:
        if legal.check:
            raise Rejection(Refusal.NOTHING_TO_CALL)
        raise Rejection(Refusal.CANNOT_AFFORD_CALL, cost=_owed(state), stack=state.stacks[state.queue[0]])
    if amount is not None and amount != legal.call:
        raise Rejection(Refusal.CALL_COSTS, cost=legal.call)


def _check_pass(state: State, legal: Legal) -> None:
    if legal.pass_:
        return
    if not state.way.has_pass:
        raise Rejection(Refusal.NO_PASS)
    raise Rejection(Refusal.LAST_CANNOT_PASS if len(state.queue) == 1 else Refusal.PASSED_ALREADY)


def _all_in(state: State, legal: Legal) -> tuple[Verb, int]:
    """Return the all-in or, where it is no verb of its own, the call, bet or raise that takes the whole stack."""
    if legal.all_in is None:
        if legal.bet or legal.raise_:
            raise Rejection(Refusal.ALL_IN_TOO_LARGE, stack=state.stacks[state.queue[0]])
        raise _why_no_raise(state, legal)
    if state.way.all_in_is_a_move:
        return "all-in", legal.all_in
    if legal.all_in <= state.price:
        return "call", 0
    return ("raise" if state.price else "bet"), legal.all_in
