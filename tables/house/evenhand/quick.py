"""Strengths of hands without a look at what kind of cards they are: five times as fast where thousands are asked for.

Behind the evaluator's public function, which turns any notation of cards into these numbers, are these three.
"""

from collections.abc import Callable, Mapping
from typing import Final

from phevaluator import _pheval

STRENGTHS: Final[Mapping[int, Callable[..., int]]] = {
    5: _pheval.evaluate_5cards,
    6: _pheval.evaluate_6cards,
    7: _pheval.evaluate_7cards,
}
"""By the number of cards. As `tables.engine.ranks.strength` says it: 1 is the best."""
