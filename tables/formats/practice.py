"""Play at a practice table: a ring game for chips that count nowhere else."""

from collections.abc import Sequence

from tables.core import money
from tables.engine.hand import HandState
from tables.formats.ring import Ring
from tables.models import LedgerEntry, Seat, Table


class Practice(Ring):
    counters = True
    waits_for_people = False

    def bring(self, table: Table, seat: Seat, chips: int, kind: LedgerEntry.Kind = LedgerEntry.Kind.BUY_IN) -> None:
        money.move_counters(table, seat, chips)

    def top_up(self, table: Table, seat: Seat, chips: int) -> None:
        money.move_counters(table, seat, min(chips, table.buy_in_most - seat.stack))

    def take_home(self, table: Table, seat: Seat) -> None:
        money.move_counters(table, seat, -seat.stack)

    def after_hand(self, table: Table, play: HandState, seats: Sequence[Seat]) -> None:
        """Give everybody who lost everything a new stack, so that they are dealt into the next hand."""
        for seat in seats:
            if not seat.stack and seat.state != Seat.State.HELD and not seat.leaves:
                money.move_counters(table, seat, new_stack(table))


def new_stack(table: Table) -> int:
    return min(max(100 * table.played_by.big_blind, table.buy_in_least), table.buy_in_most)
