"""Know which servers run, as each says every two seconds, and whose turn may not end because one is missing.

A turn ends only when the player's server has been heard of after the deadline: a player who loses a turn could have
acted until then. If the server has gone, the player has 15 seconds to come back by another one.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from celery import current_app

from tables.core.deadlines import GRACE, WAKE, now
from tables.models import Presence, ServerProcess, Table
from tables.play.presence import LASTS, clear_lost, expire_presence, mark_all_lost, presence_of

REMEMBERED: Final = timedelta(hours=1)


def say_alive(process: str) -> None:
    row = ServerProcess(name=process, seen_at=now())
    ServerProcess.objects.bulk_create([row], update_conflicts=True, unique_fields=["name"], update_fields=["seen_at"])


def look_at_turn(table_id: int) -> None:
    """Look at the turn again now: a worker waited for this server to be heard of."""
    current_app.send_task(WAKE, (table_id,))


def nobody_serves(at: datetime) -> bool:
    """Return whether all servers are gone. It is False where none was ever heard of, because nothing is known then."""
    return ServerProcess.objects.exists() and not ServerProcess.objects.filter(seen_at__gt=at - LASTS).exists()


def notice_lost() -> set[int]:
    """Find players whose server has gone. Return the tables to update.

    Nobody counts as lost while no server runs, because nobody could come back: all wait until there is one.
    """
    at = now()
    if nobody_serves(at):
        clear_lost()
        return set()
    ServerProcess.objects.filter(seen_at__lte=at - REMEMBERED).delete()
    return expire_presence()


def begin_alone() -> set[int]:
    """Forget all servers and mark their viewers as lost: the only server there can be has just started."""
    ServerProcess.objects.all().delete()
    return mark_all_lost()


class TurnVerdict(NamedTuple):
    """Says whether the turn of a player may end, judged by the servers that the player uses."""

    put_off_until: datetime | None = None
    silent: frozenset[str] = frozenset()
    """Names the servers that must report again before the turn can be judged."""


def turn_verdict(table: Table, user_id: int, since: datetime, at: datetime) -> TurnVerdict:
    """Say whether the turn of this player, which was to end at `since`, may end now."""
    if nobody_serves(at):
        return TurnVerdict(put_off_until=at + GRACE)
    heard = dict(ServerProcess.objects.values_list("name", "seen_at"))
    rows = [row for row in presence_of(table, user_id) if row.lost_at or row.process in heard]
    there = [row for row in rows if _holds(row, at) and heard[row.process] >= since]
    if len(there) < len(rows):
        return _gone(rows, there, at)
    if there or not heard or max(heard.values()) >= since:
        return TurnVerdict()
    return TurnVerdict(silent=frozenset(name for name, seen_at in heard.items() if seen_at > at - LASTS))


def _holds(row: Presence, at: datetime) -> bool:
    """Return whether this presence is current; it is not while its server was cut off and has not reported again."""
    return row.lost_at is None and row.until > at


def _gone(rows: list[Presence], there: list[Presence], at: datetime) -> TurnVerdict:
    """Grant 15 seconds since the player came by another server, or since it was noticed that one is missing."""
    silent = {row.process for row in rows if row.lost_at is None} - {row.process for row in there}
    if there:
        until = min(row.since for row in there) + GRACE
    elif silent:
        return TurnVerdict(silent=frozenset(silent))
    else:
        until = max(row.lost_at for row in rows if row.lost_at) + GRACE
    return TurnVerdict(put_off_until=until if until > at else None)
