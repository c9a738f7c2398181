"""Find the chances of hands against each other."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from tables.engine.cards import Card
from tables.engine.ranks import strength
from tables.equity.preflop import count_every_board
from tables.equity.question import Chances, Question
from tables.equity.sampled import count_against_one, deals_against_one, sample
from tables.equity.tally import Tally

FEW_DEALS: Final = 50_000
"""Most deals that are counted: up to here that is quicker than drawing as many as it takes to be sure."""


def chances(
    hands: Sequence[tuple[Card, Card]], board: Sequence[Card] = (), dead: Collection[Card] = (), unknown: int = 0
) -> Chances:
    """Return chances, exact unless unknown hands allow too many deals. It may take tenths of a second: see `asking`."""
    return answer(Question.make(hands, board, dead, unknown))


def answer(question: Question) -> Chances:
    if question.unknown:
        few = question.unknown == 1 and deals_against_one(question) <= FEW_DEALS
        return count_against_one(question).chances() if few else sample(question)
    if len(question.hands) == 1:
        return Chances((1.0,), (0.0,), (1.0,))
    return (_count_boards(question) if question.board else count_every_board(question)).chances()


def _count_boards(question: Question) -> Tally:
    """Count the boards one by one, from the flop on."""
    tally = Tally(len(question.hands))
    for rest in combinations(question.rest, question.to_come):
        board = (*question.board, *rest)
        tally.count([strength((*hand, *board)) for hand in question.hands])
    return tally
