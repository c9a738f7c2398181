"""Define how a hand begins and the moves made in it: all that is stored of a hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NewType, Self, TypeGuard, cast

from tables.engine.cards import DECK, Card, cards_text, parse_cards
from tables.engine.rules import MOST_CHIPS, MOST_PLAYERS, Rules, RulesError
from tables.engine.sentences import TranslatableError, translatable

SeatNumber = NewType("SeatNumber", int)
"""Number of a seat as players see it. Inside the engine players are counted from the left of the button."""

HIGHEST_SEAT: Final = 2**31 - 1
"""The largest seat number that fits a database integer."""

_WHOLE_DECK: Final = frozenset(DECK)


class OpeningError(TranslatableError, ValueError):
    """Says why a hand cannot be dealt."""


def is_seat(value: object) -> TypeGuard[SeatNumber]:
    """Tell whether this is a seat number: `True` and 1.0 equal 1 in Python and would get that player's cards."""
    return type(value) is int and 0 <= value <= HIGHEST_SEAT


class Move(NamedTuple):
    seat: SeatNumber
    verb: str
    amount: int | None = None
    """The player's total on this street, for a bet or raise."""
    late: bool = False
    """True if the clock decided, not the player."""


@dataclass(frozen=True, slots=True, repr=False)
class Opening:
    """Holds how a hand begins; secret, because the deck is in it."""

    rules: Rules
    seats: tuple[SeatNumber, ...]
    """Seats clockwise from the left of the button, the button last."""
    stacks: tuple[int, ...]
    deck: tuple[Card, ...]
    posts: tuple[int, ...]
    """Live blinds posted out of turn by players who come in early."""

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    def make(
        cls,
        rules: Rules,
        *,
        seats: Sequence[int],
        stacks: Sequence[int],
        button: int,
        deck: Sequence[int],
        posts: Mapping[int, int] | None = None,
    ) -> Self:
        """Make an opening from seats in clockwise order that begin anywhere."""
        _check_lists(seats=seats, stacks=stacks, deck=deck)
        if not is_seat(button) or button not in seats:
            raise OpeningError("the button is at none of the seats")
        posted = _posted(posts)
        if not posted.keys() <= {*seats}:
            raise OpeningError("a blind is posted from a seat that is not dealt in")
        if len(seats) != len(stacks):
            raise OpeningError("there must be one stack for each seat")
        first = seats.index(button) + 1
        order = (*seats[first:], *seats[:first])
        return cls(
            rules,
            order,  # type: ignore[arg-type]  # plain numbers become seats here
            (*stacks[first:], *stacks[:first]),
            tuple(deck),  # type: ignore[arg-type]  # `_check` checks them
            tuple([posted.get(seat, 0) for seat in order]) if posted else (0,) * len(order),
        )

    @property
    def button(self) -> SeatNumber:
        return self.seats[-1]

    def __repr__(self) -> str:
        return f"<Opening of {len(self.seats)} players, {self.rules.rulebook}>"

    def to_json(self) -> dict[str, Any]:
        return {
            "rules": self.rules.to_json(),
            "seats": list(self.seats),
            "stacks": list(self.stacks),
            "posts": list(self.posts),
            "deck": cards_text(self.deck),
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        opening = cls._read(data)
        if opening is None:  # raised outside `except`: a chained error could name cards
            raise OpeningError("this is not the record of an opening")
        return opening

    @classmethod
    def _read(cls, data: Any) -> Self | None:
        try:
            rules, deck = Rules.from_json(data["rules"]), parse_cards(data["deck"])
            seats, stacks, posts = data["seats"], data["stacks"], dict(zip(data["seats"], data["posts"], strict=True))
            return cls.make(rules, seats=seats, stacks=stacks, button=seats[-1], deck=deck, posts=posts)
        except (RulesError, OpeningError):
            raise
        except (LookupError, TypeError, AttributeError, ValueError):
            return None


def _check_lists(**lists: object) -> None:
    for name, values in lists.items():
        if not isinstance(values, Sequence) or isinstance(values, (str, bytes)):
            raise OpeningError("{field}: must be a list", field=name)
    if not all(map(is_seat, cast("Sequence[object]", lists["seats"]))):
        raise OpeningError("seats are whole numbers, not below zero")


def _posted(posts: object) -> Mapping[int, int]:
    if posts is None:
        return {}
    if not isinstance(posts, Mapping) or not all(map(is_seat, posts)):
        raise OpeningError("blinds are posted by seat")
    return posts


def _check(opening: Opening) -> None:
    """Check the opening however it was made, so that dealing from it cannot fail."""
    rules, seats, stacks, deck, posts = opening.rules, opening.seats, opening.stacks, opening.deck, opening.posts
    if [*map(type, (rules, seats, stacks, deck, posts))] != [Rules, tuple, tuple, tuple, tuple]:
        raise OpeningError("an opening is made of rules, and of seats, stacks, cards and blinds in tuples")
    players = len(seats)
    if not 2 <= players <= min(rules.players_most, MOST_PLAYERS):
        raise OpeningError(
            "{players} players cannot play: from 2 to {most} can", players=players, most=rules.players_most
        )
    if not all(map(is_seat, seats)):
        raise OpeningError("seats are whole numbers, not below zero")
    if len(set(seats)) != players:
        raise OpeningError(translatable("a seat is named twice"))
    if not len(stacks) == len(posts) == players:
        raise OpeningError("there must be one stack for each seat, and one blind, be it none")
    _check_chips(opening)
    if {*map(type, deck)} != {int} or len(deck) != len(DECK) or _WHOLE_DECK.symmetric_difference(deck):
        raise OpeningError("the deck must hold each of the 52 cards once")


def _check_chips(opening: Opening) -> None:
    rules, stacks, posts = opening.rules, opening.stacks, opening.posts
    if {*map(type, stacks)} != {int} or not 0 < min(stacks) <= max(stacks) <= MOST_CHIPS:
        raise OpeningError(translatable("each stack must be a whole number of chips, above zero"))
    if {*map(type, posts)} != {int} or not 0 <= min(posts) <= max(posts) <= rules.big_blind:
        raise OpeningError(translatable("a blind that is posted is at most the big blind"))
    if not rules.takes_posts and any(posts):
        raise OpeningError("no blind is posted out of turn here")
