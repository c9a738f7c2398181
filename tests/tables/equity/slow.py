"""Count chances the slow way: every board, every hand, one after the other."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from tables.engine.cards import DECK, Card, parse_cards
from tables.engine.ranks import strength

Known = tuple[list[Fraction], list[Fraction], list[Fraction]]


def cards(text: str) -> tuple[Card, Card]:
    first, second = parse_cards(text)
    return first, second


def slow_chances(hands: Sequence[tuple[Card, Card]], board: Sequence[Card] = (), dead: Sequence[Card] = ()) -> Known:
    """Return the chances to win and to tie, and the share of the pot."""
    gone = {*board, *dead, *(card for hand in hands for card in hand)}
    boards = list(combinations([card for card in DECK if card not in gone], 5 - len(board)))
    win, tie, share = ([Fraction()] * len(hands) for _ in range(3))
    for rest in boards:
        values = [strength((*hand, *board, *rest)) for hand in hands]
        winners = [place for place, value in enumerate(values) if value == min(values)]
        for place in winners:
            if len(winners) == 1:
                win[place] += Fraction(1)
            else:
                tie[place] += Fraction(1)
            share[place] += Fraction(1, len(winners))
    return ([x / len(boards) for x in win], [x / len(boards) for x in tie], [x / len(boards) for x in share])
