"""Act for house bots: ordinary players that decide from what their seat may see."""

from random import SystemRandom

from tables.core import hand_cache
from tables.engine.opening import SeatNumber
from tables.engine.view import view
from tables.house import decide
from tables.models import Move, Table
from tables.play.acting import advance_to_next_decision, record, running_hand

_chance = SystemRandom()


def act(table: Table) -> None:
    """Act for the house bot whose turn it is."""
    running = running_hand(table)
    if running is None:
        return
    hand, seats, at = running
    play = hand_cache.hand_state_of(hand, moves_made=table.moves_made)
    seat = seats[play.turn or 0]
    verb, amount = decide(view(play, SeatNumber(seat.number)), seat.house, _chance)
    advance_to_next_decision(table, hand, record(table, hand, play.act(verb, amount), Move.Cause.HOUSE, at), seats, at)
