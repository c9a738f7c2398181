"""Which servers are there, by what each says every two seconds, and whose turn may not end because one is missing.

A turn ends only when the server that the player uses has been heard of after the deadline: whoever loses a turn could
have acted until then. If it has gone, the player has 15 seconds to come back by another one.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from celery import current_app

from tables.core.clock import GRACE, WAKE, now
from tables.models import Presence, ServerProcess, Table
from tables.play.presence import LASTS, forget_ghosts, forgive, lose_all, presence_of

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


class Standing(NamedTuple):
    """Says whether the turn of a player may end, judged by the servers that the player uses."""

    put_off_until: datetime | None = None
    silent: frozenset[str] = frozenset()
    """Servers that must be heard of before anything can be said."""


def standing(table: Table, user_id: int, since: datetime, at: datetime) -> Standing:
    """Whether the turn of this player, which was to end then, may end now."""
    if nobody_serves(at):
        return Standing(put_off_until=at + GRACE)
    heard = dict(ServerProcess.objects.values_list("name", "seen_at"))
    rows = [row for row in presence_of(table, user_id) if row.lost_at or row.process in heard]
    there = [row for row in rows if _holds(row, at) and heard[row.process] >= since]
    if len(there) < len(rows):
        return _gone(rows, there, at)
    if there or not heard or max(heard.values()) >= since:
        return Standing()
    return Standing(silent=frozenset(name for name, seen_at in heard.items() if seen_at > at - LASTS))


def _holds(row: Presence, at: datetime) -> bool:
    """Not so of a server that was cut off and has not said yet whom it still holds."""
    return row.lost_at is None and row.until > at


def _gone(rows: list[Presence], there: list[Presence], at: datetime) -> Standing:
    """A server is missing: 15 seconds are granted since the player came by another one, or since it was noticed."""
    silent = {row.process for row in rows if row.lost_at is None} - {row.process for row in there}
    if there:
        until = min(row.since for row in there) + GRACE
    elif silent:
        return Standing(silent=frozenset(silent))
    else:
        until = max(row.lost_at for row in rows if row.lost_at) + GRACE
    return Standing(put_off_until=until if until > at else None)
