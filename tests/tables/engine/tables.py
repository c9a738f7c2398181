"""Deal tables to try rules at: the cast sits clockwise, Alice has the button, and the cards fall as wished."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, Final, TypeVar

import pytest

from tables.engine.cards import DECK, Card, parse_cards
from tables.engine.events import Shown
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.opening import Opening
from tables.engine.places import Burns, board_places, hole_places
from tables.engine.rejection import Rejection
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Rules

CAST: Final = ("Alice", "Bob", "Carol", "Ted", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy")
CASH: Final = rules_for("cash")
HOME: Final = rules_for("home")
DUEL: Final = rules_for("duel")
CONTEST: Final = rules_for("contest")
QUEUE: Final = rules_for("queue")
BOARD_PLAYS: Final = "AsKsQsJsTs"
DRY_BOARD: Final = "2d3c8h9sJd"
PAIRS: Final = ("AsAh", "KsKh", "QsQh", "TsTh", "7s7h", "6s6h", "5s5h", "4s4h")

_Event = TypeVar("_Event")


def seat_of(name: str) -> int:
    return CAST.index(name) + 1


def names(seats: Iterable[int]) -> str:
    return " ".join([CAST[seat - 1] for seat in seats])


def deal(
    rules: Rules,
    players: int,
    *,
    stack: int = 10_000,
    hole: Mapping[str, str] | None = None,
    board: str = "",
    posts: Mapping[str, int] | None = None,
    having: Mapping[str, int] | None = None,
    **stacks: int,
) -> HandState:
    """Deal with the button at Alice, Bob left of her; `Ted=150` or `having` gives Ted another stack than the rest."""
    cast = CAST[:players]
    stacks |= having or {}
    opening = Opening.make(
        rules,
        seats=[seat_of(name) for name in cast],
        stacks=[stacks.get(name, stack) for name in cast],
        button=seat_of("Alice"),
        deck=wished_deck(players, burns=rules.burns, hole=hole or {}, board=board),
        posts={seat_of(name): chips for name, chips in (posts or {}).items()},
    )
    return HandState.deal(opening)


def wished_deck(players: int, *, burns: Burns, hole: Mapping[str, str], board: str) -> list[Card]:
    """Return a deck with the wished cards in their places and the other cards in order everywhere else."""
    wished: dict[int, Card] = dict(zip(board_places(players=players, burns=burns), parse_cards(board), strict=False))
    for name, cards in hole.items():
        position = (CAST.index(name) - 1) % players
        wished |= zip(hole_places(position, players=players), parse_cards(cards), strict=True)
    rest = iter([card for card in DECK if card not in wished.values()])
    return [wished[place] if place in wished else next(rest) for place in range(52)]


def best_first(cast: str) -> dict[str, str]:
    """Return hole cards that rank these players in this order on the dry board."""
    return dict(zip(cast.split(), PAIRS, strict=False))


def play(hand: HandState, moves: str) -> HandState:
    """Play `Ted call, Alice raise 300, Bob all-in`: each player named must be the one to act."""
    for move in moves.split(", "):
        name, verb, *amount = move.split(" ")
        hand = hand.act(verb, _number(amount[0]) if amount else None, seat=seat_of(name))
    return hand


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


def check_around(hand: HandState) -> HandState:
    street = hand.street
    while hand.street == street and not hand.over:
        hand = hand.act("check")
    return hand


def check_down(hand: HandState) -> HandState:
    while not hand.over:
        hand = hand.act("check")
    return hand


def refusal(hand: HandState, move: str) -> Rejection:
    """Return the rejection of a move that must be refused and must leave the hand as it was."""
    before = everything(hand)
    with pytest.raises(Rejection) as caught:
        play(hand, move)
    assert everything(hand) == before
    return caught.value


def everything(hand: HandState) -> tuple[Any, ...]:
    chips = (hand.stacks, hand.bets, hand.middle, hand.pots, hand.won, hand.price)
    return (*chips, hand.events, hand.moves, hand.waiting, hand.passed, hand.legal, hand.board, hand.shown, hand.over)


def legal(hand: HandState) -> Legal:
    assert hand.legal is not None
    return hand.legal


def turn(hand: HandState) -> str:
    return "" if hand.turn is None else names([hand.turn])


def waiting(hand: HandState) -> str:
    return names(hand.waiting)


def queue_state(hand: HandState) -> tuple[int, str, str]:
    """Return the price M, the players who wait, and which of these have passed."""
    return hand.price, waiting(hand), names(hand.passed)


def by_name(hand: HandState, chips: Iterable[int]) -> dict[str, int]:
    return dict(zip(names(hand.seats).split(), chips, strict=True))


def stacks(hand: HandState) -> dict[str, int]:
    return by_name(hand, hand.stacks)


def bets(hand: HandState) -> dict[str, int]:
    """Return the bets on this street of the players who have any."""
    return {name: chips for name, chips in by_name(hand, hand.bets).items() if chips}


def won(hand: HandState) -> dict[str, int]:
    return {name: chips for name, chips in by_name(hand, hand.won).items() if chips}


def net(hand: HandState) -> dict[str, int]:
    return by_name(hand, hand.net)


def pots(hand: HandState) -> list[tuple[int, str]]:
    """Return the pots, main pot first, each with the players who may win it, from the left of the button."""
    return [(pot.amount, names(pot.seats)) for pot in hand.pots]


def happened(hand: HandState, *kinds: type) -> list[str]:
    """Return the names of the events in order, equal neighbours once."""
    found = [type(event).__name__ for event in hand.events if not kinds or isinstance(event, kinds)]
    return [name for name, before in zip(found, chain([""], found), strict=False) if name != before]


def of_kind(hand: HandState, kind: type[_Event]) -> list[_Event]:
    return [event for event in hand.events if isinstance(event, kind)]


def showing(hand: HandState) -> str:
    """Return the players who showed, in order."""
    return names([event.seat for event in of_kind(hand, Shown)])
