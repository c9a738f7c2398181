# ruff: noqa: B027  hooks that a ring game has no use for
"""Define what every format decides about the hands of its table."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from tables.core import money
from tables.engine.hand import HandState
from tables.engine.rules import Rules
from tables.engine.seating import Deal
from tables.models import LedgerEntry, Seat, Table


class Strategy(ABC):
    """Decides how hands follow one another. It keeps no state: that is on the table, or in its game.

    The table is locked, except for reading.
    """

    only_seats_change_between_hands: ClassVar[bool] = True
    """True if nothing but seats changes from one hand to the next."""
    counters: ClassVar[bool] = False
    """True if chips are worth something in this game only: they come from no purse and go to none."""
    same_chips: ClassVar[bool] = False
    """True if everybody plays with the same chips, and plays every hand."""
    time_bank: ClassVar[bool] = True
    waits_for_people: ClassVar[bool] = True
    """True if a table stays open for a day or more after the last person left, because others may be asked to it."""
    late_is_away: ClassVar[bool] = True
    """True if a player whose time ran out at their last turn of a hand is not asked again until they are back."""

    @abstractmethod
    def next_deal(self, table: Table, seats: Sequence[Seat]) -> Deal | None:
        """Return who is dealt into the next hand; None while there is nobody to play."""

    @abstractmethod
    def pause_after(self, table: Table, play: HandState, seats: Sequence[Seat]) -> timedelta:
        """Return how long the finished hand stays on the table."""

    def rules(self, table: Table) -> Rules:
        """Return the rules of the next hand, as far as they are known before it is dealt."""
        return table.played_by

    # players who come and go

    def refuses_entry(self, table: Table) -> Any | None:
        """Return the sentence that says why nobody may sit down now, or None."""
        return None

    def refuses_return(self, table: Table, seat: Seat) -> Any | None:
        """Return the sentence that says why a player who sits out cannot play on, or None."""
        return None if seat.stack or seat.top_up else _("You have no chips here. Top up first.")

    def bring(self, table: Table, seat: Seat, chips: int, kind: LedgerEntry.Kind = LedgerEntry.Kind.BUY_IN) -> None:
        """Pay in the chips of a player who has sat down, or tops up between two hands."""
        money.pay_in(table, seat, chips, kind)

    def top_up(self, table: Table, seat: Seat, chips: int) -> None:
        """Pay in the chips that a player ordered while a hand was running."""
        money.top_up(table, seat, chips)

    def take_home(self, table: Table, seat: Seat) -> None:
        """Pay out the chips of a player who leaves."""
        money.pay_out(table, seat)

    def keeps_seats(self, table: Table) -> bool:
        """Tell whether seats are never given up: a player who leaves is only away."""
        return False

    def sat(self, table: Table) -> None:
        """React to a player who has just sat down."""

    def left(self, table: Table) -> None:
        """React to a player who has just left."""

    def presence_changed(self, table: Table, present: Callable[[], set[int]]) -> None:
        """React to a player who opened the table in a browser, or closed it. `present` returns who has it open."""

    # hands

    def deals(self, table: Table) -> bool:
        """Tell whether hands can be dealt; a game with an end has to be started first."""
        return True

    def before_deal(self, table: Table, seats: Sequence[Seat]) -> None:
        """Adjust the stacks before the next hand."""

    def begin(self, table: Table, deal: Deal) -> Rules:
        """Begin a hand, and return the rules by which it is played."""
        return self.rules(table)

    def seconds_of_programs(self, table: Table) -> int:
        """Return the seconds that a program has for a decision."""
        return table.seconds_to_act

    def patience(self, table: Table, seat: Seat, at: datetime) -> timedelta:
        """Return how long a turn lasts; zero for a player who is not waited for."""
        return timedelta(seconds=table.seconds_to_act)

    def instead(self, play: HandState) -> str:
        """Return the verb that is done for a player who is late, away or leaving."""
        return "check" if play.legal is not None and play.legal.check else "fold"

    def after_hand(self, table: Table, play: HandState, seats: Sequence[Seat]) -> None:
        """React to a hand that is settled, while everybody still sits there."""

    def closes(self, table: Table) -> None:
        """React to a table that closes, before everybody is sent home."""

    def copy_to(self, table: Table, old: Table) -> None:
        """Give a new table what the old one has besides its own settings, such as a game."""
