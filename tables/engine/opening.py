"""How a hand begins, and the moves that are made in it: all that is stored of a hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NewType, Self

from tables.engine.cards import DECK, Card, cards_text, parse_cards
from tables.engine.rules import MOST_CHIPS, MOST_PLAYERS, Rules, RulesError

Seat = NewType("Seat", int)
"""A place at the table as people number it. Inside the engine players are counted from the left of the button."""

_WHOLE_DECK: Final = frozenset(DECK)


class OpeningError(ValueError):
    """A hand that cannot be dealt."""


class Move(NamedTuple):
    seat: Seat
    verb: str
    amount: int | None = None
    """Of a bet, a raise: the player's total on this street."""
    late: bool = False
    """The clock's, not the player's."""


@dataclass(frozen=True, slots=True, repr=False)
class Opening:
    """Secret: it holds the deck."""

    rules: Rules
    seats: tuple[Seat, ...]
    """Clockwise from the left of the button, the button last."""
    stacks: tuple[int, ...]
    deck: tuple[Card, ...]
    posts: tuple[int, ...]
    """Live blinds out of turn, of players who come in early."""

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
        """From seats in clockwise order, wherever they begin."""
        if button not in seats:
            raise OpeningError("the button is at none of the seats")
        if posts and not posts.keys() <= {*seats}:
            raise OpeningError("a blind is posted from a seat that is not dealt in")
        if len(seats) != len(stacks):
            raise OpeningError("there must be one stack for each seat")
        first = seats.index(button) + 1
        order = (*seats[first:], *seats[:first])
        opening = cls(
            rules,
            order,  # type: ignore[arg-type]  # a number becomes a Seat by being sat at
            (*stacks[first:], *stacks[:first]),
            tuple(deck),  # type: ignore[arg-type]  # checked below
            tuple([posts.get(seat, 0) for seat in order]) if posts else (0,) * len(order),
        )
        _check(opening)
        return opening

    @property
    def button(self) -> Seat:
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
        if opening is None:  # raised here, where no other error hangs on that could name cards
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


def _check(opening: Opening) -> None:
    players, big_blind = len(opening.seats), opening.rules.big_blind
    if not 2 <= players <= min(opening.rules.players_most, MOST_PLAYERS):
        raise OpeningError(f"{players} players cannot play: from 2 to {opening.rules.players_most} can")
    if {*map(type, opening.seats)} != {int}:
        raise OpeningError("seats are numbers")
    if len(set(opening.seats)) != players:
        raise OpeningError("a seat is named twice")
    if {*map(type, opening.stacks)} != {int} or not 0 < min(opening.stacks) <= max(opening.stacks) <= MOST_CHIPS:
        raise OpeningError("each stack must be a whole number of chips, above zero")
    if {*map(type, opening.posts)} != {int} or not 0 <= min(opening.posts) <= max(opening.posts) <= big_blind:
        raise OpeningError("a blind that is posted is at most the big blind")
    if not opening.rules.takes_posts and any(opening.posts):
        raise OpeningError("no blind is posted out of turn here")
    if {*map(type, opening.deck)} != {int} or len(opening.deck) != 52 or _WHOLE_DECK.symmetric_difference(opening.deck):
        raise OpeningError("the deck must hold each of the 52 cards once")
