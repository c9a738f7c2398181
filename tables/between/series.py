"""A series: so many hands, each from scratch; what counts is what was won in all of them."""

from collections.abc import Sequence
from datetime import timedelta

from tables.between.game import GameStrategy
from tables.engine.hand import Hand as Play
from tables.models import Seat, Table
from tables.services import money

AFTER_FOLDS = timedelta(seconds=2)
AFTER_SHOWDOWN = timedelta(seconds=4)


class Series(GameStrategy):
    def before_deal(self, table: Table, seats: Sequence[Seat]) -> None:
        if self.deals(table):
            for seat in seats:
                money.move_counters(table, seat, table.game.stack - seat.stack)

    def pause_after(self, table: Table, play: Play) -> timedelta:
        return table.paced(AFTER_SHOWDOWN if play.folded.count(False) > 1 else AFTER_FOLDS)
