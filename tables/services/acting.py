"""What players do in a hand, and what is done for them when their time is over."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables import live
from tables.engine.hand import Hand as Play
from tables.engine.rejection import Refusal, Rejection
from tables.models import Hand, Move, Seat, Table
from tables.refusals import Refused, Stale, refused_by_rules
from tables.services.clock import now, plan
from tables.services.locking import locked, note
from tables.services.settling import settle

Cause = Move.Cause


class Moment(NamedTuple):
    """Which decision an action answers: an action for another one is stale."""

    hand: int
    moves: int


def act(table_id: int, user: User, *, moment: Moment, verb: str, amount: Any = None) -> None:
    """The player's own decision."""
    with locked(table_id) as table:
        hand = running_hand(table)
        if hand is None or moment != Moment(hand.number, table.moves_made):
            raise Stale
        seat = _seat_of(table, user)
        play = live.play_of(hand, moves_made=table.moves_made)
        played = _played(play, verb, amount, seat.number)
        _spend_time_bank(table, seat)
        go_on(table, hand, record(table, hand, played, Cause.PLAYER))


def show(table_id: int, user: User, *, moment: Moment) -> None:
    """One's cards, when the hand is over and the next one has not begun."""
    with locked(table_id) as table:
        hand = table.hand
        if hand is None or hand.number != moment.hand or hand.state != Hand.State.OVER:
            raise Stale
        _seat_of(table, user)
        dealt_in = hand.players.filter(user=user).first()  # somebody else may sit where these cards were dealt to
        if dealt_in is None:
            raise refused_by_rules(Rejection(Refusal.NOT_IN_THE_HAND))
        play = live.play_of(hand, moves_made=table.moves_made)
        record(table, hand, _played(play, "show", None, dealt_in.seat), Cause.PLAYER)


def _seat_of(table: Table, user: User) -> Seat:
    seat = table.seated.filter(user=user).first()
    if seat is None or seat.state == Seat.State.HELD:
        raise Refused(_("You are not sitting at this table."))
    return seat


def running_hand(table: Table) -> Hand | None:
    return table.hand if table.hand and table.hand.state == Hand.State.RUNNING else None


def _played(play: Play, verb: str, amount: Any, seat: int) -> Play:
    try:
        return play.act(verb, amount, seat=seat)
    except Rejection as rejection:
        raise refused_by_rules(rejection) from None


def record(table: Table, hand: Hand, play: Play, cause: Move.Cause) -> Play:
    """Append the move that led to `play`."""
    seat, verb, amount = play.moves[-1]
    sequence = table.moves_made
    Move.objects.create(hand=hand, sequence=sequence, seat=seat, verb=verb, amount=amount, cause=cause, at=now())
    table.moves_made = sequence + 1
    note(table, "moves_made")
    live.remember(hand, play, moves_made=table.moves_made)
    return play


def go_on(table: Table, hand: Hand, play: Play) -> None:
    """To the next decision that somebody has to make, or to the end of the hand."""
    seats = {seat.number: seat for seat in table.seated.all()}
    while not play.over:
        seat = seats[play.turn or 0]
        _note_turn(table, seat.number)
        if seat.house:
            plan(table, Table.Due.HOUSE, now() + _pause(play))
            return
        if seat.state == Seat.State.PLAYING:
            plan(table, Table.Due.ACT, now() + timedelta(seconds=table.seconds_to_act))
            return
        cause = Cause.LEFT if seat.leaves else Cause.AWAY
        play = record(table, hand, play.act("fold"), cause)
    _note_turn(table, None)
    settle(table, hand, play, list(seats.values()))


def _note_turn(table: Table, seat: int | None) -> None:
    if table.turn != seat:
        table.turn = seat
        note(table, "turn")


def _pause(play: Play) -> timedelta:
    """As long as a person would think: longer when it costs something. The same for every viewer and every run."""
    legal = play.legal
    weight = 600 if legal and legal.check else 1100
    return timedelta(milliseconds=weight + 37 * (len(play.events) * 7 % 20))


def _spend_time_bank(table: Table, seat: Seat) -> None:
    if table.bank_since is None:
        return
    used = int((now() - table.bank_since) / timedelta(milliseconds=1))
    seat.time_bank_ms = max(0, seat.time_bank_ms - used)
    seat.save(update_fields=["time_bank_ms"])
    table.bank_since = None
    note(table, "bank_since")


def expire_turn(table: Table, at: datetime) -> None:
    """The time is over: first the time bank, then a check if that is free, else a fold; then the player is away."""
    hand = running_hand(table)
    if hand is None:
        return
    play = live.play_of(hand, moves_made=table.moves_made)
    seat = table.seated.get(number=int(play.turn or 0))
    if table.bank_since is None and seat.time_bank_ms:
        table.bank_since = at
        note(table, "bank_since")
        plan(table, Table.Due.ACT, at + timedelta(milliseconds=seat.time_bank_ms))
        return
    _spend_time_bank(table, seat)
    seat.state = Seat.State.AWAY
    seat.save(update_fields=["state"])
    free = play.legal is not None and play.legal.check
    go_on(table, hand, record(table, hand, play.act("check" if free else "fold"), Cause.TIME))


def leave_hand(table: Table, seat: Seat) -> None:
    """If it is this player's turn, whose seat says that the cards are to be folded."""
    hand = running_hand(table)
    if hand is None:
        return
    play = live.play_of(hand, moves_made=table.moves_made)
    if play.turn == seat.number:
        _spend_time_bank(table, seat)
        go_on(table, hand, play)
