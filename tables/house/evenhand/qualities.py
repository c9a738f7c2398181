"""Rate hands on a board by the share of all hands that they beat, with some credit for draws."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tables.engine.cards import Card
from tables.house.evenhand.kinds import COMBOS
from tables.house.evenhand.quick import STRENGTHS
from tables.house.judging import WORST_STRAIGHT

_EVERY: Final = 7
"""Only every seventh pair of cards is compared, to save time."""
_CREDIT: Final = {3: 1.0, 4: 0.55, 5: 0.0}
"""The credit for draws, by the number of cards on the board."""
_FLUSH: Final = 0.42
_OPEN: Final = 0.38
_GUTSHOT: Final = 0.15


@lru_cache(64)
def _yardstick(board: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the strengths of hands that an opponent could hold, best first."""
    on_board, strength = {*board}, STRENGTHS[2 + len(board)]
    return tuple(sorted([strength(*pair, *board) for pair in COMBOS[::_EVERY] if on_board.isdisjoint(pair)]))


def qualities(pairs: Sequence[tuple[Card, Card]], board: tuple[Card, ...]) -> list[float]:
    """Rate the pairs, 1 being the best. None of them may have a card of the board."""
    others, credit, strength = _yardstick(board), _CREDIT[len(board)], STRENGTHS[2 + len(board)]
    count = len(others)
    found = []
    for first, second in pairs:
        own = strength(first, second, *board)
        quality = 1 - (bisect_left(others, own) + 0.5) / (count + 1)
        if credit and own > WORST_STRAIGHT:
            quality += (1 - quality) * credit * _draw(first, second, board)
        found.append(quality)
    return found


def _draw(first: Card, second: Card, board: tuple[Card, ...]) -> float:
    """Return what cards to come are worth, as a share of what is missing to the best hand."""
    suits = [card & 3 for card in board]
    same = first & 3 == second & 3
    flush = suits.count(first & 3) + same == 3 or suits.count(second & 3) + same == 3
    common = 0
    for card in board:
        common |= 1 << (card >> 2)
    completing = _completing(common | 1 << (first >> 2) | 1 << (second >> 2)) - _completing(common)
    straight = 0.0 if completing <= 0 else _GUTSHOT if completing == 1 else _OPEN
    return min(0.6, straight + _FLUSH) if flush else straight


@lru_cache(8192)
def _completing(ranks: int) -> int:
    """Count the ranks that would make five in a row with these, which are bits."""
    return sum([_five(ranks | 1 << rank) for rank in range(13)])


def _five(ranks: int) -> bool:
    rungs = ranks << 1 | ranks >> 12
    return bool(rungs & rungs >> 1 & rungs >> 2 & rungs >> 3 & rungs >> 4)
