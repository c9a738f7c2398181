"""Play a series: a number of hands, each with fresh stacks; what counts is what was won in all of them."""

from collections.abc import Sequence
from datetime import timedelta

from tables.core import money
from tables.engine.hand import HandState
from tables.formats import pauses
from tables.formats.game import GameStrategy
from tables.models import Seat, Table


class Series(GameStrategy):
    def before_deal(self, table: Table, seats: Sequence[Seat]) -> None:
        if self.deals(table):
            for seat in seats:
                money.move_counters(table, seat, table.game.stack - seat.stack)

    def pause_after(self, table: Table, play: HandState, seats: Sequence[Seat]) -> timedelta:
        return pauses.after_hand(table, play, seats)
