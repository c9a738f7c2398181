from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import timedelta

from tables.engine.hand import Hand as Play
from tables.engine.rules import Rules
from tables.engine.seating import Deal
from tables.models import Seat, Table


class Strategy(ABC):
    """Stateless: what it must remember is on the table."""

    @abstractmethod
    def next_deal(self, table: Table, seats: Sequence[Seat]) -> Deal | None:
        """Who is dealt in next; None while there is nobody to play."""

    def rules(self, table: Table) -> Rules:
        """Of the next hand."""
        return table.played_by

    @abstractmethod
    def pause_after(self, play: Play) -> timedelta:
        """Time to see what happened."""
