"""Chances are what counting every board one by one gives, however they are worked out."""

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
"""Cards that may still come, of those that are not dead: few, so that the slow way can be gone."""


def compare(hands: list[tuple[Card, Card]], board: list[Card], dead: list[Card]) -> None:
    found = chances(hands, board, dead)
    win, tie, share = slow_chances(hands, board, dead)
    assert found.exact
    assert found.error == 0
    for counted, slowly in ((found.win, win), (found.tie, tie), (found.share, share)):
        assert counted == pytest.approx([float(x) for x in slowly])


def few_suits(chance: random.Random) -> list[Card]:
    """Flushes and straight flushes come often: of one suit there is all, of the others some."""
    suit = chance.randrange(4)
    deck = [card for card in DECK if card & 3 == suit or chance.random() < 0.4]
    return chance.sample(deck, len(deck))


def few_ranks(chance: random.Random) -> list[Card]:
    """Pairs, full houses and fours come often."""
    ranks = chance.sample(range(13), 8)
    deck = [card for card in DECK if card >> 2 in ranks]
    return chance.sample(deck, len(deck))


@pytest.mark.parametrize("seed", range(count(60, quick=21)))
def test_before_the_flop_groups_of_boards_stand_for_every_board(seed: int) -> None:
    chance = random.Random(seed)
    deck = (few_suits, few_ranks, lambda chance: chance.sample(DECK, 52))[seed % 3](chance)
    players = chance.choice([2, 2, 3, 4, 6])
    hands = [(deck[place], deck[place + 1]) for place in range(0, 2 * players, 2)]
    rest = deck[2 * players : 2 * players + LEFT]
    compare(hands, [], [card for card in DECK if card not in rest and all(card not in hand for hand in hands)])


@pytest.mark.parametrize("seed", range(count(30, quick=12)))
def test_from_the_flop_on(seed: int) -> None:
    chance = random.Random(seed)
    deck = chance.sample(DECK, 52)
    players, board = chance.choice([2, 3, 5, 9]), chance.choice([3, 4, 5])
    hands = [(deck[place], deck[place + 1]) for place in range(0, 2 * players, 2)]
    dead = deck[2 * players + board :][: chance.choice([0, 0, 4])]
    compare(hands, deck[2 * players : 2 * players + board], dead)


WON, LOST, TIED = 809_660, 895_267, 7_377
"""Of all 1,712,304 boards by ace and king of spades, against the sevens of hearts and spades."""


def test_two_hands_with_the_whole_deck_to_come() -> None:
    found = chances([cards("AsKs"), cards("7h7s")])
    assert found.boards == WON + LOST + TIED == 1_712_304
    assert [round(x * found.boards) for x in (*found.win, found.tie[0])] == [WON, LOST, TIED]


@pytest.mark.skipif(not WHOLE, reason="a million boards, with WHOLE_MATRIX alone")
def test_these_are_counted_one_by_one() -> None:
    (one, other), counts = (cards("AsKs"), cards("7h7s")), Counter[int]()
    for board in combinations([card for card in DECK if card not in (*one, *other)], 5):
        first, second = evaluate_cards(*one, *board), evaluate_cards(*other, *board)
        counts[(first < second) - (second < first)] += 1
    assert counts == {1: WON, -1: LOST, 0: TIED}


def test_the_pot_is_shared_out_whole() -> None:
    found = chances([cards("AsAh"), cards("KsKd"), cards("QsQd"), cards("7c2d")])
    assert sum(found.share) == pytest.approx(1)
    assert found.share[0] > found.share[1] > found.share[2] > found.share[3]


def test_the_same_hands_in_other_suits_tie() -> None:
    found = chances([cards("AsKh"), cards("AdKc")])
    assert found.win[0] == found.win[1]
    assert found.share == (0.5, 0.5)
    assert found.tie[0] == found.tie[1] > 0.9


def test_with_the_board_complete_it_is_certain() -> None:
    found = chances([cards("AsAh"), cards("KsKd")], parse_cards("KhQd7c2s2d"))
    assert (found.win, found.tie, found.boards) == ((0, 1), (0, 0), 1)


def test_who_is_alone_wins() -> None:
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
def test_what_makes_no_sense_is_no_question(hands: list[str], board: str, dead: str, unknown: int) -> None:
    with pytest.raises(NotAQuestion):
        Question.make([cards(hand) for hand in hands], parse_cards(board), parse_cards(dead), unknown)


def test_no_card_but_those_of_the_deck() -> None:
    with pytest.raises(NotAQuestion):
        Question.make([(Card(52), Card(1)), cards("AsAh")])


def test_the_order_of_cards_makes_no_other_question() -> None:
    one = Question.make([cards("AsKd")], parse_cards("2c3d4h"), parse_cards("7s8s"))
    assert one == Question.make([cards("KdAs")], parse_cards("4h2c3d"), parse_cards("8s7s"))
