"""Name what happened in a hand, in order. Everybody may see every event: cards that are not shown are in none."""

from typing import Literal, NamedTuple

from tables.engine.cards import Card
from tables.engine.opening import SeatNumber

Forced = Literal["ante", "small_blind", "big_blind", "post"]
Plain = Literal["fold", "check", "pass", "all-in"]
"""Verbs that take no amount."""
Sized = Literal["bet", "raise", "overbet"]
"""Verbs for as many chips as the player chooses."""
Verb = Literal[Plain, "call", Sized, "show", "muck"]


class Posted(NamedTuple):
    seat: SeatNumber
    kind: Forced
    amount: int


class DealtIn(NamedTuple):
    """Tells which seats were dealt two cards each."""

    seats: tuple[SeatNumber, ...]


class DealtBoard(NamedTuple):
    street: str
    cards: tuple[Card, ...]


class Acted(NamedTuple):
    seat: SeatNumber
    verb: Verb
    amount: int
    """Chips put in by this action."""
    to: int
    """The player's total on this street."""
    all_in: bool
    late: bool = False
    """True if the clock decided."""


class Returned(NamedTuple):
    """Gives back the part of a bet that nobody called."""

    seat: SeatNumber
    amount: int


class Shown(NamedTuple):
    seat: SeatNumber
    cards: tuple[Card, Card]


class Mucked(NamedTuple):
    seat: SeatNumber


class Won(NamedTuple):
    seat: SeatNumber
    amount: int
    pot: int
    """Number of the pot; 0 is the main pot."""


Event = Posted | DealtIn | DealtBoard | Acted | Returned | Shown | Mucked | Won
