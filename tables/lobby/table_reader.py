"""Read the tables of one moment, once for all whose lobbies are brought up to date."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final

from django.db.models import Count, Exists, OuterRef, Prefetch, prefetch_related_objects
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from tables.lobby.rows import Row, row_of
from tables.lobby.table_relations import TableRelations
from tables.models import Presence, Seat, Table

MOST_LISTED: Final = 100


class LobbyTables:
    """Holds the tables with who sits there and how many watch, and the rows that are the same for everybody."""

    def __init__(self, readers: Collection[TableRelations]) -> None:
        own = {table_id for bonds in readers for table_id in bonds.own}
        most_hidden = max((len(bonds.own | bonds.banned) for bonds in readers), default=0)
        self.own = {table.pk: table for table in _own(own)}
        """Holds the readers' own tables, the newest first."""
        self.listed = _listed(MOST_LISTED + 1 + most_hidden)
        tables = [*self.own.values(), *self.listed]
        prefetch_related_objects(tables, Prefetch("seated", Seat.objects.select_related("user")))
        self.watchers = _watchers(tables)
        self._rows: defaultdict[tuple[str, str], dict[int, Row]] = defaultdict(dict)

    def own_tables(self, bonds: TableRelations) -> list[Table]:
        own = bonds.own
        return [table for pk, table in self.own.items() if pk in own]

    def others_tables(self, bonds: TableRelations) -> tuple[list[Table], bool]:
        """Return the listed tables of others with most players, and whether there are more."""
        hidden = bonds.own | bonds.banned
        listed = [table for table in self.listed if table.pk not in hidden]
        shown = sorted(
            listed[:MOST_LISTED], key=lambda table: table.opened_at
        )  # oldest first: a new table moves no other
        return shown, len(listed) > len(shown)

    def own_rows(self, tables: Iterable[Table], reader: User) -> list[Row]:
        return [row_of(table, reader, self.watchers.get(table.pk, 0)) for table in tables]

    def others_rows(self, tables: Collection[Table]) -> list[Row]:
        """Build each row once for all who read the same language by the same clock."""
        known = self._rows[(get_language(), timezone.get_current_timezone_name())]
        for table in tables:
            if table.pk not in known:
                known[table.pk] = row_of(table, None, self.watchers.get(table.pk, 0))
        return [known[table.pk] for table in tables]


def _own(table_ids: Collection[int]) -> Iterable[Table]:
    found = Table.objects.exclude(state=Table.State.CLOSED).filter(pk__in=table_ids)
    return found.select_related("hand", "game").defer("hand__sealed").order_by("-opened_at")


def _listed(most: int) -> list[Table]:
    """Read the tables that anybody finds, with most players first."""
    listed = Table.objects.exclude(state=Table.State.CLOSED).filter(found_by=Table.FoundBy.LOBBY)
    return list(listed.select_related("game").annotate(people=Count("seated")).order_by("-people", "-opened_at")[:most])


def _watchers(tables: Iterable[Table]) -> dict[int, int]:
    seat = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user")).exclude(state=Seat.State.HELD)
    here = Presence.objects.filter(~Exists(seat), table__in={table.pk for table in tables}, until__gt=Now())
    return dict(here.values_list("table").annotate(Count("user", distinct=True)))
