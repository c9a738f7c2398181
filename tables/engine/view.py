"""Decide what a viewer may know of a hand, here and nowhere else; the result is frozen values and their plain data."""

from dataclasses import dataclass, field
from typing import Any, Literal

from tables.engine.cards import Card, card_text
from tables.engine.events import Acted, DealtBoard, DealtIn, Event, Mucked, Posted, Returned, Shown, Won
from tables.engine.hand import HandState, Pot
from tables.engine.legal import Bounds, Legal
from tables.engine.opening import SeatNumber, is_seat
from tables.engine.ranks import Best, best_five
from tables.engine.rejection import Refusal, Rejection


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Shows a player in the hand. No `repr` contains the cards: it may end up in a log."""

    seat: SeatNumber
    stack: int
    bet: int
    """Chips bet on this street."""
    folded: bool
    all_in: bool
    """True if the player has no chips left while the hand lasts."""
    cards: tuple[Card, Card] | None = field(repr=False)
    """The hole cards, or None if the viewer may not know them."""
    shown: bool
    """True if everybody may know the cards."""
    board: tuple[Card, ...]
    won: int
    net: int

    @property
    def best(self) -> Best | None:
        """Find the best five of known cards, from the flop on: a search, so it runs only if it is asked for."""
        return best_five((*self.cards, *self.board)) if self.cards and self.board else None


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltView:
    """Shows the table at one moment of a hand, as far as the viewer may know it."""

    viewer: SeatNumber | None
    """Seat of the viewer; None for a watcher."""
    rulebook: str
    street: str
    board: tuple[Card, ...]
    button: SeatNumber
    middle: int
    """All chips put in so far and not returned."""
    pots: tuple[Pot, ...]
    turn: SeatNumber | None
    seats: tuple[SeatView, ...]
    """Players in order, beginning at the left of the button."""
    events: tuple[Event, ...] = field(hash=False)  # there may be many, and the other fields tell hands apart
    over: bool

    def at(self, seat: int | None) -> SeatView | None:
        """Find the player who was dealt in at this seat."""
        for player in self.seats:
            if player.seat == seat:
                return player
        return None

    @property
    def own(self) -> SeatView | None:
        """Return the viewer's own seat, or None if the viewer was not dealt in."""
        return self.at(self.viewer)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView(FeltView):
    """Shows a hand as it stands now, with what the viewer may do."""

    price: int
    """Bet that each player has to match on this street."""
    prompt: Literal["bet", "act"] | None
    waiting: tuple[SeatNumber, ...]
    """Seats that still have to act on this street, in order."""
    passed: tuple[SeatNumber, ...]
    legal: Legal | None
    """Actions open to the viewer; None if it is not the viewer's turn."""


def view(hand: HandState, viewer: SeatNumber | None, *, watched: HandView | None = None) -> HandView:
    """Show the hand to the player at this seat or, if None, to a watcher: the cards of others only when shown.

    Given the view of a watcher, the player's view shares with it all but the player's own seat. Raises a `Rejection`
    for a value that can be no seat.
    """
    if viewer is not None and not is_seat(viewer):
        raise Rejection(Refusal.NOT_IN_THE_HAND)
    legal = hand.legal
    told: HandState | HandView = hand if watched is None else watched
    return HandView(
        viewer=viewer,
        rulebook=hand.rules.rulebook,
        street=told.street,
        board=told.board,
        button=hand.opening.button,
        middle=told.middle,
        pots=told.pots,
        price=told.price,
        turn=told.turn,
        prompt=told.prompt,
        waiting=told.waiting,
        passed=told.passed,
        legal=legal if legal and legal.seat == viewer else None,
        seats=_seats(hand, viewer) if watched is None else _seats_of_player(hand, viewer, watched),
        events=told.events,
        over=told.over,
    )


def _seats(hand: HandState, viewer: SeatNumber | None) -> tuple[SeatView, ...]:
    over, shown, board = hand.over, hand.shown, hand.board
    players = zip(hand.seats, hand.stacks, hand.bets, hand.folded, hand.won, hand.net, strict=True)
    return tuple(
        [
            SeatView(
                seat=seat,
                stack=stack,
                bet=bet,
                folded=folded,
                all_in=not (stack or folded or over),
                cards=hand.hole(seat) if seat == viewer or seat in shown else None,
                shown=seat in shown,
                board=board,
                won=won,
                net=net,
            )
            for seat, stack, bet, folded, won, net in players
        ]
    )


def _seats_of_player(hand: HandState, viewer: SeatNumber | None, watched: HandView) -> tuple[SeatView, ...]:
    own = watched.at(viewer)
    if own is None or own.shown:
        return watched.seats
    opened = _opened(own, hand)
    return tuple([opened if one is own else one for one in watched.seats])


def _opened(seat: SeatView, hand: HandState) -> SeatView:
    """Add the player's cards. `dataclasses.replace` would take twice as long, for each player at each action."""
    return SeatView(
        seat=seat.seat,
        stack=seat.stack,
        bet=seat.bet,
        folded=seat.folded,
        all_in=seat.all_in,
        cards=hand.hole(seat.seat),
        shown=seat.shown,
        board=seat.board,
        won=seat.won,
        net=seat.net,
    )


def to_json(shown: HandView | SeatView | Legal | Bounds | Pot | Best | Event) -> dict[str, Any]:
    """Return the plain data that protocols and records use."""
    match shown:
        case HandView():
            return _hand(shown)
        case SeatView():
            return _seat(shown)
        case Legal():
            return _legal(shown)
        case Bounds():
            return {"least": shown.least, "most": shown.most}
        case Pot():
            return {"amount": shown.amount, "seats": list(shown.seats)}
        case Best():
            return {"category": shown.category.value, "cards": _texts(shown.cards)}
        case _:
            return _event(shown)


def _hand(hand: HandView) -> dict[str, Any]:
    return {
        "viewer": hand.viewer,
        "rulebook": hand.rulebook,
        "street": hand.street,
        "board": _texts(hand.board),
        "button": hand.button,
        "middle": hand.middle,
        "pots": [to_json(pot) for pot in hand.pots],
        "price": hand.price,
        "turn": hand.turn,
        "prompt": hand.prompt,
        "waiting": list(hand.waiting),
        "passed": list(hand.passed),
        "legal": hand.legal and _legal(hand.legal),
        "seats": [_seat(seat) for seat in hand.seats],
        "events": [_event(event) for event in hand.events],
        "over": hand.over,
    }


def _seat(seat: SeatView) -> dict[str, Any]:
    best = seat.best
    return {
        "seat": seat.seat,
        "stack": seat.stack,
        "bet": seat.bet,
        "folded": seat.folded,
        "all_in": seat.all_in,
        "cards": seat.cards and _texts(seat.cards),
        "shown": seat.shown,
        "best": best and to_json(best),
        "won": seat.won,
        "net": seat.net,
    }


def _legal(legal: Legal) -> dict[str, Any]:
    return {
        "fold": legal.fold,
        "check": legal.check,
        "call": legal.call,
        "bet": legal.bet and to_json(legal.bet),
        "raise": legal.raise_ and to_json(legal.raise_),
        "overbet": legal.overbet and to_json(legal.overbet),
        "all_in": legal.all_in,
        "pass": legal.pass_,
        "no_raise": legal.no_raise and legal.no_raise.value,
    }


def _event(event: Event) -> dict[str, Any]:
    """Write an event. None names a card that is not shown, so everybody may have them."""
    match event:
        case Acted(seat, verb, amount, to, all_in, late):
            plain = {"event": "acted", "seat": seat, "verb": verb, "amount": amount, "to": to, "all_in": all_in}
            return {**plain, "late": True} if late else plain  # seldom true, and many are sent
        case Posted(seat, kind, amount):
            return {"event": "posted", "seat": seat, "kind": kind, "amount": amount}
        case DealtIn(seats):
            return {"event": "dealt_in", "seats": list(seats)}
        case DealtBoard(street, cards):
            return {"event": "dealt_board", "street": street, "cards": _texts(cards)}
        case Returned(seat, amount):
            return {"event": "returned", "seat": seat, "amount": amount}
        case Shown(seat, cards):
            return {"event": "shown", "seat": seat, "cards": _texts(cards)}
        case Mucked(seat):
            return {"event": "mucked", "seat": seat}
        case Won(seat, amount, pot):
            return {"event": "won", "seat": seat, "amount": amount, "pot": pot}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card_text(card) for card in cards]
