"""Estimate the chance to win against each of many hands, when all cards come."""

import random
from collections.abc import Sequence
from typing import Final

from tables.engine.cards import DECK, Card
from tables.house.evenhand.kinds import EQUITIES
from tables.house.evenhand.quick import STRENGTHS

BOARD: Final = 5
EACH: Final = 6
"""Number of boards for each hand."""
RUNOUTS: Final = 240
_CROWD: Final = (0.0, 1.0, 1.5, 1.77, 1.93, 2.0, 2.05, 2.1, 2.12, 2.13)
"""An exponent by number of opponents: how much more than its fair share a hand good against one of them wins."""

_strength: Final = STRENGTHS[7]

Pair = tuple[Card, Card]


def equities(hole: Sequence[Card], board: Sequence[Card], pairs: Sequence[Pair], chance: random.Random) -> list[float]:
    if len(board) == BOARD:
        own = _strength(*hole, *board)
        return [_share(own, _strength(*pair, *board)) for pair in pairs]
    boards = _runouts({*hole, *board}, board, chance)
    owns = [_strength(*hole, *full) for full in boards]
    return [_average(pair, number * EACH, boards, owns) for number, pair in enumerate(pairs)]


def _runouts(gone: set[Card], board: Sequence[Card], chance: random.Random) -> list[tuple[Card, ...]]:
    """Draw runouts so that every card comes about equally often."""
    rest = [card for card in DECK if card not in gone]
    chance.shuffle(rest)
    count = len(rest)
    if len(board) == BOARD - 1:
        return [(*board, card) for card in rest]
    found = []
    for number in range(RUNOUTS):
        first = number % count
        second = int(chance.random() * (count - 1))
        found.append((*board, rest[first], rest[second + (second >= first)]))
    return found


def _average(pair: Pair, start: int, boards: list[tuple[Card, ...]], owns: list[int]) -> float:
    first, second = pair
    count, won, seen = len(boards), 0.0, 0
    for number in range(start, start + EACH):
        full = boards[number % count]
        if first in full or second in full:
            continue
        theirs, own = _strength(first, second, *full), owns[number % count]
        won += 1.0 if own < theirs else 0.5 if own == theirs else 0.0
        seen += 1
    return won / seen if seen else 0.5


def _share(own: int, theirs: int) -> float:
    return 1.0 if own < theirs else 0.5 if own == theirs else 0.0


def against_kinds(kind: int) -> tuple[float, ...]:
    return EQUITIES[kind]


def against_several(chances: Sequence[float], *, preflop: bool) -> float:
    """Combine the chances against each alone. Before the flop the cards to come leave everybody a chance."""
    if len(chances) == 1:
        return chances[0]
    if not preflop:
        product = 1.0
        for one in chances:
            product *= one
        return product
    mean = sum(chances) / len(chances)
    fair = 1 / (len(chances) + 1)
    return min(mean, fair * float((mean / 0.5) ** _CROWD[len(chances)]))
