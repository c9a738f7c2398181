"""Who is in a room: players with a connection, house bots, and those who watch."""

from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tables.bots.duel.room import Room


class Line(ABC):
    """A connection: in no room yet, a player's, or watching. Neither call ever waits, or raises."""

    room: "Room | None" = None
    player: "Player | None" = None
    unasked = 0
    """Messages of one who only watches."""
    slow = False
    """Much that was sent is not yet read."""

    @abstractmethod
    def send(self, frame: bytes) -> None:
        """One whole message."""

    @abstractmethod
    def end(self, frame: bytes) -> None:
        """The last message; what still comes in is not heard any more."""


class Player:
    """`line` is None for a house bot. `place` is the seat in the first hand, `seat` the one in this hand."""

    __slots__ = (
        "doomed",
        "early",
        "head",
        "house",
        "idle",
        "kind",
        "line",
        "name",
        "older",
        "place",
        "ready",
        "seat",
        "text",
        "total",
        "user_id",
    )

    def __init__(
        self, name: str, text: str, *, line: Line | None = None, older: bool = False, user_id: int | None = None
    ):
        self.name = self.kind = name
        """`kind` stays as it is when several house bots of a kind get names that tell them apart."""
        self.text = text
        """The name as JSON."""
        self.line = line
        self.older = older
        self.user_id = user_id
        self.place = self.seat = 0
        self.total = 0
        """Won or lost so far."""
        self.ready = False
        """For the next hand; in the older dialect also for the first."""
        self.doomed = False
        """Has forfeited this hand: folds whenever it is to act."""
        self.early: deque[object] = deque()
        """Actions that came before the turn, and wait for it."""
        self.idle = 0
        """Messages that nobody asked for."""
        self.head = ""
        """Of this hand's state messages."""
        self.house = line is None
