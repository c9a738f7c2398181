# ruff: noqa: B027  hooks that a ring game has no use for
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from tables.core import money
from tables.engine.hand import Hand as Play
from tables.engine.rules import Rules
from tables.engine.seating import Deal
from tables.models import LedgerEntry, Seat, Table


class Strategy(ABC):
    """Stateless: what it must remember is on the table, or in its game. The table is locked, except for reading."""

    hands_tell_all: ClassVar[bool] = True
    """From one hand to the next nothing changes but seats."""
    counters: ClassVar[bool] = False
    """Chips are worth something in this game only: they come from no purse and go to none."""
    same_chips: ClassVar[bool] = False
    """Everybody plays with the same chips, and plays every hand."""
    time_bank: ClassVar[bool] = True
    waits_for_people: ClassVar[bool] = True
    """The table stays open for a day or more after the last person left, because others may be asked to it."""
    late_is_away: ClassVar[bool] = True
    """A player whose time was over at their last turn of a hand is not asked again until back."""

    @abstractmethod
    def next_deal(self, table: Table, seats: Sequence[Seat]) -> Deal | None:
        """Who is dealt in next; None while there is nobody to play."""

    @abstractmethod
    def pause_after(self, table: Table, play: Play, seats: Sequence[Seat]) -> timedelta:
        """Time to see what happened."""

    def rules(self, table: Table) -> Rules:
        """Of the next hand, as far as they can be known before it is dealt."""
        return table.played_by

    # who comes and goes

    def refuses_entry(self, table: Table) -> Any | None:
        """Why nobody may sit down now, in a sentence."""
        return None

    def refuses_return(self, table: Table, seat: Seat) -> Any | None:
        """Why somebody who sits out cannot play on."""
        return None if seat.stack or seat.top_up else _("You have no chips here. Top up first.")

    def bring(self, table: Table, seat: Seat, chips: int, kind: LedgerEntry.Kind = LedgerEntry.Kind.BUY_IN) -> None:
        """Somebody has sat down, or tops up between two hands."""
        money.pay_in(table, seat, chips, kind)

    def top_up(self, table: Table, seat: Seat, chips: int) -> None:
        """The chips arrive that were ordered while a hand was running."""
        money.top_up(table, seat, chips)

    def take_home(self, table: Table, seat: Seat) -> None:
        """Somebody leaves."""
        money.pay_out(table, seat)

    def keeps_seats(self, table: Table) -> bool:
        """Nobody's seat is given up: who leaves is away."""
        return False

    def sat(self, table: Table) -> None:
        """Somebody has just sat down."""

    def left(self, table: Table) -> None:
        """Somebody has just left."""

    def came_or_went(self, table: Table, present: Callable[[], set[int]]) -> None:
        """Somebody who may sit here opened the table in a browser, or closed it. `present` asks who has it open."""

    # hands

    def deals(self, table: Table) -> bool:
        """Whether there may be a hand at all before somebody starts something."""
        return True

    def before_deal(self, table: Table, seats: Sequence[Seat]) -> None:
        """What the stacks are before the next hand."""

    def begin(self, table: Table, deal: Deal) -> Rules:
        """By which this hand is played."""
        return self.rules(table)

    def seconds_of_programs(self, table: Table) -> int:
        """That a program has for a decision."""
        return table.seconds_to_act

    def patience(self, table: Table, seat: Seat, at: datetime) -> timedelta:
        """How long a turn lasts; zero for who is not waited for."""
        return timedelta(seconds=table.seconds_to_act)

    def instead(self, play: Play) -> str:
        """The verb that is done for a player who is late, away or leaving."""
        return "check" if play.legal is not None and play.legal.check else "fold"

    def after_hand(self, table: Table, play: Play, seats: Sequence[Seat]) -> None:
        """It is settled, and everybody still sits there."""

    def closes(self, table: Table) -> None:
        """Everybody is about to be sent home."""

    def opened_like(self, table: Table, old: Table) -> None:
        """A new table goes by the same manners as that one."""
