"""What happened in a hand, in order. Everybody may see every event: cards that are not shown are in none."""

from typing import Literal, NamedTuple

from tables.engine.cards import Card
from tables.engine.opening import Seat

Forced = Literal["ante", "small_blind", "big_blind", "post"]
Plain = Literal["fold", "check", "pass", "all-in"]
"""What takes no amount."""
Sized = Literal["bet", "raise", "overbet"]
"""What is for as many chips as the player chooses."""
Verb = Literal[Plain, "call", Sized, "show", "muck"]


class Posted(NamedTuple):
    seat: Seat
    kind: Forced
    amount: int


class DealtIn(NamedTuple):
    """Two cards each, to these."""

    seats: tuple[Seat, ...]


class DealtBoard(NamedTuple):
    street: str
    cards: tuple[Card, ...]


class Acted(NamedTuple):
    seat: Seat
    verb: Verb
    amount: int
    """Chips put in now."""
    to: int
    """The player's total on this street."""
    all_in: bool
    late: bool = False
    """Decided by the clock."""


class Returned(NamedTuple):
    """The part of a bet that nobody called."""

    seat: Seat
    amount: int


class Shown(NamedTuple):
    seat: Seat
    cards: tuple[Card, Card]


class Mucked(NamedTuple):
    seat: Seat


class Won(NamedTuple):
    seat: Seat
    amount: int
    pot: int
    """0 is the main pot."""


Event = Posted | DealtIn | DealtBoard | Acted | Returned | Shown | Mucked | Won
