"""Test how often each category comes among all hands, against numbers that anybody can look up."""

import os
import random
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import comb, sqrt
from multiprocessing import get_context

import pytest

from tables.engine.cards import DECK, Card
from tables.engine.ranks import WORST, category, strength

OF_FIVE = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
OF_SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
    "two_pair": 31_433_400,
    "pair": 58_627_800,
    "high_card": 23_294_460,
}
SAMPLE = 60_000
SIGMAS = 5
PROCESSES = 2


def by_category(strengths: Counter[int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for value, count in strengths.items():
        counts[category(value)] += count
    return dict(counts)


def strengths_of_seven(lowest: Card) -> Counter[int]:
    """Count the strengths of all hands of which this is the lowest card."""
    hands: Iterable[tuple[Card, ...]] = map((lowest,).__add__, combinations(DECK[lowest + 1 :], 6))
    return Counter(map(strength, hands))


def test_the_expected_counts_add_up_to_all_hands() -> None:
    assert sum(OF_FIVE.values()) == comb(52, 5) == 2_598_960
    assert sum(OF_SEVEN.values()) == comb(52, 7) == 133_784_560


def test_all_hands_of_five_cards_fall_into_the_known_categories() -> None:
    strengths = Counter(map(strength, combinations(DECK, 5)))
    assert by_category(strengths) == OF_FIVE
    assert set(strengths) == set(range(1, WORST + 1))


def test_a_sample_of_hands_of_seven_cards_falls_into_the_known_categories() -> None:
    luck = random.Random(7)
    found = by_category(Counter(strength(luck.sample(DECK, 7)) for _ in range(SAMPLE)))
    for kind, count in OF_SEVEN.items():
        share = count / comb(52, 7)
        assert abs(found.get(kind, 0) - SAMPLE * share) < SIGMAS * sqrt(SAMPLE * share * (1 - share)), kind


@pytest.mark.skipif(os.environ.get("EXHAUSTIVE") != "1", reason="takes a minute: make exhaustive")
def test_all_hands_of_seven_cards_fall_into_the_known_categories() -> None:
    strengths: Counter[int] = Counter()
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for some in pool.map(strengths_of_seven, DECK[:-6]):
            strengths.update(some)
    assert by_category(strengths) == OF_SEVEN
    assert len(strengths) == 4_824
