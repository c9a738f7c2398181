"""Carry out what players do in a hand, and what is done for them when their time is over."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import JSONField
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from poker_site.runtime.prepared_sql import Prepared, insert
from tables.core import hand_cache
from tables.core.deadlines import ClockColumn, clock_of, now, plan
from tables.core.locking import locked, mark_changed
from tables.core.refusals import Refused, RefusedByRules, Stale
from tables.engine.hand import HandState
from tables.engine.rejection import Refusal, Rejection
from tables.formats import strategy_of
from tables.models import Hand, Move, Seat, Table
from tables.play import time_bank
from tables.play.settling import settle

Cause = Move.Cause
Seats = dict[int, Seat]
"""Maps seat numbers to seats."""


class Moment(NamedTuple):
    """Names the decision that an action answers: an action for another one is stale."""

    hand: int
    moves: int


def act(table_id: int, user: User, *, moment: Moment, verb: str, amount: Any = None) -> None:
    """Carry out the player's own decision."""
    with locked(table_id) as table:
        running = running_hand(table)
        if running is None or moment != Moment(running.hand.number, table.moves_made):
            raise Stale
        hand, seats, at = running
        seat = _seat_of(seats, user)
        play = hand_cache.hand_state_of(hand, moves_made=table.moves_made)
        played = _played(play, verb, amount, seat.number)
        time_bank.spend(table, seat, at)
        advance_to_next_decision(table, hand, record(table, hand, played, Cause.PLAYER, at), seats, at)


def show(table_id: int, user: User, *, moment: Moment) -> None:
    """Show the player's own cards when the hand is over and the next one has not begun."""
    _afterwards(table_id, user, moment, "show")


def muck(table_id: int, user: User, *, moment: Moment) -> None:
    """Keep the cards hidden without telling anybody; the question disappears from every screen of this player."""
    _afterwards(table_id, user, moment, "muck")


def _afterwards(table_id: int, user: User, moment: Moment, verb: str) -> None:
    with locked(table_id) as table:
        hand = table.hand
        if hand is None or hand.number != moment.hand or hand.state != Hand.State.OVER:
            raise Stale
        _seat_of(seats_of(table), user)
        dealt_in = hand.players.filter(user=user).first()  # another player may sit by now where these cards were dealt
        if dealt_in is None:
            raise RefusedByRules(Rejection(Refusal.NOT_IN_THE_HAND))
        play = hand_cache.hand_state_of(hand, moves_made=table.moves_made)
        record(table, hand, _played(play, verb, None, dealt_in.seat), Cause.PLAYER, now())


_SEATS: Final = Prepared(Seat, lambda table: Seat.objects.filter(table=table))
_OF_SEAT: Final = [field.attname for field in Seat._meta.concrete_fields]
_OF_HAND: Final = [field.attname for field in Hand._meta.concrete_fields if not isinstance(field, JSONField)]
_RUNNING: Final = Prepared(
    Seat,
    lambda hand: Seat.objects.filter(table__hands=hand, table__hands__state=Hand.State.RUNNING).values_list(
        *_OF_SEAT, *(f"table__hands__{name}" for name in _OF_HAND), ClockColumn()
    ),
)


def seats_of(table: Table) -> Seats:
    return {seat.number: seat for seat in _SEATS(table.pk)}


def _seat_of(seats: Seats, user: User) -> Seat:
    seat = next((seat for seat in seats.values() if seat.user_id == user.pk), None)
    if seat is None or seat.state == Seat.State.HELD:
        raise Refused(_("You are not sitting at this table."))
    return seat


class RunningHand(NamedTuple):
    """Holds the hand that runs at a locked table, who sits there, and the time."""

    hand: Hand
    seats: Seats
    at: datetime


def running_hand(table: Table) -> RunningHand | None:
    """Read all that an action needs at once, after the table was locked.

    The deck and the rules are loaded later, only where this process does not know the hand, and at its end.
    """
    rows = list(_RUNNING.rows(table.hand_id or 0))
    if not rows:
        return None
    seats = [Seat.from_db(connection.alias, _OF_SEAT, row[: len(_OF_SEAT)]) for row in rows]
    *of_hand, clock = rows[0][len(_OF_SEAT) :]
    hand = Hand.from_db(connection.alias, _OF_HAND, of_hand)
    # Let only the table refer to the hand: a reference cycle would keep both until the next garbage collection.
    Table._meta.get_field("hand").set_cached_value(table, hand)
    return RunningHand(hand, {seat.number: seat for seat in seats}, clock_of(clock))


def _played(play: HandState, verb: str, amount: Any, seat: int) -> HandState:
    try:
        return play.act(verb, amount, seat=seat)
    except Rejection as rejection:
        raise RefusedByRules(rejection) from None


def record(table: Table, hand: Hand, play: HandState, cause: Move.Cause, at: datetime) -> HandState:
    """Append the move that led to `play`, and remember `play`."""
    seat, verb, amount, _ = play.moves[-1]
    sequence = table.moves_made
    insert(Move(hand=hand, sequence=sequence, seat=seat, verb=verb, amount=amount, cause=cause, at=at))
    table.moves_made = sequence + 1
    mark_changed(table, "moves_made")
    hand_cache.remember(hand, play, moves_made=table.moves_made)
    return play


def advance_to_next_decision(table: Table, hand: Hand, play: HandState, seats: Seats, at: datetime) -> None:
    """Go on to the next decision that a player or house bot has to make, or to the end of the hand."""
    while not play.over:
        seat = seats[play.turn or 0]
        _note_turn(table, seat.number)
        plays = seat.state == Seat.State.PLAYING
        if seat.house and plays:
            plan(table, Table.Due.HOUSE, at + table.paced(_pause(play)))
            return
        if plays and (patience := strategy_of(table).patience(table, seat, at)):
            plan(table, Table.Due.ACT, at + patience)
            return
        cause = Cause.LEFT if seat.leaves else Cause.AWAY
        play = record(table, hand, play.act(strategy_of(table).instead(play)), cause, at)
    _note_turn(table, None)
    settle(table, hand, play, list(seats.values()), at)


def _note_turn(table: Table, seat: int | None) -> None:
    if table.turn != seat:
        table.turn = seat
        mark_changed(table, "turn")


def _pause(play: HandState) -> timedelta:
    """Return how long a house bot seems to think: longer when it must pay, and the same in every run."""
    legal = play.legal
    weight = 600 if legal and legal.check else 1100
    return timedelta(milliseconds=weight + 37 * (len(play.events) * 7 % 20))


def expire_turn(table: Table, at: datetime) -> None:
    """End a turn whose time is over: first the time bank runs, then the player checks if that is free, else folds.

    A player who is late twice in one hand is away at once; one who is late once is away only if that was their last
    turn (see `settle`).
    """
    running = running_hand(table)
    if running is None:
        return
    hand, seats, _ = running
    play = hand_cache.hand_state_of(hand, moves_made=table.moves_made)
    seat = seats[play.turn or 0]
    strategy = strategy_of(table)
    if strategy.time_bank and table.bank_since is None and seat.usable_bank_ms:
        time_bank.start(table, seat, at)
        return
    time_bank.spend(table, seat, at)
    if strategy.late_is_away and any(move.late for move in play.moves if move.seat == seat.number):
        seat.state = Seat.State.AWAY
        seat.save(update_fields=["state"])
        mark_changed(table)
    advance_to_next_decision(
        table, hand, record(table, hand, play.act(strategy.instead(play), late=True), Cause.TIME, at), seats, at
    )


def take_up_hand(table: Table) -> None:
    """Plan what a hand waits for, if nothing is planned because its table was paused in the middle of it."""
    running = running_hand(table)
    if running is not None and not table.due:
        hand, seats, at = running
        advance_to_next_decision(table, hand, hand_cache.hand_state_of(hand, moves_made=table.moves_made), seats, at)


def leave_hand(table: Table, seat: Seat) -> None:
    """Go on with the hand if it is the turn of this player, whose seat already says that they are out."""
    running = running_hand(table)
    if running is None:
        return
    hand, seats, at = running
    play = hand_cache.hand_state_of(hand, moves_made=table.moves_made)
    if play.turn == seat.number:
        time_bank.spend(table, seats[seat.number], at)
        advance_to_next_decision(table, hand, play, seats, at)
