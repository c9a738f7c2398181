"""Rank a hand: its strength as a number, its category and the five cards that make it."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from phevaluator import evaluate_cards

from tables.engine.cards import Card, rank_of

WORST: Final = 7462
FIVE: Final = 4 - 1  # rank of the five; in its straight, the wheel, the ace comes below the deuce
ACE: Final = 12


class Category(StrEnum):
    ROYAL_FLUSH = "royal_flush"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_OF_A_KIND = "four_of_a_kind"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three_of_a_kind"
    TWO_PAIR = "two_pair"
    PAIR = "pair"
    HIGH_CARD = "high_card"


class Best(NamedTuple):
    category: Category
    strength: int
    cards: tuple[Card, ...]
    """The five cards, those that decide first before those that decide later."""


# The worst strength of each category, best category first.
_LIMITS: Final = (1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, WORST)


def strength(cards: Sequence[Card]) -> int:
    """Return the strength of the best five of five to seven cards: 1 is a royal flush, 7462 the worst; equals tie."""
    value: int = evaluate_cards(*cards)
    return value


def category(of_strength: int) -> Category:
    for kind, limit in zip(Category, _LIMITS, strict=True):
        if 1 <= of_strength <= limit:
            return kind
    raise ValueError(of_strength)


def best_five(cards: Sequence[Card]) -> Best:
    """Return the best five; among equally good ones the first as the cards stand, so that it is always the same."""
    value = strength(cards)
    five = next(chosen for chosen in combinations(cards, 5) if strength(chosen) == value)
    return Best(category(value), value, _in_order_of_weight(five, category(value)))


def _in_order_of_weight(five: tuple[Card, ...], kind: Category) -> tuple[Card, ...]:
    ranks = [rank_of(card) for card in five]
    wheel = kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and FIVE in ranks and ACE in ranks

    def weight(card: Card) -> tuple[int, int, int]:
        rank = rank_of(card)
        return (ranks.count(rank), -1 if wheel and rank == ACE else rank, card)

    return tuple(sorted(five, key=weight, reverse=True))
