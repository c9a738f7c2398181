"""Judge two hole cards: by points before the flop, then by the hands they beat and the cards to come."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tables.engine.cards import DECK, Card, rank_of, suit_of
from tables.engine.ranks import ACE, strength

SAMPLES: Final = 44
"""Number of hands drawn for an opponent: quick, and no surer of one's standing than people are."""
BLUFFS: Final = 0.2
"""The share of bets that is believed to be a bluff."""
WORST_STRAIGHT: Final = 1609
FLUSH_OUTS: Final = 9
_CLOSENESS: Final = {1: 4, 2: 3, 3: 1}
_LEAST_PAIR: Final = 34

Kind = tuple[int, int, bool]
"""Holds the higher rank, the lower rank, and whether the cards are suited."""


def points(kind: Kind) -> int:
    """Rate high cards first, then chances of a flush or straight. Small pairs rank beside a weak ace."""
    high, low, suited = kind
    if high == low:
        return _LEAST_PAIR + 2 * high
    return 2 * high + low + 6 + 6 * suited + _CLOSENESS.get(high - low, 0)


def kind_of(hole: Sequence[Card]) -> Kind:
    low, high = sorted(map(rank_of, hole))
    return high, low, suit_of(hole[0]) == suit_of(hole[1])


def _shares() -> dict[Kind, float]:
    """Return the share of all hands that is better than each kind: 0 for two aces, almost 1 at the bottom."""
    kinds = [(high, low, suited) for high in range(13) for low in range(high + 1) for suited in (False, True)]
    kinds = [kind for kind in kinds if not (kind[0] == kind[1] and kind[2])]
    shares: dict[Kind, float] = {}
    better = 0
    for kind in sorted(kinds, key=lambda kind: (points(kind), kind), reverse=True):
        high, low, suited = kind
        shares[kind] = better / 1326
        better += 6 if high == low else 4 if suited else 12
    return shares


_SHARES: Final = _shares()


def share_of_better_hands(hole: Sequence[Card]) -> float:
    return _SHARES[kind_of(hole)]


class HandOutlook(NamedTuple):
    ahead: float
    """The chance to beat one random hand on this board; cards of the board help both."""
    unbeaten: bool
    """True if no possible hand beats this one now: it is the nuts, or shares them."""


def look(hole: Sequence[Card], board: Sequence[Card], chance: random.Random) -> HandOutlook:
    own = strength((*hole, *board))
    seen = {*hole, *board}
    rest = [card for card in DECK if card not in seen]
    count, draw = len(rest), chance.random
    beaten = tied = 0
    for _ in range(SAMPLES):
        first, second = int(draw() * count), int(draw() * (count - 1))
        other = strength((rest[first], rest[second + (second >= first)], *board))
        beaten += other < own
        tied += other == own
    unbeaten = not beaten and all(strength((*pair, *board)) >= own for pair in combinations(rest, 2))
    return HandOutlook((SAMPLES - beaten - tied / 2 + 0.5) / (SAMPLES + 1), unbeaten)


def against_bettors(ahead: float, *, range_: float) -> float:
    """Return the chance to beat a player who bets only this share of the best hands, and bluffs now and then."""
    return (1 - BLUFFS) * max(0.0, 1 - (1 - ahead) / range_) + BLUFFS * ahead


def outs(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Count the cards that would make a straight or a flush with at least one hole card; 0 once there is one."""
    if len(board) == 5 or strength((*hole, *board)) <= WORST_STRAIGHT:
        return 0
    flush = FLUSH_OUTS if _flush_draw(hole, board) else 0
    straight = 4 * _straight_ranks(hole, board)
    return flush + (straight - straight // 4 if flush else straight)


def _flush_draw(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    suits = [suit_of(card) for card in (*hole, *board)]
    return any(suits.count(suit_of(card)) == 4 for card in hole)


def _straight_ranks(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Count the ranks that would complete a straight which does not lie on the board for everybody."""
    ours, common = _ladder((*hole, *board)), _ladder(board)
    return sum([_has_five(ours | _rung(rank)) and not _has_five(common | _rung(rank)) for rank in range(13)])


def _rung(rank: int) -> int:
    """Return one bit for a rank, and two for the ace, which also stands below the deuce."""
    return (2 << rank) | (rank == ACE)


def _ladder(cards: Sequence[Card]) -> int:
    rungs = 0
    for card in cards:
        rungs |= _rung(rank_of(card))
    return rungs


def _has_five(rungs: int) -> bool:
    return bool(rungs & (rungs >> 1) & (rungs >> 2) & (rungs >> 3) & (rungs >> 4))


def potential(count: int, *, cards_to_come: int) -> float:
    """Return the chance that one of so many outs comes. The second card costs another bet, so it counts half."""
    return min(count * 0.0215 * (1 + 0.5 * (cards_to_come - 1)), 0.6) if cards_to_come else 0.0
