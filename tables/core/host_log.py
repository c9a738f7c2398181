"""Keep what hosts and moderators did with a table, for everybody there to read."""

from accounts.models import User
from tables.core.deadlines import now
from tables.core.locking import mark_changed
from tables.models import Table, TableEvent


def log_event(table: Table, by: User | None, verb: str, whom: User | None = None, /, **values: object) -> None:
    """Log a verb at a locked table; `by` is None for a moderator. `tables.page.host_log` words each verb."""
    TableEvent.objects.create(table=table, by=by, verb=verb, whom=whom, values=values, at=now())
    mark_changed(table)
