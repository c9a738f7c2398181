"""Measure how fast the best five of seven cards are ranked, each library fed with cards of its own kind."""

import random
from importlib import import_module
from typing import Any, Final

from tables.engine.cards import DECK, card_text
from tables.engine.ranks import strength
from tests.bench.engine.clock import Work, in_turns

treys: Any = import_module("treys")
eval7: Any = import_module("eval7")

HANDS: Final = 2000


def ranks_per_s() -> dict[str, float]:
    random.seed(HANDS)
    hands = [tuple(random.sample(DECK, 7)) for _ in range(HANDS)]
    texts = [[card_text(card) for card in hand] for hand in hands]
    of_treys = [[treys.Card.new(text) for text in hand] for hand in texts]
    boards = [(hand[:2], hand[2:]) for hand in of_treys]
    of_eval7 = [[eval7.Card(text) for text in hand] for hand in texts]
    by_treys, by_eval7 = treys.Evaluator().evaluate, eval7.evaluate
    ours = [strength(hand) for hand in hands]
    if ours != [by_treys(hole, board) for hole, board in boards]:
        raise ValueError("the engine and treys disagree about a hand")

    def engine_work() -> int:
        for hand in hands:
            strength(hand)
        return HANDS

    def treys_work() -> int:
        for hole, board in boards:
            by_treys(hole, board)
        return HANDS

    def eval7_work() -> int:
        for hand in of_eval7:
            by_eval7(hand)
        return HANDS

    works: dict[str, Work] = {"engine": engine_work, "treys": treys_work, "eval7": eval7_work}
    return {name: turns.done_per_s for name, turns in in_turns(works, seconds=0.3).items()}
