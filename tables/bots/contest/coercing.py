"""Turn a program's `__action` into a legal move: almost everything means something (rulebook `contest`)."""

import re
from decimal import Decimal
from typing import Final, NamedTuple

from tables.engine.events import Acted, DealtBoard
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.rejection import Refusal

_NUMBER: Final = re.compile(r"\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*", re.ASCII | re.IGNORECASE)
_MORE_THAN_ANYBODY_HAS: Final = 10**18


class CoercedMove(NamedTuple):
    """Holds a move in the engine's words; the amount is a total on this street."""

    verb: str
    amount: int | None = None


FOLD: Final = CoercedMove("fold")
ALL_IN: Final = CoercedMove("all-in")


def coerced(hand: HandState, action: object, amount: object = None) -> CoercedMove:
    """Return the move of the player to act."""
    legal = hand.legal
    if legal is None:
        raise ValueError("nobody is to act")
    match action:
        case "allin":
            return ALL_IN
        case "check":
            return CoercedMove("check") if legal.check else _call(hand, legal)
        case "call":
            return _bet(hand, legal, _least(hand)) if hand.prompt == "bet" else _call(hand, legal)
        case "raise":
            return _bet(hand, legal, _least(hand)) if hand.prompt == "bet" else _raise(hand, legal)
        case "bet":
            chips = _chips(amount, _least(hand))
            return FOLD if chips is None else _bet(hand, legal, chips)
        case _:
            return FOLD


def _least(hand: HandState) -> int:
    return hand.rules.least_bet


def _chips(amount: object, least: int) -> int | None:
    """Read the amount to bet; None if what was sent is no number at all."""
    if amount is None or (isinstance(amount, str) and not amount.strip()):
        return least
    number = _number(amount)
    if number is None:
        return None
    if number < least or number != number.to_integral_value():
        return least
    return int(min(number, Decimal(_MORE_THAN_ANYBODY_HAS)))


def _number(amount: object) -> Decimal | None:
    if isinstance(amount, Decimal):
        return amount
    if isinstance(amount, bool) or not isinstance(amount, (int, float, str)):
        return None
    text = str(amount)
    if not _NUMBER.fullmatch(text):
        return None
    try:
        return Decimal(text.strip())
    except ArithmeticError:  # the exponent is too large even for a decimal
        return None


def _bet(hand: HandState, legal: Legal, chips: int) -> CoercedMove:
    """Bet so many chips on top of what the player has put in on this street."""
    total = hand.bets[hand.seats.index(legal.seat)] + chips
    if hand.price and (total <= hand.price or _bets_are_used_up(hand)):
        return _call(hand, legal)
    if legal.all_in is not None and total > legal.all_in:
        return ALL_IN
    return CoercedMove("overbet" if hand.price else "bet", total)


def _bets_are_used_up(hand: HandState) -> bool:
    """Tell whether the cap of bets on this street is reached."""
    made = 0
    for event in reversed(hand.events):
        if isinstance(event, DealtBoard):
            break
        made += isinstance(event, Acted) and event.verb in ("bet", "overbet")
    return 0 < hand.rules.bet_cap <= made


def _raise(hand: HandState, legal: Legal) -> CoercedMove:
    if legal.raise_:
        return CoercedMove("raise", 2 * hand.price)
    return _call(hand, legal) if legal.no_raise is Refusal.RAISES_USED_UP else ALL_IN


def _call(hand: HandState, legal: Legal) -> CoercedMove:
    """Call, or check if there is nothing to call."""
    if legal.check:
        return CoercedMove("check")
    owed = hand.price - hand.bets[hand.seats.index(legal.seat)]
    return ALL_IN if owed > legal.call else CoercedMove("call")
