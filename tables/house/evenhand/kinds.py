"""Number the 169 kinds of hole cards, and tell how one does against another when all five cards come.

A kind is its place in the square of 13 by 13 ranks: suited above the diagonal, pairs on it, offsuit below.
"""

from pathlib import Path
from typing import Final

from tables.engine.cards import DECK, Card, rank_of, suit_of
from tables.house.judging import share_of_better_hands

RANKS: Final = 13
KINDS: Final = RANKS * RANKS
FILE: Final = Path(__file__).with_name("equities.txt")


def kind(first: Card, second: Card) -> int:
    high, low = (first, second) if first > second else (second, first)
    suited = suit_of(high) == suit_of(low)
    return rank_of(low) * RANKS + rank_of(high) if suited else rank_of(high) * RANKS + rank_of(low)


def combinations_of(one: int) -> int:
    row, column = divmod(one, RANKS)
    return 6 if row == column else 4 if row < column else 12


def equities(text: str) -> tuple[tuple[float, ...], ...]:
    """Read the table: a row for each kind, against itself and the kinds after it, three digits each, in thousandths."""
    table = [[0.5] * KINDS for _ in range(KINDS)]
    for one, line in enumerate(text.split()):
        for place in range(0, len(line), 3):
            other = one + place // 3
            table[one][other] = int(line[place : place + 3]) / 1000
            table[other][one] = 1 - table[one][other]
    return tuple(map(tuple, table))


COUNTS: Final = tuple(map(combinations_of, range(KINDS)))
EQUITIES: Final = equities(FILE.read_text(encoding="ascii"))


COMBOS: Final = tuple([(DECK[high], DECK[low]) for high in range(52) for low in range(high)])
"""Lists all 1326 pairs of cards."""
KIND_OF_COMBO: Final = tuple([kind(*pair) for pair in COMBOS])
COMBOS_WITH: Final = tuple([tuple([place for place, pair in enumerate(COMBOS) if card in pair]) for card in DECK])
"""Maps each card to the places of its pairs in `COMBOS`."""
SHARES: Final = tuple([share_of_better_hands(COMBOS[KIND_OF_COMBO.index(one)]) for one in range(KINDS)])
"""The share of better hands, by kind: 0 for two aces."""
