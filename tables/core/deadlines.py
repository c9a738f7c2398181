"""Plan what is due at a table, and when. Deadlines are columns; a wake-up that is lost or comes twice does no harm."""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Func, Min, QuerySet
from django.utils import timezone

from poker_site.celery import send
from poker_site.runtime.commits import after_commit
from tables.core.locking import mark_changed
from tables.models import Table

WAKE = "tables.tasks.wake"
WAKES_WITHIN = timedelta(hours=1)
"""Deadlines later than this are left to the sweep, because brokers redeliver messages that wait longer."""
LATE = timedelta(seconds=3)
GRACE = timedelta(seconds=15)
PROMISED_IN = timedelta(seconds=1)
"""Browsers that have just come may take this long to commit to their number for the cut."""
SLACK = timedelta(milliseconds=100)
"""A wake-up may come this much too early, so one that is this close is not relied on: it may be coming right now."""


def now() -> datetime:
    """Return the time of the database, because machines of one site may differ and their one database does not."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
        return moment


class ClockColumn(Func):
    """Reads the database's clock beside other columns of a query; NULL where `now` asks no database."""

    template = "NULL"
    output_field = DateTimeField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, template="clock_timestamp()")


def clock_of(column: datetime | None) -> datetime:
    """Return the moment that a `ClockColumn` read."""
    return column or now()


def overdue_seconds() -> float:
    """Return for how long the oldest deadline of all tables has been over, in seconds."""
    oldest = Table.objects.exclude(due=Table.Due.NOTHING).aggregate(oldest=Min("due_at"))["oldest"]
    return max(0.0, (now() - oldest).total_seconds()) if oldest else 0.0


def overdue_tables() -> QuerySet[Table]:
    """Return tables where something should have happened by now: the workers are late, or not there."""
    return Table.objects.exclude(due=Table.Due.NOTHING).filter(due_at__lt=now() - LATE)


def plan(table: Table, due: Table.Due, at: datetime) -> None:
    table.due, table.due_at, table.grace_given = due, at, False
    mark_changed(table, "due", "due_at", "grace_given")
    wake_at(table, at)


def plan_first_deal(table: Table) -> None:
    """Plan a deal at a table where nobody has been playing, with time for browsers to commit to a number."""
    plan(table, Table.Due.DEAL, now() + PROMISED_IN)


def put_off(table: Table, until: datetime) -> None:
    """Put off what is due through no fault of a player, without using up a time bank that is running."""
    if table.due_at is None:
        return
    if table.bank_since is not None:
        table.bank_since += until - table.due_at
        mark_changed(table, "bank_since")
    plan(table, Table.Due(table.due), until)


def clear_deadline(table: Table) -> None:
    if table.due:
        table.due, table.due_at = Table.Due.NOTHING, None
        mark_changed(table, "due", "due_at")


def wake_at(table: Table, at: datetime) -> None:
    """Send a task that looks at the table then, unless an earlier one is under way, which plans the rest itself.

    If that one was lost, the sweep does what is due. Workers wait by their own clock, so it is the one used here.
    """
    here = timezone.now()
    if at - here > WAKES_WITHIN or (table.wake_up_at and here + SLACK < table.wake_up_at <= at):
        return
    table.wake_up_at = at
    table.changed.add("wake_up_at")  # without a new version: no viewer sees this field
    after_commit(_send, table.pk, at)


def _send(table_id: int, at: datetime) -> None:
    send(WAKE, (table_id,), eta=at)
