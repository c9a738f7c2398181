"""Where in the deck each card of a hand lies. Players are counted from the one left of the button, who is number 0."""

from typing import Final

BOARD_CARDS: Final = (3, 1, 1)
BOARD_SIZE: Final = sum(BOARD_CARDS)

Burns = tuple[bool, bool, bool]


def hole_places(position: int, *, players: int) -> tuple[int, int]:
    """One card at a time, two rounds."""
    return position, players + position


def board_places(*, players: int, burns: Burns) -> tuple[int, ...]:
    """Of the five cards; `burns` says whether a card is put aside before the flop, the turn and the river."""
    places: list[int] = []
    here = 2 * players
    for burn, count in zip(burns, BOARD_CARDS, strict=True):
        here += burn
        places += range(here, here + count)
        here += count
    return tuple(places)
