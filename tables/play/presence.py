"""Who has a table open in a browser, by what the server processes say every few seconds.

Who sits at several tables and looks at one of them is there at all of them: the page tells of turns elsewhere.
A program is where it is connected, and nowhere else: of other tables it hears nothing.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least

from tables.core.clock import GRACE, now, plan, plan_first_deal
from tables.core.locking import locked, note
from tables.formats import strategy_of
from tables.models import Presence, Seat, Table

LASTS = timedelta(seconds=12)
BY_PAGES = "pages"
"""In place of a process: of whoever has no script, and so no socket, and reads the page anew every few seconds."""
BY_PAGES_LASTS = timedelta(minutes=1)
"""Nothing is read anew while somebody thinks about a move."""


def _around(table: Table) -> QuerySet[Presence]:
    return Presence.objects.filter(Q(table=table) | Q(user__in=_people().filter(table=table).values("user")))


def _people() -> QuerySet[Seat]:
    """Seats of those who are told at any table what goes on here."""
    return Seat.objects.filter(user__is_bot=False).exclude(state=Seat.State.HELD)


def anybody(table: Table) -> bool:
    return _around(table).filter(until__gt=now()).exists()


def presence_of(table: Table, user_id: int) -> list[Presence]:
    """All rows by which this player is at the table, or was until a server went."""
    return list(_around(table).filter(user=user_id))


def arrive(table_id: int, user_id: int, process: str) -> None:
    """Their first socket in this process, or page. Whose server had gone is given back the time that it took."""
    lasts = BY_PAGES_LASTS if process == BY_PAGES else LASTS
    with locked(table_id, even_closed=True) as table:
        at = now()
        gone_since = _take_lost(table, user_id, at)
        key, kept = {"table": table, "user_id": user_id, "process": process}, {"until": at + lasts}
        Presence.objects.update_or_create(**key, defaults=kept, create_defaults={**kept, "since": at})
        tell_strategy(table)
        note(table)
        wake(table)
        if gone_since:
            _give_time(table, user_id, at, gone_since)
    _tell_other_tables(user_id, but=table_id)
    if gone_since:
        for other in _tables_where({user_id}) - {table_id}:
            with locked(other, even_closed=True) as table:
                _give_time(table, user_id, at, gone_since)


def _take_lost(table: Table, user_id: int, at: datetime) -> datetime | None:
    """Since when a server was missing that this player had. Pages that were read long ago are just old."""
    lost = [row for row in presence_of(table, user_id) if row.lost_at or (row.until <= at and row.process != BY_PAGES)]
    Presence.objects.filter(pk__in=[row.pk for row in lost]).delete()
    return max(row.until for row in lost) - LASTS if lost else None


def _give_time(table: Table, user_id: int, at: datetime, gone_since: datetime) -> None:
    """If it is this player's turn: 15 seconds at least, and of the time bank what it held when the server went."""
    seat = table.seated.filter(number=table.turn or 0, user=user_id).first()
    if seat is None or table.due != Table.Due.ACT or table.due_at is None:
        return
    until = max(table.due_at, at + GRACE)
    if table.bank_since is not None:
        table.bank_since += at - max(table.bank_since, gone_since)
        note(table, "bank_since")
        until = max(at + GRACE, table.bank_since + timedelta(milliseconds=seat.time_bank_ms))
    plan(table, Table.Due.ACT, until)


def read_page(table_id: int, user_id: int) -> None:
    """Without script."""
    at = now()
    known = Presence.objects.filter(table=table_id, user=user_id, process=BY_PAGES, until__gt=at)
    if not known.update(until=at + BY_PAGES_LASTS):
        arrive(table_id, user_id, BY_PAGES)


def tell_strategy(table: Table) -> None:
    """Some games wait only so long for who is lost."""
    strategy_of(table).came_or_went(table, lambda: present(table))


def wake(table: Table) -> None:
    """It was about to close because nobody was there."""
    if table.due == Table.Due.CLOSE:
        plan_first_deal(table)


def depart(table_id: int, user_id: int, process: str) -> None:
    """Their last socket in this process."""
    with locked(table_id, even_closed=True) as table:
        Presence.objects.filter(table=table, user_id=user_id, process=process).delete()
        tell_strategy(table)
        note(table)
    _tell_other_tables(user_id, but=table_id)


def _tell_other_tables(user_id: int, *, but: int) -> None:
    """Unless nothing changes for them, because they look at yet another one."""
    if Presence.objects.filter(user_id=user_id, until__gt=now()).exclude(table_id=but).exists():
        return
    for table_id in _tables_where({user_id}) - {but}:
        with locked(table_id, even_closed=True) as table:
            tell_strategy(table)
            note(table)
            if anybody(table):
                wake(table)


def _tables_where(user_ids: Collection[int]) -> set[int]:
    return set(_people().filter(user__in=user_ids).values_list("table", flat=True))


def keep(process: str, here: Collection[tuple[int, int]]) -> None:
    """These are still there, and nobody else: pairs of table and user. Tables hear of whom they took for gone."""
    at = now()
    own = Presence.objects.filter(process=process)
    known = set(own.filter(until__gt=at).values_list("table_id", "user_id"))
    own.filter(until__gt=at).update(until=at + LASTS)  # the others are looked at as they arrive
    for table_id, user_id in {*here} - known:
        arrive(table_id, user_id, process)
    for table_id, user_id in known - {*here}:
        depart(table_id, user_id, process)


def forget_ghosts() -> set[int]:
    """Delete expired pages, and mark as lost the players whose server has gone. Returns the tables to be told."""
    at = now()
    Presence.objects.filter(lost_at__lte=at - GRACE).delete()
    gone = Presence.objects.filter(until__lte=at, lost_at=None)
    told = _tables_of(gone)
    gone.exclude(process=BY_PAGES).update(lost_at=at)
    gone.filter(process=BY_PAGES).delete()
    return told


def forgive() -> None:
    """Let those who have lost their server be lost only from when there is one to come back to."""
    Presence.objects.exclude(lost_at=None).update(lost_at=None)


def lose_all() -> set[int]:
    """No server of those who are in a browser is there any more. Returns the tables that are to be told."""
    at, rows = now(), Presence.objects.filter(lost_at=None)
    told = _tables_of(rows)
    rows.update(lost_at=at, until=Least(F("until"), at))
    return told


def _tables_of(rows: QuerySet[Presence]) -> set[int]:
    pairs = set(rows.values_list("table_id", "user_id"))
    return {table for table, _ in pairs} | _tables_where({user for _, user in pairs})


def _somebody_looks() -> Q:
    """At the table; or somebody who sits there looks at another one."""
    looking = Presence.objects.filter(until__gt=now())
    seated = _people().filter(table=OuterRef("pk"), user__in=looking.values("user"))
    return Q(Exists(looking.filter(table=OuterRef("pk")))) | Q(Exists(seated))


def quiet_tables() -> list[int]:
    """Open, nothing due, and nobody looking: these are to close."""
    idle = Table.objects.filter(~Q(state=Table.State.CLOSED), ~_somebody_looks(), due=Table.Due.NOTHING)
    return list(idle.exclude(hand__state__in=["cutting", "running"]).values_list("pk", flat=True))


def found_again() -> list[int]:
    """About to close, though somebody looks on: their server had stood still for longer than presence lasts."""
    return list(Table.objects.filter(_somebody_looks(), due=Table.Due.CLOSE).values_list("pk", flat=True))


def present(table: Table, at: datetime | None = None) -> set[int]:
    return set(_around(table).filter(until__gt=at or now()).values_list("user_id", flat=True))
