"""Who has a table open in a browser, by what the server processes say every few seconds."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q

from tables.models import Presence, Table
from tables.services.clock import now, plan
from tables.services.locking import locked, note

LASTS = timedelta(seconds=12)


def anybody(table: Table) -> bool:
    return Presence.objects.filter(table=table, until__gt=now()).exists()


def arrive(table_id: int, user_id: int, process: str) -> None:
    """Their first socket in this process."""
    with locked(table_id, even_closed=True) as table:
        Presence.objects.update_or_create(
            table=table, user_id=user_id, process=process, defaults={"until": now() + LASTS}
        )
        note(table)
        wake(table)


def wake(table: Table) -> None:
    """It was about to close because nobody was there."""
    if table.due == Table.Due.CLOSE:
        plan(table, Table.Due.DEAL, now())


def depart(table_id: int, user_id: int, process: str) -> None:
    """Their last socket in this process."""
    with locked(table_id, even_closed=True) as table:
        Presence.objects.filter(table=table, user_id=user_id, process=process).delete()
        note(table)


def keep(process: str, here: Collection[tuple[int, int]]) -> None:
    """These are still there, and nobody else: pairs of table and user. Tables hear of whom they took for gone."""
    at = now()
    own = Presence.objects.filter(process=process)
    known = set(own.filter(until__gt=at).values_list("table_id", "user_id"))
    own.update(until=at + LASTS)
    for table_id, user_id in {*here} - known:
        arrive(table_id, user_id, process)
    for table_id, user_id in known - {*here}:
        depart(table_id, user_id, process)


def forget_ghosts() -> set[int]:
    """Of processes that were killed. Returns the tables that are to be told."""
    gone = Presence.objects.filter(until__lte=now())
    tables = set(gone.values_list("table_id", flat=True))
    gone.delete()
    return tables


def quiet_tables() -> list[int]:
    """Open, nothing due, and nobody looking: these are to close."""
    watched = Presence.objects.filter(until__gt=now()).values("table")
    idle = Table.objects.filter(~Q(state=Table.State.CLOSED), due=Table.Due.NOTHING)
    quiet = idle.exclude(pk__in=watched).exclude(hand__state__in=["cutting", "running"])
    return list(quiet.values_list("pk", flat=True))


def found_again() -> list[int]:
    """About to close, though somebody looks on: their server had stood still for longer than presence lasts."""
    closing = Table.objects.filter(due=Table.Due.CLOSE, present__until__gt=now())
    return list(closing.values_list("pk", flat=True).distinct())


def present(table: Table, at: datetime | None = None) -> set[int]:
    return set(Presence.objects.filter(table=table, until__gt=at or now()).values_list("user_id", flat=True))
