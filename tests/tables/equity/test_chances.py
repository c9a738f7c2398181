"""Test that chances are what counting every board one by one gives, however they are worked out."""

import random
from collections import Counter
from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from tables.engine.cards import DECK, Card, parse_cards
from tables.equity.chances import chances
from tables.equity.question import NotAQuestion, Question
from tests.samples import WHOLE, count
from tests.tables.equity.slow import cards, slow_chances

LEFT = 16
"""Number of cards that may still come and are not dead: few, so that the slow way is quick enough."""


def compare(hands: list[tuple[Card, Card]], board: list[Card], dead: list[Card]) -> None:
    found = chances(hands, board, dead)
    win, tie, share = slow_chances(hands, board, dead)
    assert found.exact
    assert found.error == 0
    for counted, slowly in ((found.win, win), (found.tie, tie), (found.share, share)):
        assert counted == pytest.approx([float(x) for x in slowly])


def few_suits(chance: random.Random) -> list[Card]:
    """Shuffle all cards of one suit and some of the others, so that flushes and straight flushes come often."""
    suit = chance.randrange(4)
    deck = [card for card in DECK if card & 3 == suit or chance.random() < 0.4]
    return chance.sample(deck, len(deck))


def few_ranks(chance: random.Random) -> list[Card]:
    """Shuffle the cards of eight ranks, so that pairs, full houses and fours come often."""
    ranks = chance.sample(range(13), 8)
    deck = [card for card in DECK if card >> 2 in ranks]
    return chance.sample(deck, len(deck))


@pytest.mark.parametrize("seed", range(count(60, quick=21)))
def test_groups_of_boards_before_the_flop_stand_for_every_board(seed: int) -> None:
    chance = random.Random(seed)
    deck = (few_suits, few_ranks, lambda chance: chance.sample(DECK, 52))[seed % 3](chance)
    players = chance.choice([2, 2, 3, 4, 6])
    hands = [(deck[place], deck[place + 1]) for place in range(0, 2 * players, 2)]
    rest = deck[2 * players : 2 * players + LEFT]
    compare(hands, [], [card for card in DECK if card not in rest and all(card not in hand for hand in hands)])


@pytest.mark.parametrize("seed", range(count(30, quick=12)))
def test_chances_from_the_flop_on_equal_the_slow_count(seed: int) -> None:
    chance = random.Random(seed)
    deck = chance.sample(DECK, 52)
    players, board = chance.choice([2, 3, 5, 9]), chance.choice([3, 4, 5])
    hands = [(deck[place], deck[place + 1]) for place in range(0, 2 * players, 2)]
    dead = deck[2 * players + board :][: chance.choice([0, 0, 4])]
    compare(hands, deck[2 * players : 2 * players + board], dead)


WON, LOST, TIED = 809_660, 895_267, 7_377
"""Boards, of all 1,712,304, that ace and king of spades win, lose and tie against the sevens of hearts and spades."""


def test_chances_of_two_hands_over_all_boards() -> None:
    found = chances([cards("AsKs"), cards("7h7s")])
    assert found.boards == WON + LOST + TIED == 1_712_304
    assert [round(x * found.boards) for x in (*found.win, found.tie[0])] == [WON, LOST, TIED]


@pytest.mark.skipif(not WHOLE, reason="a million boards, with WHOLE_MATRIX alone")
def test_these_boards_counted_one_by_one_give_the_same() -> None:
    (one, other), counts = (cards("AsKs"), cards("7h7s")), Counter[int]()
    for board in combinations([card for card in DECK if card not in (*one, *other)], 5):
        first, second = evaluate_cards(*one, *board), evaluate_cards(*other, *board)
        counts[(first < second) - (second < first)] += 1
    assert counts == {1: WON, -1: LOST, 0: TIED}


def test_shares_of_the_pot_add_up_to_one() -> None:
    found = chances([cards("AsAh"), cards("KsKd"), cards("QsQd"), cards("7c2d")])
    assert sum(found.share) == pytest.approx(1)
    assert found.share[0] > found.share[1] > found.share[2] > found.share[3]


def test_the_same_hands_in_other_suits_tie() -> None:
    found = chances([cards("AsKh"), cards("AdKc")])
    assert found.win[0] == found.win[1]
    assert found.share == (0.5, 0.5)
    assert found.tie[0] == found.tie[1] > 0.9


def test_chances_on_a_complete_board_are_certain() -> None:
    found = chances([cards("AsAh"), cards("KsKd")], parse_cards("KhQd7c2s2d"))
    assert (found.win, found.tie, found.boards) == ((0, 1), (0, 0), 1)


def test_a_single_hand_always_wins() -> None:
    assert chances([cards("7c2d")]).win == (1,)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "unknown"),
    [
        ([], "", "", 0),
        (["AsAh", "AsKd"], "", "", 0),
        (["AsAh", "KsKd"], "Ac", "", 0),
        (["AsAh", "KsKd"], "AcKc2d3d4d5d", "", 0),
        (["AsAh", "KsKd"], "AsKc2d", "", 0),
        (["AsAh", "KsKd"], "", "As", 0),
        (["AsAh"], "", "", -1),
        (["AsAh"], "", "", 23),
    ],
)
def test_an_impossible_question_is_refused(hands: list[str], board: str, dead: str, unknown: int) -> None:
    with pytest.raises(NotAQuestion):
        Question.make([cards(hand) for hand in hands], parse_cards(board), parse_cards(dead), unknown)


def test_a_card_outside_the_deck_is_refused() -> None:
    with pytest.raises(NotAQuestion):
        Question.make([(Card(52), Card(1)), cards("AsAh")])


def test_the_order_of_cards_does_not_change_the_question() -> None:
    one = Question.make([cards("AsKd")], parse_cards("2c3d4h"), parse_cards("7s8s"))
    assert one == Question.make([cards("KdAs")], parse_cards("4h2c3d"), parse_cards("8s7s"))
