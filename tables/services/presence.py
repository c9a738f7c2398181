"""Who has a table open in a browser, by what the server processes say every few seconds.

Who sits at several tables and looks at one of them is there at all of them: the page tells of turns elsewhere.
A program is where it is connected, and nowhere else: of other tables it hears nothing.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from tables.between import strategy_of
from tables.models import Presence, Seat, Table
from tables.services.clock import now, plan_first_deal
from tables.services.locking import locked, note

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


def arrive(table_id: int, user_id: int, process: str) -> None:
    """Their first socket in this process, or page."""
    lasts = BY_PAGES_LASTS if process == BY_PAGES else LASTS
    with locked(table_id, even_closed=True) as table:
        Presence.objects.update_or_create(
            table=table, user_id=user_id, process=process, defaults={"until": now() + lasts}
        )
        tell_strategy(table)
        note(table)
        wake(table)
    _tell_other_tables(user_id, but=table_id)


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
    own.update(until=at + LASTS)
    for table_id, user_id in {*here} - known:
        arrive(table_id, user_id, process)
    for table_id, user_id in known - {*here}:
        depart(table_id, user_id, process)


def forget_ghosts() -> set[int]:
    """Of processes that were killed. Returns the tables that are to be told."""
    gone = Presence.objects.filter(until__lte=now())
    rows = set(gone.values_list("table_id", "user_id"))
    gone.delete()
    return {table for table, _ in rows} | _tables_where({user for _, user in rows})


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
