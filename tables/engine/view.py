"""What one viewer may know of a hand, as plain data. No other function decides that."""

from collections.abc import Mapping
from typing import Any, Final

from tables.engine.cards import card_text
from tables.engine.events import Acted, DealtBoard, DealtIn, Event, Mucked, Posted, Returned, Shown, Won
from tables.engine.hand import Hand
from tables.engine.legal import Bounds, Legal
from tables.engine.opening import Seat, is_seat
from tables.engine.rejection import Refusal, Rejection

_NAMES: Final[dict[type, str]] = {
    Posted: "posted",
    DealtIn: "dealt_in",
    DealtBoard: "dealt_board",
    Acted: "acted",
    Returned: "returned",
    Shown: "shown",
    Mucked: "mucked",
    Won: "won",
}


def view(hand: Hand, viewer: Seat | None, *, watched: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """For the player at this seat, or for somebody who only watches, be it at a seat. Others' cards only when shown.

    Where a watcher's view of this hand is at hand, all but the player's own is taken from there. A `Rejection` of what
    can be no seat."""
    if viewer is not None and not is_seat(viewer):
        raise Rejection(Refusal.NOT_IN_THE_HAND)
    if watched is not None:
        seats = [
            _seat(hand, at, viewer) if seat == viewer else watched["seats"][at] for at, seat in enumerate(hand.seats)
        ]
        return {**watched, "viewer": viewer, "legal": _legal_of(hand, viewer), "seats": seats}
    return {
        "viewer": viewer,
        "rulebook": hand.rules.rulebook,
        "street": hand.street,
        "board": _texts(hand.board),
        "button": hand.opening.button,
        "middle": hand.middle,
        "pots": [{"amount": amount, "seats": list(seats)} for amount, seats in hand.pots],
        "price": hand.price,
        "turn": hand.turn,
        "prompt": hand.prompt,
        "waiting": list(hand.waiting),
        "passed": list(hand.passed),
        "legal": _legal_of(hand, viewer),
        "seats": [_seat(hand, position, viewer) for position in range(len(hand.seats))],
        "events": [event_data(event) for event in hand.events],
        "over": hand.over,
    }


def _seat(hand: Hand, position: int, viewer: Seat | None) -> dict[str, Any]:
    seat = hand.seats[position]
    known = seat == viewer or seat in hand.shown
    best = hand.best(seat) if known else None
    return {
        "seat": seat,
        "stack": hand.stacks[position],
        "bet": hand.bets[position],
        "folded": hand.folded[position],
        "all_in": not (hand.stacks[position] or hand.folded[position] or hand.over),
        "cards": _texts(hand.hole(seat)) if known else None,
        "shown": seat in hand.shown,
        "best": {"category": best.category.value, "cards": _texts(best.cards)} if best else None,
        "won": hand.won[position],
        "net": hand.net[position],
    }


def _legal_of(hand: Hand, viewer: Seat | None) -> dict[str, Any] | None:
    legal = hand.legal
    return _legal(legal) if legal and legal.seat == viewer else None


def _legal(legal: Legal) -> dict[str, Any]:
    return {
        "fold": legal.fold,
        "check": legal.check,
        "call": legal.call,
        "bet": _bounds(legal.bet),
        "raise": _bounds(legal.raise_),
        "overbet": _bounds(legal.overbet),
        "all_in": legal.all_in,
        "pass": legal.pass_,
        "no_raise": legal.no_raise and legal.no_raise.value,
    }


def _bounds(bounds: Bounds | None) -> dict[str, int] | None:
    return bounds and bounds._asdict()


def event_data(event: Event) -> dict[str, Any]:
    """Events name no card that is not shown, so everybody may have them."""
    plain = {"event": _NAMES[type(event)], **event._asdict()}
    if isinstance(event, (DealtBoard, Shown)):
        plain["cards"] = _texts(event.cards)
    if isinstance(event, DealtIn):
        plain["seats"] = list(event.seats)
    if isinstance(event, Acted) and not event.late:
        del plain["late"]  # seldom true, and many are sent
    return plain


def _texts(cards: tuple[Any, ...]) -> list[str]:
    return [card_text(card) for card in cards]
