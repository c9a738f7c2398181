"""Test that a winning hand is named as people say it: with a pair, with two pair, with a straight."""

import pytest
from django.utils.translation import override

from tables.core import words
from tables.engine.cards import parse_cards
from tables.engine.ranks import Best, Category

SAID = {
    Category.ROYAL_FLUSH: "a royal flush",
    Category.STRAIGHT_FLUSH: "a straight flush, king high",
    Category.FOUR_OF_A_KIND: "four of a kind, kings",
    Category.FULL_HOUSE: "a full house, kings full of nines",
    Category.FLUSH: "a flush, king high",
    Category.STRAIGHT: "a straight, king high",
    Category.THREE_OF_A_KIND: "three of a kind, kings",
    Category.TWO_PAIR: "two pair, kings and nines",
    Category.PAIR: "a pair of kings",
    Category.HIGH_CARD: "high card king",
}
CARDS = {Category.TWO_PAIR: "KsKh9s9h2c"}
ANY = "KsKhKd9s9h"


@pytest.mark.parametrize("category", Category)
def test_hand_has_its_article_within_a_sentence(category: Category) -> None:
    best = Best(category, 1, parse_cards(CARDS.get(category, ANY)))
    with override("en"):
        assert words.hand_name(best, in_a_sentence=True) == SAID[category]
    with override("zh-hans"):
        assert words.hand_name(best, in_a_sentence=True) == words.hand_name(best)
