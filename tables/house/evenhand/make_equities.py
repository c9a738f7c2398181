"""Write equities.txt anew, in about three minutes: python -m tables.house.evenhand.make_equities

Every kind of hole cards plays every other on 2500 boards, always the same ones.
"""

import random
from typing import Final

from tables.engine.cards import Card
from tables.engine.ranks import strength
from tables.house.evenhand.kinds import COMBOS, FILE, KINDS, kind

BOARDS: Final = 2500

Pair = tuple[Card, Card]


def main() -> None:
    by_kind: list[list[Pair]] = [[] for _ in range(KINDS)]
    for pair in COMBOS:
        by_kind[kind(*pair)].append(pair)
    chance = random.Random(169)  # noqa: S311  the same numbers every time
    lines = []
    for one in range(KINDS):
        line = [500, *[_thousandths(by_kind[one], by_kind[other], chance) for other in range(one + 1, KINDS)]]
        lines.append("".join([f"{number:03}" for number in line]))
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii")


def _thousandths(ones: list[Pair], others: list[Pair], chance: random.Random) -> int:
    won = played = 0
    while played < BOARDS:
        one, other = chance.choice(ones), chance.choice(others)
        if {*one} & {*other}:
            continue
        board = _board({*one, *other}, chance)
        own, theirs = strength((*one, *board)), strength((*other, *board))
        won += 2 * (own < theirs) + (own == theirs)
        played += 1
    return round(500 * won / played)


def _board(gone: set[Card], chance: random.Random) -> list[Card]:
    board: list[Card] = []
    while len(board) < 5:
        card = Card(int(chance.random() * 52))
        if card not in gone:
            gone.add(card)
            board.append(card)
    return board


if __name__ == "__main__":
    main()
