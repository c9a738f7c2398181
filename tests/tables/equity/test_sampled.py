"""Test that sampled chances are as near to the truth as they say, and the same every time."""

import pytest

from tables.engine.cards import DECK, parse_cards
from tables.equity.chances import chances
from tables.equity.question import Question
from tables.equity.sampled import DEALS, ENOUGH, count_against_one, sample
from tests.tables.equity.slow import cards

ASKED = [
    Question.make([cards("AsAh"), cards("KsKd")]),
    Question.make([cards("AsKs"), cards("7h7d")]),
    Question.make([cards("AsKh"), cards("AdKc")]),
    Question.make([cards("AsKs"), cards("QhJh"), cards("8d8c"), cards("7c6c")]),
    Question.make([cards("9s8s"), cards("AhAd")], parse_cards("7s6s2d")),
]


@pytest.mark.parametrize("question", ASKED)
def test_chances_are_off_by_at_most_twice_their_stated_error(question: Question) -> None:
    """Chances may be off by more than the stated error once in twenty times."""
    drawn, exact = sample(question), chances(question.hands, question.board)
    assert not drawn.exact
    assert drawn.boards <= DEALS
    assert 0 < drawn.error <= ENOUGH
    for name in ("win", "tie", "share"):
        assert getattr(drawn, name) == pytest.approx(getattr(exact, name), abs=2 * drawn.error)


def test_unknown_hands_count_as_any_hands() -> None:
    """The truth is the average over every hand that the six cards left can make."""
    rest = parse_cards("2c2d5h8h9sJd")
    hand, board = cards("AsKd"), parse_cards("KhQd7c2s3d")
    dead = [card for card in DECK if card not in {*rest, *hand, *board}]
    hands = [(first, second) for place, first in enumerate(rest) for second in rest[place + 1 :]]
    each = [chances([hand, other], board).win[0] for other in hands]
    question = Question.make([hand], board, dead, unknown=1)
    assert count_against_one(question).chances().win == pytest.approx([sum(each) / len(each)])
    assert sample(question).win == pytest.approx([sum(each) / len(each)], abs=0.01)


def test_one_unknown_hand_is_counted_on_late_streets_and_sampled_on_early_ones() -> None:
    river, turn, flop = (parse_cards("KhQd7c2s3d")[:number] for number in (5, 4, 3))
    found = [chances([cards("AsKd")], board, unknown=1) for board in (river, turn, flop, ())]
    assert [answer.exact for answer in found] == [True, True, False, False]
    assert [answer.boards for answer in found[:2]] == [990, 46 * 990]
    assert all(answer.error <= ENOUGH for answer in found)


def test_fewer_deals_are_drawn_against_more_hands() -> None:
    """A hand seldom wins against many, which is known sooner; and each deal takes longer to look at."""
    boards = [chances([cards("7c2d")], unknown=unknown).boards for unknown in (1, 4, 9)]
    assert boards[0] > boards[1] > boards[2] > 0
    assert sample(Question.make([cards("7c2d")], unknown=9), DEALS).boards < DEALS / 2


def test_a_hand_is_worth_less_against_more_hands() -> None:
    worth = [chances([cards("AsAh")], unknown=unknown).share[0] for unknown in (1, 2, 5, 9)]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] == pytest.approx(0.852, abs=0.01)


def test_the_same_question_gets_the_same_answer() -> None:
    asked = Question.make([cards("AsAh")], parse_cards("2c3d4h"), unknown=3)
    assert sample(asked, 500) == sample(asked, 500)
    assert sample(asked, 500) != sample(asked._replace(unknown=2), 500)


def test_a_hand_that_won_every_drawn_deal_still_has_an_error() -> None:
    drawn = sample(Question.make([cards("AsKs"), cards("2c2d")], parse_cards("QsJsTs3h")), 300)
    assert drawn.win[0] == 1
    assert drawn.error == pytest.approx(0.01)
