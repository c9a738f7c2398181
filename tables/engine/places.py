"""Find the place of each card in the deck. Players are counted from the one left of the button, who is number 0."""

from typing import Final

BOARD_CARDS: Final = (3, 1, 1)
BOARD_SIZE: Final = sum(BOARD_CARDS)

Burns = tuple[bool, bool, bool]


def hole_places(position: int, *, players: int) -> tuple[int, int]:
    """Return the places of a player's two cards: they are dealt one at a time, in two rounds."""
    return position, players + position


def board_places(*, players: int, burns: Burns) -> tuple[int, ...]:
    """Return the places of the board; `burns` says before which of its streets a card is put aside."""
    places: list[int] = []
    here = 2 * players
    for burn, count in zip(burns, BOARD_CARDS, strict=True):
        here += burn
        places += range(here, here + count)
        here += count
    return tuple(places)
