"""What hosts and moderators did with a table, kept for everybody there to read."""

from accounts.models import User
from tables.models import Table, TableEvent
from tables.services.clock import now
from tables.services.locking import note


def tell(table: Table, by: User | None, verb: str, whom: User | None = None, /, **values: object) -> None:
    """Of a locked table. By nobody: by a moderator. `tables.page.happened` has a sentence for each verb."""
    TableEvent.objects.create(table=table, by=by, verb=verb, whom=whom, values=values, at=now())
    note(table)
