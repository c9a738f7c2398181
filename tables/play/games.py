"""Carry out what players and hosts do with a game that has an end: sign up, begin, call off, end early, reload."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.deadlines import clear_deadline
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed
from tables.core.refusals import Refused
from tables.formats import game_steps as steps
from tables.formats.game_steps import TooFew
from tables.models import Game, Hand, HandPlayer, Seat, Table
from tables.play import leaving, seating, settling
from tables.play.dealing import is_in_hand
from tables.play.lifecycle import refuse_unless_host

__all__ = ["TooFew", "ask_reload", "count_down_over", "end_early", "enter", "prepare", "start", "stop"]

State = Game.State


@contextmanager
def _game_at(table_id: int) -> Iterator[tuple[Table, Game]]:
    with locked(table_id) as table:
        game = Game.objects.filter(table=table).first()
        if game is None:
            raise Refused(_("At this table one plays on and on: there is nothing to start or end."))
        table.game = game
        game.table = table
        yield table, game


@contextmanager
def _hosted(table_id: int, by: User) -> Iterator[tuple[Table, Game]]:
    with _game_at(table_id) as (table, game):
        refuse_unless_host(table, by)
        if game.is_over:
            raise Refused(_("This game is over."))
        yield table, game


def enter(table_id: int, user: User, number: int | None = None) -> None:
    """Sign up: sit down with the game's chips, in this seat or in the first free one. Repeating it changes nothing."""
    with _game_at(table_id) as (table, game):
        if _has_entered(table, user, number):
            return
        if number is None:
            seating.sit_anywhere(table_id, user, chips=game.stack)
        else:
            seating.sit_down(table_id, user, number=number, chips=game.stack)


def _has_entered(table: Table, user: User, number: int | None) -> bool:
    """Return whether the user is signed up already, in the named seat if any; not if the user is leaving."""
    seat = table.seated.filter(user=user).exclude(state=Seat.State.HELD).first()
    return seat is not None and not seat.leaves and number in (None, seat.number) and not table.game.is_over


def prepare(table_id: int, by: User) -> None:
    """Begin the countdown to the start."""
    with _hosted(table_id, by) as (table, game):
        if game.state != State.STANDBY:
            raise Refused(_("The game has been started already."))
        _refuse_paused(table)
        steps.refuse_too_few(table)
        steps.prepare(table)
        log_event(table, by, "game_prepared")


def start(table_id: int, by: User) -> None:
    """Start the game at once, without a countdown."""
    with _hosted(table_id, by) as (table, game):
        if game.state == State.RUNNING:
            raise Refused(_("The game has been started already."))
        _refuse_paused(table)
        steps.begin(table)


def _refuse_paused(table: Table) -> None:
    if table.state != Table.State.OPEN:
        raise Refused(_("The table is paused."))


def count_down_over(table: Table) -> None:
    """Begin the game after its countdown, or wait for players again if there are too few or the table is paused."""
    if table.game.state != State.PREPARING:
        clear_deadline(table)
        return
    try:
        _refuse_paused(table)
        steps.begin(table)
    except Refused:
        steps.stand_by(table)


def stop(table_id: int, by: User) -> None:
    """Call off the countdown, or the running game as if it had not begun; it may be started again."""
    with _hosted(table_id, by) as (table, game):
        if game.state == State.STANDBY:
            raise Refused(_("The game has not begun yet."))
        was_running = game.state == State.RUNNING
        steps.call_off(table)
        if was_running:
            _break_off(table)
            steps.refill(table)
        log_event(table, by, "game_stopped")


def end_early(table_id: int, by: User) -> None:
    """End the game with the ranking as it stands, and void a running hand."""
    with _hosted(table_id, by) as (table, game):
        if game.state != State.RUNNING:
            raise Refused(_("The game has not begun yet."))
        steps.finish(table, State.ENDED)
        _break_off(table)
        log_event(table, by, "game_ended")


def _break_off(table: Table) -> None:
    """Void a running hand, and let players go who wanted to leave."""
    if is_in_hand(table):
        settling.void(table)
    else:
        for seat in table.seated.order_by("user_id"):
            leaving.between_hands(table, seat)
    clear_deadline(table)


def _was_given_one(table: Table, user: User) -> bool:
    """Return whether this player lost everything in the last hand, and so has new chips already."""
    last = HandPlayer.objects.filter(hand=table.hand, hand__state=Hand.State.OVER, user=user)
    return last.filter(net=-F("stack")).exists()


def ask_reload(table_id: int, user: User) -> None:
    """Order a reload, between two hands. Repeating it, or asking after an automatic reload, changes nothing."""
    with _game_at(table_id) as (table, game):
        entrant = game.entrants.filter(user=user).first()
        if entrant is None or game.state != State.RUNNING:
            raise Refused(_("You are not in this game."))
        if entrant.out_after is not None:
            raise Refused(_("You have lost all your chips: for you the game is over."))
        if entrant.reloads_used >= game.reloads_most:
            raise Refused(_("You have used all your reloads."))
        if is_in_hand(table) or not game.hands_played:
            raise Refused(_("Reloads are for the time between two hands."))
        if not entrant.wants_reload and not _was_given_one(table, user):
            entrant.wants_reload = True
            entrant.save(update_fields=["wants_reload"])
            mark_changed(table)
