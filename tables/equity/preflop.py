"""Count all 1.7 million boards in groups.

If nobody can have a flush, only the ranks of a board matter: 6,175 kinds of boards, each with the number of ways to lay
it. If three or more board cards of a suit may make a player's flush, the ranks of this suit matter, and of the other
cards again only the ranks; nobody's best hand is then better than a flush except a straight flush, for five different
ranks leave no room for a full house. So 50,000 groups at most stand for every board, and none is left out.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Final

from tables.engine.cards import RANKS, SUITS, Card, rank_of, suit_of
from tables.engine.ranks import strength
from tables.equity.question import BOARD, Question
from tables.equity.tally import Tally

_WEIGHTS: Final = tuple([5**rank for rank in range(len(RANKS))])
"""Weight of each rank: the sum of several cards says how often each rank is there."""
_FLUSH: Final = 5
_FEWEST_OF_A_SUIT: Final = _FLUSH - 2

Group = tuple[int, int]
"""Ranks of some cards, and the number of ways in which they can come."""


def count_every_board(question: Question) -> Tally:
    """Count every board for known hands before the flop."""
    tally = Tally(len(question.hands))
    ways = dict(_groups(_left(question.rest), BOARD))
    for suit in range(len(SUITS)):
        _count_flushes(question, suit, ways, tally)
    ranks = [_ranks(hand) for hand in question.hands]
    for board, times in ways.items():
        if times:
            tally.count([_without_flush(board + own) for own in ranks], times)
    return tally


def _count_flushes(question: Question, suit: int, ways: dict[int, int], tally: Tally) -> None:
    """Count the boards that may bring a flush of this suit, and take them out of `ways`."""
    own = [_bits(card for card in hand if suit_of(card) == suit) for hand in question.hands]
    ranks = [_ranks(hand) for hand in question.hands]
    of_suit = [card for card in question.rest if suit_of(card) == suit]
    others = _left([card for card in question.rest if suit_of(card) != suit])
    most = max(bits.bit_count() for bits in own)
    for cards in range(max(_FEWEST_OF_A_SUIT, _FLUSH - most), BOARD + 1):
        beside = list(_groups(others, BOARD - cards))
        for suited in combinations(of_suit, cards):
            bits, known = _bits(suited), _ranks(suited)
            flushes = [_flush(bits | mine) if cards + mine.bit_count() >= _FLUSH else 0 for mine in own]
            for more, times in beside:
                board = known + more
                ways[board] -= times
                values = [flush or _without_flush(board + mine) for flush, mine in zip(flushes, ranks, strict=True)]
                tally.count(values, times)


def _groups(left: Sequence[int], cards: int) -> Iterator[Group]:
    """Yield every choice of so many cards, as far as their ranks go."""
    for key, counts in _kinds(cards):
        times = prod([comb(left[rank], count) for rank, count in counts])
        if times:
            yield key, times


@cache
def _kinds(cards: int) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    found = []
    for ranks in combinations_with_replacement(range(len(RANKS)), cards):
        counts = tuple([(rank, ranks.count(rank)) for rank in sorted({*ranks})])
        if all(count <= len(SUITS) for _, count in counts):
            found.append((sum([_WEIGHTS[rank] for rank in ranks]), counts))
    return tuple(found)


def _left(cards: Sequence[Card]) -> list[int]:
    """Count the cards of each rank."""
    left = [0] * len(RANKS)
    for card in cards:
        left[rank_of(card)] += 1
    return left


def _ranks(cards: Sequence[Card]) -> int:
    return sum([_WEIGHTS[rank_of(card)] for card in cards])


def _bits(cards: Iterator[Card] | Sequence[Card]) -> int:
    return sum([1 << rank_of(card) for card in cards])


@cache
def _without_flush(ranks: int) -> int:
    """Return the strength of seven cards without a flush: suits alternate by rank, so none comes more than twice."""
    cards = []
    for rank in range(len(RANKS)):
        ranks, count = divmod(ranks, 5)
        cards += [rank] * count
    return strength([Card(4 * rank + place % 4) for place, rank in enumerate(cards)])


@cache
def _flush(bits: int) -> int:
    """Return the strength of five to seven cards of one suit."""
    return strength([Card(4 * rank) for rank in range(len(RANKS)) if bits >> rank & 1])
