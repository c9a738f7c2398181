"""Rank hands of plain card numbers, five times as fast where thousands are asked for.

The evaluator's public function first converts any notation of cards, then calls one of these three.
"""

from collections.abc import Callable, Mapping
from typing import Final

from phevaluator import _pheval

STRENGTHS: Final[Mapping[int, Callable[..., int]]] = {
    5: _pheval.evaluate_5cards,
    6: _pheval.evaluate_6cards,
    7: _pheval.evaluate_7cards,
}
"""Maps the number of cards to an evaluator. Strengths are those of `tables.engine.ranks.strength`: 1 is the best."""
