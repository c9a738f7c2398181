"""What a match leaves behind, and who keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from tables.bots.duel.messages import Plan
from tables.bots.duel.people import Player


@dataclass(slots=True)
class Tally:
    """Of one player in one match: what the score is worked out from."""

    hands: int = 0
    net: int = 0
    deals: int = 0
    squares: int = 0
    _last_deal: int = -1
    _of_deal: int = 0

    def add(self, net: int, deal: int) -> None:
        """Hands of one deal come one after the other."""
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
    """A hand that is over."""

    number: int
    """From 0."""
    deal: int
    order: Sequence[int]
    """Places, from the small blind on."""
    deck: str
    actions: Sequence[str]
    nets: Sequence[int]
    """By place."""


@dataclass(slots=True, eq=False)
class Record:
    """A match that is being played. Room and beginning tell it from every other."""

    room: int
    plan: Plan
    players: list[Person]
    """By place."""
    began: datetime
    tallies: list[Tally] = field(default_factory=list)
    key: int | None = None
    """Its row, once it is stored."""
    epoch: int = 0
    """In which the row was."""

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


class Forgetful:
    """A store that keeps nothing."""

    def begin(self, room: int, plan: Plan, players: Sequence[Player]) -> Record:
        return Record.of(room, plan, players, began=datetime.now(UTC))

    def hand(self, record: Record, played: Played) -> None:
        return

    def end(self, record: Record, why: str) -> None:
        return
