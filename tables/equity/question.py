"""What is asked about hands, and the answer: plain values that travel between processes."""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from tables.engine.cards import DECK, Card

BOARD: Final = 5
BOARDS: Final = (0, 3, 4, BOARD)


class NotAQuestion(ValueError):
    """A card that lies in two places, no hands, or a board of two cards."""


class Question(NamedTuple):
    hands: tuple[tuple[Card, Card], ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    """Cards that cannot come any more."""
    unknown: int = 0
    """How many more hands are in of which nobody knows the cards."""

    @classmethod
    def make(
        cls,
        hands: Sequence[tuple[Card, Card]],
        board: Sequence[Card] = (),
        dead: Collection[Card] = (),
        unknown: int = 0,
    ) -> "Question":
        """The same for the same cards, in whatever order they lie on the board."""
        ordered = tuple((max(hand), min(hand)) for hand in hands)
        asked = cls(ordered, tuple(sorted(board)), tuple(sorted(set(dead))), unknown)
        asked.check()
        return asked

    @property
    def rest(self) -> tuple[Card, ...]:
        """What can still come."""
        gone = {card for hand in self.hands for card in hand}.union(self.board, self.dead)
        return tuple([card for card in DECK if card not in gone])

    @property
    def to_come(self) -> int:
        return BOARD - len(self.board)

    def check(self) -> None:
        known = [*(card for hand in self.hands for card in hand), *self.board, *self.dead]
        enough = len(DECK) - len(known) >= self.to_come + 2 * self.unknown
        if not self.hands or len(self.board) not in BOARDS or self.unknown < 0 or not enough:
            raise NotAQuestion
        if len({*known}) != len(known) or not {*known} <= {*DECK}:
            raise NotAQuestion

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "Question":
        hands, *rest = data
        return cls.make([(Card(first), Card(second)) for first, second in hands], *rest)


class Chances(NamedTuple):
    """By hand, between 0 and 1."""

    win: tuple[float, ...]
    """To win alone."""
    tie: tuple[float, ...]
    """To share the pot."""
    share: tuple[float, ...]
    """Of the pot, that is to be expected."""
    exact: bool = True
    error: float = 0.0
    """By which chances may be off, nineteen times out of twenty."""
    boards: int = 1
    """That were counted."""

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "Chances":
        win, tie, share, *rest = data
        return cls(tuple(win), tuple(tie), tuple(share), *rest)
