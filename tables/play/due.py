"""Do whatever is due at a table: the worker's wake-up at its time, or the sweep when the wake-up was lost."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError

from poker_site.runtime import topics
from poker_site.runtime.heartbeat import server_topic
from tables.core.deadlines import GRACE, LATE, clear_deadline, now, plan, put_off, wake_at
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Unreadable
from tables.models import Table
from tables.play import (
    account_deletion,
    dealing,
    games,
    house_bot_turns,
    leaving,
    presence,
    seating,
    servers,
    unattended,
    waiting_list,
)
from tables.play.acting import expire_turn

logger = logging.getLogger("evenhand.tables")

ASKS_AGAIN: Final = timedelta(seconds=1)
"""A server that has not answered is asked again after this time."""


def run_due(table_id: int) -> None:
    """Do what is due now. It is safe to run twice, because what is not due any more is not done."""
    with locked(table_id, even_closed=True) as table:
        at = now()
        if table.due_at is None:
            return
        if table.due_at > at:
            wake_at(table, table.due_at)
        else:
            STEPS[Table.Due(table.due)](table, at)


def _end_turn(table: Table, at: datetime) -> None:
    """End the turn, unless the player could not act because their server or the clock was missing."""
    deadline = table.due_at or at
    player = table.seated.filter(number=table.turn or 0).values_list("user_id", flat=True).first() or 0
    standing = servers.turn_verdict(table, player, deadline, at)
    if standing.put_off_until:
        plan(table, Table.Due.ACT, standing.put_off_until)
    elif standing.silent:
        for process in standing.silent:
            topics.publish(server_topic(process), table.pk)
        wake_at(table, at + ASKS_AGAIN)
    elif at - deadline > LATE and not table.grace_given:
        put_off(table, at + GRACE)
        table.grace_given = True
    else:
        expire_turn(table, at)


def _close(table: Table, at: datetime) -> None:
    if presence.anybody(table):
        clear_deadline(table)
        seating.schedule_deal_if_idle(table)
    elif dealing.is_in_hand(table):
        clear_deadline(table)
    else:
        leaving.close(table)


STEPS: Final[dict[Table.Due, Callable[[Table, datetime], None]]] = {
    Table.Due.DEAL: lambda table, at: dealing.deal_next(table),
    Table.Due.CUT: lambda table, at: dealing.cut(table),
    Table.Due.ACT: _end_turn,
    Table.Due.HOUSE: lambda table, at: house_bot_turns.act(table),
    Table.Due.CLOSE: _close,
    Table.Due.START: lambda table, at: games.count_down_over(table),
}


def sweep() -> None:
    """Do every second or two what a crashed worker lost, free expired holds, and note players whose server has gone."""
    _tell_who_has_gone(servers.notice_lost())
    for table_id in presence.quiet_tables():
        with locked(table_id, even_closed=True) as table:
            if not table.is_closed and table.due == Table.Due.NOTHING and not presence.anybody(table):
                unattended.plan_closing(table)
    for table_id in presence.tables_to_reopen():
        with locked(table_id, even_closed=True) as table:
            presence.cancel_closing(table)
    held = Table.objects.filter(seated__held_until__lte=now()).distinct()
    for table_id in held.values_list("pk", flat=True):
        with locked(table_id, even_closed=True) as table:
            waiting_list.release_holds(table)
    for table_id in Table.objects.filter(due_at__lte=now()).values_list("pk", flat=True):
        run_guarded(table_id)
    for user in account_deletion.left_behind():
        account_deletion.leave_all(user)


def run_guarded(table_id: int) -> None:
    """Do what is due. A table whose log cannot be replayed is paused; after any other trouble the sweep tries again."""
    try:
        run_due(table_id)
    except (OperationalError, InterfaceError):
        logger.exception("table %d has to wait for the database", table_id)
    except Unreadable:
        logger.exception("the log of table %d cannot be replayed; the table is paused", table_id)
        with locked(table_id, even_closed=True) as table:
            _pause_unreadable(table)
    except Exception:
        logger.exception("what is due at table %d failed and will be tried again", table_id)


def _pause_unreadable(table: Table) -> None:
    """Stop a table until its host or a moderator has looked at the hand; both can read why."""
    clear_deadline(table)
    if not table.is_closed:
        table.state = Table.State.PAUSED
        mark_changed(table, "state")
        mark_changed_for_lobby(table)
        log_event(table, None, "unreadable")


def start_embedded() -> None:
    """Reset what died with the last embedded server: its tasks are gone, and nobody could act while it was down."""
    Table.objects.exclude(wake_up_at=None).update(wake_up_at=None)
    _tell_who_has_gone(servers.begin_alone())


def _tell_who_has_gone(table_ids: Iterable[int]) -> None:
    for table_id in table_ids:
        with locked(table_id, even_closed=True) as table:
            presence.tell_strategy(table)
            mark_changed(table)
