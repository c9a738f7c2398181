"""Hold who is in a room: players with a connection, house bots, and those who watch."""

from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tables.bots.duel.room import Room


class Client(ABC):
    """Represents a connection in no room yet, of a player, or of a watcher. Neither method ever waits or raises."""

    room: "Room | None" = None
    player: "Player | None" = None
    unasked = 0
    """Counts messages of a connection that only watches."""
    slow = False
    """True while much that was sent is not yet read."""

    @abstractmethod
    def send(self, frame: bytes) -> None:
        """Send one whole message."""

    @abstractmethod
    def end(self, frame: bytes) -> None:
        """Send the last message; whatever still comes in is ignored."""


class Player:
    """Represents a player; `line` is None for a house bot, or once the connection is gone.

    `place` is the seat in the first hand, `seat` the one in this hand.
    """

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
        self, name: str, text: str, *, line: Client | None = None, older: bool = False, user_id: int | None = None
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
        """Chips won or lost so far."""
        self.ready = False
        """True if ready for the next hand; in the older dialect also for the first."""
        self.doomed = False
        """True if this hand is forfeited: the player folds whenever it is to act."""
        self.early: deque[object] = deque()
        """Keeps actions that came before the player's turn, and wait for it."""
        self.idle = 0
        """Counts messages that nobody asked for."""
        self.head = ""
        """The beginning of this hand's state messages."""
        self.house = line is None
