"""Play a ring game: people come and go, hands follow one another."""

from collections.abc import Sequence
from datetime import timedelta

from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.seating import Deal, Player, next_deal
from tables.formats import pauses
from tables.formats.strategy import Strategy
from tables.models import Seat, Table


class Ring(Strategy):
    def next_deal(self, table: Table, seats: Sequence[Seat]) -> Deal | None:
        ready = [seat for seat in seats if seat.state == Seat.State.PLAYING and seat.stack]
        players = [Player(SeatNumber(seat.number), must_wait=seat.must_wait, posts=seat.posts) for seat in ready]
        button, big_blind = _place(table.button), _place(table.big_blind)
        return next_deal(players, button=button, big_blind=big_blind, rules=self.rules(table))

    def pause_after(self, table: Table, play: HandState, seats: Sequence[Seat]) -> timedelta:
        return pauses.after_hand(table, play, seats)


def _place(number: int | None) -> SeatNumber | None:
    return None if number is None else SeatNumber(number)
