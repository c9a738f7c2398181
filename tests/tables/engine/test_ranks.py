"""Test how good a hand is, against the rules of poker written down once more, slowly."""

import random
from collections.abc import Sequence
from itertools import combinations, pairwise, permutations

import pytest

from tables.engine.cards import DECK, RANKS, Card, card_text, cards_text, parse_cards, rank_of, suit_of
from tables.engine.ranks import WORST, Category, best_five, category, strength

# Each row has a category, its best hand and its worst, with their places among all hands.
BOUNDARIES = [
    ("royal_flush", "AsKsQsJsTs", 1, "AcKcQcJcTc", 1),
    ("straight_flush", "KhQhJhTh9h", 2, "5h4h3h2hAh", 10),
    ("four_of_a_kind", "AcAdAhAsKc", 11, "2c2d2h2s3c", 166),
    ("full_house", "AcAdAhKcKd", 167, "2c2d2h3c3d", 322),
    ("flush", "AdKdQdJd9d", 323, "7d5d4d3d2d", 1599),
    ("straight", "AsKsQsJsTh", 1600, "5s4s3s2sAh", 1609),
    ("three_of_a_kind", "AcAdAhKsQs", 1610, "2c2d2h4s3s", 2467),
    ("two_pair", "AcAdKcKdQs", 2468, "3c3d2c2d4s", 3325),
    ("pair", "AcAdKsQsJs", 3326, "2c2d5s4s3s", 6185),
    ("high_card", "AsKsQsJs9h", 6186, "7s5s4s3s2h", 7462),
]

Reference = tuple[int, tuple[int, ...]]


def reference(cards: Sequence[Card]) -> Reference:
    """Return the category, then the ranks of the five in the order in which they decide: the more, the better."""
    return max(_reference_of_five([card_text(card) for card in five]) for five in combinations(cards, 5))


def _reference_of_five(texts: list[str]) -> Reference:
    numbers = ["..23456789TJQKA".index(text[0]) for text in texts]
    ranks = sorted(numbers, key=lambda rank: (numbers.count(rank), rank), reverse=True)
    groups = sorted([numbers.count(rank) for rank in set(numbers)], reverse=True)
    flush = len({text[1] for text in texts}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(groups) == 5 and ranks[0] - ranks[4] == 4
    kinds = [
        straight and flush and ranks[0] == 14,
        straight and flush,
        groups == [4, 1],
        groups == [3, 2],
        flush,
        straight,
        groups == [3, 1, 1],
        groups == [2, 2, 1],
        groups == [2, 1, 1, 1],
        True,
    ]
    return -kinds.index(True), tuple(ranks)


def random_hands(size: int, count: int, *, seed: int) -> list[list[Card]]:
    """Draw hands from the whole deck, and from small parts of it, where rare hands come often."""
    luck = random.Random(seed)
    hands = []
    for number in range(count):
        low = luck.randrange(9)
        decks = (
            DECK,
            [card for card in DECK if suit_of(card) < 2],
            [card for card in DECK if low - 1 <= rank_of(card) < low + 4],
            [card for card in DECK if rank_of(card) < 6 or rank_of(card) == 12],
            [card for card in DECK if rank_of(card) > 6 and suit_of(card) < 2],
        )
        hands.append(luck.sample(decks[number % len(decks)], size))
    return hands


def worth(text: str) -> int:
    return strength(parse_cards(text))


def best(text: str) -> tuple[str, str]:
    found = best_five(parse_cards(text))
    return found.category, cards_text(found.cards)


def test_there_are_ten_categories_from_the_royal_flush_down() -> None:
    assert [str(kind) for kind in Category] == [kind for kind, *_ in BOUNDARIES]


@pytest.mark.parametrize(("kind", "highest", "first", "lowest", "last"), BOUNDARIES)
def test_each_category_goes_from_its_best_hand_to_its_worst(
    kind: str, highest: str, first: int, lowest: str, last: int
) -> None:
    assert (worth(highest), worth(lowest)) == (first, last)
    assert {category(number) for number in range(first, last + 1)} == {kind}
    assert best_five(parse_cards(highest)).category == best_five(parse_cards(lowest)).category == kind


def test_each_category_begins_where_the_better_one_ends() -> None:
    assert [first for _, _, first, _, _ in BOUNDARIES[1:]] == [last + 1 for *_, last in BOUNDARIES[:-1]]
    assert BOUNDARIES[-1][-1] == WORST


def test_a_strength_beyond_the_worst_has_no_category() -> None:
    with pytest.raises(ValueError, match="7463"):
        category(WORST + 1)


@pytest.mark.parametrize("cards", ["AsKsQsJs", "AsKsQsJsTs9s8s7s", ""])
def test_a_hand_has_five_to_seven_cards(cards: str) -> None:
    with pytest.raises(ValueError, match="cards"):
        worth(cards)


@pytest.mark.parametrize("suit", "cdhs")
def test_the_royal_flush_has_its_own_name_and_ranks_as_the_best_straight_flush(suit: str) -> None:
    royal = "".join(rank + suit for rank in "AKQJT")
    assert best(royal) == ("royal_flush", royal)
    assert worth(royal) == worth("AsKsQsJsTs") == 1
    assert worth("KsQsJsTs9s") == 2


def test_the_ace_below_the_deuce_makes_the_lowest_straight() -> None:
    straights = [
        *("".join(rank + suit for rank, suit in zip(RANKS[low : low + 5], "cdhss", strict=True)) for low in range(9))
    ]
    strengths = [worth(text) for text in straights]
    assert strengths == list(range(1608, 1599, -1))
    assert worth("As2c3d4h5s") == 1609
    assert best("As2c3d4h5s") == ("straight", "5s4h3d2cAs")


def test_the_steel_wheel_is_the_lowest_straight_flush() -> None:
    assert best("AhKc2h3h4h5hKd") == ("straight_flush", "5h4h3h2hAh")
    assert worth("Ah2h3h4h5h") == worth("2h3h4h5h6h") + 1 == 10


@pytest.mark.parametrize("suits", ["cdhsc", "hhhhh"])
@pytest.mark.parametrize("ranks", ["QKA23", "KA234", "JQKA2"])
def test_no_straight_wraps_around_the_ace(ranks: str, suits: str) -> None:
    text = "".join(rank + suit for rank, suit in zip(ranks, suits, strict=True))
    assert best(text)[0] == ("flush" if suits == "hhhhh" else "high_card")
    assert best(text)[1][0] == "A"


@pytest.mark.parametrize(
    ("cards", "kind", "five"),
    [
        ("AsAdKsKdQsQdJh", "two_pair", "AsAdKsKdQs"),
        ("3s3d2s2d5s5dAh", "two_pair", "5s5d3s3dAh"),
        ("AsAdKsKd2h2cQs", "two_pair", "AsAdKsKdQs"),
        ("AsAdAhKsKdKhQs", "full_house", "AsAhAdKsKd"),
        ("2s2d2h3s3d3hAs", "full_house", "3s3h3d2s2d"),
        ("2s2d2hKsKdAsAd", "full_house", "2s2h2dAsAd"),
        ("As9s7s5s3s2sKd", "flush", "As9s7s5s3s"),
        ("As9s7s5s3s2sKs", "flush", "AsKs9s7s5s"),
        ("6h5h4h3h2hAhKh", "straight_flush", "6h5h4h3h2h"),
        ("6h5h4h3h2hAsAd", "straight_flush", "6h5h4h3h2h"),
        ("AhKhQhJh9h8h7h", "flush", "AhKhQhJh9h"),
        ("9s8s7s6s5sTdJh", "straight_flush", "9s8s7s6s5s"),
        ("9s8s7s6s5sAsKs", "straight_flush", "9s8s7s6s5s"),
        ("9s8d7s6s5sAs2s", "flush", "As9s7s6s5s"),
        ("9s8d7c6s5sTdJh", "straight", "JhTd9s8d7c"),
        ("As2d3c4h5s6dKh", "straight", "6d5s4h3c2d"),
        ("As2d3c4h5sAdAh", "straight", "5s4h3c2dAs"),
        ("Ts9d8c7h6sTdTh", "straight", "Ts9d8c7h6s"),
        ("AsAdKsKd5s9s2s", "flush", "AsKs9s5s2s"),
        ("AsAdAcKsKd5s9s", "full_house", "AsAdAcKsKd"),
        ("AsAdAcKsQs5s9s", "flush", "AsKsQs9s5s"),
        ("7c7d7h7sAdAcAh", "four_of_a_kind", "7s7h7d7cAd"),
        ("7c7d7h7s2d2c3h", "four_of_a_kind", "7s7h7d7c3h"),
        ("7c7d7h7sKdAcQh", "four_of_a_kind", "7s7h7d7cAc"),
        ("QsQdQhAs9d3c2h", "three_of_a_kind", "QsQhQdAs9d"),
        ("QsQdKs9d7h3c2h", "pair", "QsQdKs9d7h"),
        ("AsQdJs9d7h3c2h", "high_card", "AsQdJs9d7h"),
    ],
)
def test_the_best_five_of_seven_come_in_the_order_in_which_they_decide(cards: str, kind: str, five: str) -> None:
    found, shown = best(cards)
    assert found == kind
    assert [text[0] for text in _texts(shown)] == [text[0] for text in _texts(five)]
    assert set(_texts(shown)) <= set(_texts(cards))
    assert worth(shown) == worth(five) == worth(cards)


def _texts(cards: str) -> list[str]:
    return [card_text(card) for card in parse_cards(cards)]


@pytest.mark.parametrize(
    ("board", "better", "worse"),
    [
        ("7c7d7h7s2d", "AcKd", "KcQd"),  # four of a kind on the board: the kicker decides
        ("9s8s7s2d2c", "6s5s", "AsKs"),  # a straight flush against a higher flush
        ("KsKd9s5s2s", "KhKc", "9d9h"),
        ("KsKd9s5s2c", "9d9h", "As3s"),  # a full house against a flush
        ("KsQs9s5s2d", "As3d", "Js8s"),  # on four of a suit one high card beats two lower ones
        ("QsJdTc3h2s", "AhKd", "Kc9d"),
        ("4s3d2c9hKs", "6h5d", "Ah5c"),  # six-high against the wheel
        ("AsAdKcKhQs", "QdQh", "JsTs"),
        ("AsAd9c5h2s", "KdJh", "KcTh"),  # the second kicker
        ("AsKdJc9h2s", "8c3d", "7c6d"),  # the fifth card
    ],
)
def test_the_better_hand_wins_on_a_common_board(board: str, better: str, worse: str) -> None:
    assert worth(board + better) < worth(board + worse)


@pytest.mark.parametrize(
    ("board", "one", "other"),
    [
        ("AsKsQsJsTs", "9s8s", "AdAh"),
        ("7c7d7h7sAd", "AcAh", "2c3d"),
        ("AsAdKcKhQs", "QdJh", "2c3d"),
        ("AsAd9c8h7s", "4d3h", "6c2d"),  # the sixth card never counts
        ("KsQs9s5s4s", "3s2s", "3d2d"),
        ("TsJdQcKhAs", "AhAd", "2c3d"),
    ],
)
def test_a_board_that_is_the_best_hand_is_shared(board: str, one: str, other: str) -> None:
    assert worth(board + one) == worth(board + other) == worth(board)


def test_pairs_are_compared_before_kickers_and_high_before_low() -> None:
    falling = ["AsAdKsQsJh", "AsAdKsQsTh", "AsAdKsJsTh", "AsAdQsJsTh", "KsKdAsQsJh", "QsQdAsKsJh"]
    falling_two = ["AsAdKsKdQh", "AsAdKsKdJh", "AsAdQsQdKh", "KsKdQsQdAh", "KsKdJsJdAh"]
    falling_full = ["AsAdAhKsKd", "AsAdAhQsQd", "KsKdKhAsAd", "KsKdKh2s2d", "QsQdQhAsAd"]
    for hands in (falling, falling_two, falling_full):
        assert all(worth(better) < worth(worse) for better, worse in pairwise(hands))


def test_suits_never_break_ties() -> None:
    for hand in random_hands(7, 100, seed=1):
        exchanged = {
            strength([Card(4 * rank_of(card) + suits[suit_of(card)]) for card in hand])
            for suits in permutations(range(4))
        }
        assert exchanged == {strength(hand)}


def test_the_order_of_the_cards_does_not_matter() -> None:
    luck = random.Random(2)
    for hand in random_hands(7, 200, seed=3):
        there, shuffled = best_five(hand), best_five(luck.sample(hand, 7))
        assert (there.category, there.strength) == (shuffled.category, shuffled.strength)
        assert [rank_of(card) for card in there.cards] == [rank_of(card) for card in shuffled.cards]


def test_the_first_of_equally_good_choices_is_shown() -> None:
    assert best("AsKsQsJsTsThTd") == ("royal_flush", "AsKsQsJsTs")
    assert best("AhKdQsJsTcTdTh") == ("straight", "AhKdQsJsTc")
    assert best("AhKdQsJsThTdTc") == ("straight", "AhKdQsJsTh")


@pytest.mark.parametrize(("size", "count"), [(5, 4000), (6, 2000), (7, 2000)])
def test_hands_rank_as_the_rules_of_poker_say(size: int, count: int) -> None:
    hands = sorted([(reference(hand), hand) for hand in random_hands(size, count, seed=size)], reverse=True)
    assert {-kind for (kind, _), _ in hands} == set(range(10))
    for (better, one), (worse, other) in pairwise(hands):
        assert (strength(one) < strength(other)) == (better > worse)
        assert (strength(one) == strength(other)) == (better == worse)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_five_shown_are_the_five_that_count(size: int) -> None:
    for hand in random_hands(size, 500, seed=10 + size):
        kind, ranks = reference(hand)
        found = best_five(hand)
        assert found.category == BOUNDARIES[-kind][0]
        assert found.strength == strength(hand) == strength(found.cards)
        assert [RANKS[rank - 2] for rank in ranks] == [card_text(card)[0] for card in found.cards]
        assert len(set(found.cards)) == 5
        assert set(found.cards) <= set(hand)
