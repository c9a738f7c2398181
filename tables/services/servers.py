"""Which servers are there, by what each says every two seconds, and whose turn may not end because one is missing.

A turn ends only when the server that the player uses has been heard of after the deadline: whoever loses a turn could
have acted until then. If it has gone, the player has 15 seconds to come back by another one.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from celery import current_app

from tables.models import Presence, ServerProcess, Table
from tables.services.clock import GRACE, WAKE, now
from tables.services.presence import BY_PAGES, LASTS, forget_ghosts, forgive, lose_all, presence_of

REMEMBERED: Final = timedelta(hours=1)


def say_alive(process: str) -> None:
    row = ServerProcess(name=process, seen_at=now())
    ServerProcess.objects.bulk_create([row], update_conflicts=True, unique_fields=["name"], update_fields=["seen_at"])


def look_at_turn(table_id: int) -> None:
    """Somebody waited for this server to be heard of."""
    current_app.send_task(WAKE, (table_id,))


def nobody_serves(at: datetime) -> bool:
    """Whether all servers are gone. Where none was ever heard of, nothing is known."""
    return ServerProcess.objects.exists() and not ServerProcess.objects.filter(seen_at__gt=at - LASTS).exists()


def notice_lost() -> set[int]:
    """Find whose server has gone. Returns the tables that are to be told.

    While no server is there at all nobody is lost, as nobody could come back: all wait until there is one.
    """
    at = now()
    if nobody_serves(at):
        forgive()
        return set()
    ServerProcess.objects.filter(seen_at__lte=at - REMEMBERED).delete()
    return forget_ghosts()


def begin_alone() -> set[int]:
    """The only server there can be has just started: whoever used the last one has lost it."""
    ServerProcess.objects.all().delete()
    return lose_all()


def put_off_until(table: Table, user_id: int, at: datetime) -> datetime | None:
    """Until when this player's turn goes on because of a server that has gone; None: for no such reason."""
    if nobody_serves(at):
        return at + GRACE
    lost = [row.lost_at for row in presence_of(table, user_id) if row.lost_at]
    until = max(lost) + GRACE if lost else at
    return until if until > at else None


def not_heard_of(table: Table, user_id: int, since: datetime, at: datetime) -> set[str]:
    """Servers that have to be heard of before this player's turn may end: their own ones, else any."""
    heard = dict(ServerProcess.objects.values_list("name", "seen_at"))
    rows = [row for row in presence_of(table, user_id) if row.lost_at is None and row.process != BY_PAGES]
    own = {row.process for row in rows if row.process in heard}
    if own:
        return {name for name in own if heard[name] < since} | _expired(rows, at)
    if not heard or max(heard.values()) >= since:
        return set()
    return {name for name, seen_at in heard.items() if seen_at > at - LASTS}


def _expired(rows: Collection[Presence], at: datetime) -> set[str]:
    """Of servers that were cut off and have not said yet whom they still hold."""
    return {row.process for row in rows if row.until <= at}
