"""Estimate chances where there is too much to count, from so many deals that they are off by half a percent at most.

The cards themselves seed the draw, so the same question always gets the same answer.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb, sqrt
from random import Random
from typing import Final

from tables.engine.cards import Card
from tables.engine.ranks import strength
from tables.equity.question import Chances, Question
from tables.equity.tally import Tally

ENOUGH: Final = 0.005
"""Error at which no more deals are drawn."""
DEALS: Final = 40_000
"""Most deals: as many as two hands take that are equally good."""
ROUND: Final = 2_000
NINETEEN_OF_TWENTY: Final = 1.96
NEVER_SEEN: Final = 3.0
"""A chance that never came in n draws is, nineteen times out of twenty, less than this divided by n."""


def sample(question: Question, deals: int = DEALS) -> Chances:
    rest, cards = list(question.rest), question.to_come + 2 * question.unknown
    draw = Random(repr(question)).sample  # noqa: S311  nothing is dealt with it
    tally = Tally(len(question.hands))
    while tally.boards < deals and not (tally.boards and _error(tally.chances(), tally.boards) <= ENOUGH):
        _draw_some(question, tally, min(ROUND, deals - tally.boards), lambda: draw(rest, cards))
    found = tally.chances()
    return found._replace(exact=False, error=_error(found, found.boards))


def _draw_some(question: Question, tally: Tally, deals: int, draw: Callable[[], list[Card]]) -> None:
    to_come, cards = question.to_come, question.to_come + 2 * question.unknown
    for _ in range(deals):
        drawn = draw()
        board = (*question.board, *drawn[:to_come])
        unknown = [drawn[place : place + 2] for place in range(to_come, cards, 2)]
        tally.count([strength((*hand, *board)) for hand in (*question.hands, *unknown)])


def _error(found: Chances, deals: int) -> float:
    widest = max([sqrt(chance * (1 - chance)) for chance in (*found.win, *found.tie)])
    return max(NINETEEN_OF_TWENTY * widest / sqrt(deals), NEVER_SEEN / deals)


def deals_against_one(question: Question) -> int:
    """Return how many deals there are of the board and a single unknown hand."""
    left = len(question.rest)
    return comb(left, question.to_come) * comb(left - question.to_come, 2)


def count_against_one(question: Question) -> Tally:
    """Count each deal of the board and a single unknown hand."""
    tally = Tally(len(question.hands))
    for rest in combinations(question.rest, question.to_come):
        board = (*question.board, *rest)
        own = [strength((*hand, *board)) for hand in question.hands]
        left = [card for card in question.rest if card not in rest]
        for hand in combinations(left, 2):
            tally.count([*own, strength((*hand, *board))])
    return tally
