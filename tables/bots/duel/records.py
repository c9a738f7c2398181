"""Define what a match leaves behind, and the stores that keep it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from tables.bots.duel.messages import Plan
from tables.bots.duel.people import Player


@dataclass(slots=True)
class Tally:
    """Sums up one player's hands in one match, so that the score can be worked out."""

    hands: int = 0
    net: int = 0
    deals: int = 0
    squares: int = 0
    _last_deal: int = -1
    _of_deal: int = 0

    def add(self, net: int, deal: int) -> None:
        """Count a hand; hands of one deal have to come one after the other."""
        if deal != self._last_deal:
            self._last_deal, self._of_deal = deal, 0
            self.deals += 1
        before = self._of_deal
        self._of_deal = before + net
        self.squares += self._of_deal**2 - before**2
        self.hands += 1
        self.net += net


class Person(NamedTuple):
    name: str
    """Empty for an account, which may be renamed or deleted."""
    user_id: int | None
    house: bool


class Played(NamedTuple):
    """Holds a hand that is over."""

    number: int
    """Counted from 0."""
    deal: int
    order: Sequence[int]
    """The players' places, from the small blind on."""
    deck: str
    actions: Sequence[str]
    nets: Sequence[int]
    """Chips won or lost, by place."""


@dataclass(slots=True, eq=False)
class Record:
    """Represents a match that is being played; room and beginning tell it from every other."""

    room: int
    plan: Plan
    players: list[Person]
    """The players by place."""
    began: datetime
    tallies: list[Tally] = field(default_factory=list)
    key: int | None = None
    """The primary key of its row, once it is stored."""
    epoch: int = 0
    """The epoch in which the row was stored."""

    @classmethod
    def of(cls, room: int, plan: Plan, players: Sequence[Player], *, began: datetime) -> "Record":
        people = [Person("" if player.user_id else player.kind, player.user_id, player.house) for player in players]
        return cls(room, plan, people, began, [Tally() for _ in people])


class Store(Protocol):
    """Takes in what happens at once, and keeps it a moment later."""

    def begin(self, room: int, plan: Plan, players: Sequence[Player]) -> Record: ...

    def hand(self, record: Record, played: Played) -> None: ...

    def end(self, record: Record, why: str) -> None:
        """`why` is empty where the match was played to its end."""


class NullStore:
    """A store that keeps nothing."""

    def begin(self, room: int, plan: Plan, players: Sequence[Player]) -> Record:
        return Record.of(room, plan, players, began=datetime.now(UTC))

    def hand(self, record: Record, played: Played) -> None:
        return

    def end(self, record: Record, why: str) -> None:
        return
