"""Track who has a table open in a browser, as the server processes report every few seconds.

A player who sits at several tables and looks at one of them is present at all of them: the page tells of turns
elsewhere. A program is present only where it is connected, because it hears nothing of other tables.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Least

from tables.core.deadlines import GRACE, now, plan, plan_first_deal
from tables.core.locking import locked, mark_changed
from tables.formats import strategy_of
from tables.models import Presence, Seat, Table

LASTS = timedelta(seconds=12)
BY_PAGES = "pages"
"""Stands in for a process where viewers have no scripts, so no socket, and reload the page every few seconds."""
BY_PAGES_LASTS = timedelta(minutes=1)
"""Lasts longer than `LASTS`, because nothing reloads while such a viewer thinks about a move."""


def _around(table: Table) -> QuerySet[Presence]:
    return Presence.objects.filter(Q(table=table) | Q(user__in=_people().filter(table=table).values("user")))


def _people() -> QuerySet[Seat]:
    """Return the seats of people: whichever table they look at, they are shown what goes on here."""
    return Seat.objects.filter(user__is_bot=False).exclude(state=Seat.State.HELD)


def anybody(table: Table) -> bool:
    return _around(table).filter(until__gt=now()).exists()


def presence_of(table: Table, user_id: int) -> list[Presence]:
    """Return all rows by which this player is at the table, or was until a server went."""
    return list(_around(table).filter(user=user_id))


def arrive(table_id: int, user_id: int, process: str) -> None:
    """Note a viewer's first socket in this process, or page. A player whose server had gone gets the lost time back."""
    lasts = BY_PAGES_LASTS if process == BY_PAGES else LASTS
    with locked(table_id, even_closed=True) as table:
        at = now()
        gone_since = _take_lost(table, user_id, at)
        key, kept = {"table": table, "user_id": user_id, "process": process}, {"until": at + lasts}
        Presence.objects.update_or_create(**key, defaults=kept, create_defaults={**kept, "since": at})
        tell_strategy(table)
        mark_changed(table)
        cancel_closing(table)
        if gone_since:
            _give_time(table, user_id, at, gone_since)
    _tell_other_tables(user_id, but=table_id)
    if gone_since:
        for other in _tables_where({user_id}) - {table_id}:
            with locked(other, even_closed=True) as table:
                _give_time(table, user_id, at, gone_since)


def _take_lost(table: Table, user_id: int, at: datetime) -> datetime | None:
    """Delete the rows of lost servers, and return since when they were missing. Expired pages are old, not lost."""
    lost = [row for row in presence_of(table, user_id) if row.lost_at or (row.until <= at and row.process != BY_PAGES)]
    Presence.objects.filter(pk__in=[row.pk for row in lost]).delete()
    return max(row.until for row in lost) - LASTS if lost else None


def _give_time(table: Table, user_id: int, at: datetime, gone_since: datetime) -> None:
    """Give a player whose turn it is at least 15 seconds, and as much time bank as when the server went."""
    seat = table.seated.filter(number=table.turn or 0, user=user_id).first()
    if seat is None or table.due != Table.Due.ACT or table.due_at is None:
        return
    until = max(table.due_at, at + GRACE)
    if table.bank_since is not None:
        table.bank_since += at - max(table.bank_since, gone_since)
        mark_changed(table, "bank_since")
        until = max(at + GRACE, table.bank_since + timedelta(milliseconds=seat.time_bank_ms))
    plan(table, Table.Due.ACT, until)


def read_page(table_id: int, user_id: int) -> None:
    """Note a page that was read without a script."""
    at = now()
    known = Presence.objects.filter(table=table_id, user=user_id, process=BY_PAGES, until__gt=at)
    if not known.update(until=at + BY_PAGES_LASTS):
        arrive(table_id, user_id, BY_PAGES)


def tell_strategy(table: Table) -> None:
    """Let the format know who is here: some games wait only so long for a lost player."""
    strategy_of(table).presence_changed(table, lambda: present(table))


def cancel_closing(table: Table) -> None:
    """Plan a deal again if the table was about to close because nobody was there."""
    if table.due == Table.Due.CLOSE:
        plan_first_deal(table)


def depart(table_id: int, user_id: int, process: str) -> None:
    """Note that a viewer's last socket in this process has closed."""
    with locked(table_id, even_closed=True) as table:
        Presence.objects.filter(table=table, user_id=user_id, process=process).delete()
        tell_strategy(table)
        mark_changed(table)
    _tell_other_tables(user_id, but=table_id)


def _tell_other_tables(user_id: int, *, but: int) -> None:
    """Update the user's other tables, unless the user still looks at a table and so is present at all of them."""
    if Presence.objects.filter(user_id=user_id, until__gt=now()).exclude(table_id=but).exists():
        return
    for table_id in _tables_where({user_id}) - {but}:
        with locked(table_id, even_closed=True) as table:
            tell_strategy(table)
            mark_changed(table)
            if anybody(table):
                cancel_closing(table)


def _tables_where(user_ids: Collection[int]) -> set[int]:
    return set(_people().filter(user__in=user_ids).values_list("table", flat=True))


def renew_presence(process: str, here: Collection[tuple[int, int]]) -> None:
    """Extend the presence of these pairs of table and user, end that of others, and note those that had expired."""
    at = now()
    own = Presence.objects.filter(process=process)
    known = set(own.filter(until__gt=at).values_list("table_id", "user_id"))
    own.filter(until__gt=at).update(until=at + LASTS)  # the others are extended by `arrive`
    for table_id, user_id in {*here} - known:
        arrive(table_id, user_id, process)
    for table_id, user_id in known - {*here}:
        depart(table_id, user_id, process)


def expire_presence() -> set[int]:
    """Delete expired pages, and mark players as lost whose server has gone. Return the tables to update."""
    at = now()
    Presence.objects.filter(lost_at__lte=at - GRACE).delete()
    gone = Presence.objects.filter(until__lte=at, lost_at=None)
    told = _tables_of(gone)
    gone.exclude(process=BY_PAGES).update(lost_at=at)
    gone.filter(process=BY_PAGES).delete()
    return told


def clear_lost() -> None:
    """Clear the marks of lost players; they are lost again, with a new time, once there is a server to come back to."""
    Presence.objects.exclude(lost_at=None).update(lost_at=None)


def mark_all_lost() -> set[int]:
    """Mark all as lost who have a table open: no server is there any more. Return the tables to update."""
    at, rows = now(), Presence.objects.filter(lost_at=None)
    told = _tables_of(rows)
    rows.update(lost_at=at, until=Least(F("until"), at))
    return told


def _tables_of(rows: QuerySet[Presence]) -> set[int]:
    pairs = set(rows.values_list("table_id", "user_id"))
    return {table for table, _ in pairs} | _tables_where({user for _, user in pairs})


def _somebody_looks() -> Q:
    """Match tables that a user has open, or whose players have another table open."""
    looking = Presence.objects.filter(until__gt=now())
    seated = _people().filter(table=OuterRef("pk"), user__in=looking.values("user"))
    return Q(Exists(looking.filter(table=OuterRef("pk")))) | Q(Exists(seated))


def quiet_tables() -> list[int]:
    """Return tables that are to close: nothing due, no hand, and nobody looking."""
    idle = Table.objects.filter(~Q(state=Table.State.CLOSED), ~_somebody_looks(), due=Table.Due.NOTHING)
    return list(idle.exclude(hand__state__in=["cutting", "running"]).values_list("pk", flat=True))


def tables_to_reopen() -> list[int]:
    """Return tables about to close though a viewer is there: a server had stood still for longer than `LASTS`."""
    return list(Table.objects.filter(_somebody_looks(), due=Table.Due.CLOSE).values_list("pk", flat=True))


def present(table: Table, at: datetime | None = None) -> set[int]:
    return set(_around(table).filter(until__gt=at or now()).values_list("user_id", flat=True))
