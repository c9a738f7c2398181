"""Define what is asked about hands, and the answer: plain values that travel between processes."""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from tables.engine.cards import DECK, Card

BOARD: Final = 5
BOARDS: Final = (0, 3, 4, BOARD)


class NotAQuestion(ValueError):
    """Refuses a question that cannot be: a card in two places, no hands, a board of two cards."""


class Question(NamedTuple):
    hands: tuple[tuple[Card, Card], ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    """Cards that cannot come any more."""
    unknown: int = 0
    """Number of other hands in play whose cards nobody knows."""

    @classmethod
    def make(
        cls,
        hands: Sequence[tuple[Card, Card]],
        board: Sequence[Card] = (),
        dead: Collection[Card] = (),
        unknown: int = 0,
    ) -> "Question":
        """Make a question that is the same for the same cards, in whatever order they lie on the board."""
        ordered = tuple((max(hand), min(hand)) for hand in hands)
        asked = cls(ordered, tuple(sorted(board)), tuple(sorted(set(dead))), unknown)
        asked.check()
        return asked

    @property
    def rest(self) -> tuple[Card, ...]:
        """Return the cards that can still come."""
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
    """Holds the chances of each hand, between 0 and 1."""

    win: tuple[float, ...]
    """Chance to win alone."""
    tie: tuple[float, ...]
    """Chance to share the pot."""
    share: tuple[float, ...]
    """Expected share of the pot."""
    exact: bool = True
    error: float = 0.0
    """Error that the chances stay within nineteen times out of twenty."""
    boards: int = 1
    """Number of boards that were counted."""

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "Chances":
        win, tie, share, *rest = data
        return cls(tuple(win), tuple(tie), tuple(share), *rest)
