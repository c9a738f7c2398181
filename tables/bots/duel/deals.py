"""Decide who sits where in each hand of a match, and which deck is dealt."""

from collections.abc import Callable, MutableSequence
from math import factorial
from typing import Any, Final

from tables.engine.cards import DECK, Card
from tables.engine.deck import shuffled

_ORDERS: Final = factorial(len(DECK))

Below = Callable[[int], int]
"""Returns a number from 0 up to, but not including, the argument; each is as likely, and nobody can foretell it."""


class Deals:
    """Rotates seats by one from hand to hand. Duplicate: a deck stays until everybody has held every hand of it."""

    def __init__(self, players: int, *, duplicate: bool, below: Below) -> None:
        self.players = players
        self.each = players if duplicate else 1
        """Number of hands that one deck is used for."""
        self._below = below
        self._deal = -1
        self._deck: tuple[Card, ...] = ()

    def order(self, number: int) -> tuple[int, ...]:
        """Return the places of the players, from the small blind on; hands are counted from 0."""
        first = number % self.players
        return (*range(first, self.players), *range(first))

    def deal_of(self, number: int) -> int:
        return number // self.each

    def deck(self, number: int) -> tuple[Card, ...]:
        """Return the deck of a hand; ask hand after hand, as earlier decks are not kept."""
        deal = self.deal_of(number)
        if deal != self._deal:
            self._deal, self._deck = deal, shuffled_at_once(self._below)
        return self._deck


def draw_seats(players: MutableSequence[Any], below: Below) -> None:
    """Shuffle the players in place; every order is as likely."""
    for last in range(len(players) - 1, 0, -1):
        drawn = below(last + 1)
        players[last], players[drawn] = players[drawn], players[last]


def shuffled_at_once(below: Below) -> tuple[Card, ...]:
    """Shuffle with one draw among all orders of the deck, in place of one for each card."""
    drawn = below(_ORDERS)

    def next_below(most: int) -> int:
        nonlocal drawn
        drawn, rest = divmod(drawn, most)
        return rest

    return shuffled(next_below)
