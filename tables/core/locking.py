"""Let one change at a time happen at a table: lock its row, check, write, and publish on commit."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _

from poker_site.runtime import topics
from poker_site.runtime.prepared_sql import Prepared, update
from tables.core.refusals import Refused
from tables.models import Table

_sqlite_writer = threading.RLock()


class _Held(threading.local):
    """Holds the tables that this thread has locked."""

    def __init__(self) -> None:
        self.tables: dict[int, Table] = {}


_held = _Held()


def _one_writer() -> AbstractContextManager[object]:
    """Let one thread write to SQLite: waiting here is fairer than its busy loop (p99 of 8 threads: 23, not 180 ms)."""
    return _sqlite_writer if connection.vendor == "sqlite" else nullcontext()


class TableClosed(Refused):
    def __init__(self) -> None:
        super().__init__(_("This table is closed."))


# Lock without joining the hand: PostgreSQL reads a row again that it had to wait for, but not the rows joined to it.
_ALONE: Final = Prepared(Table, lambda table: Table.objects.select_for_update(no_key=True).filter(pk=table))


@contextmanager
def locked(table_id: int, *, even_closed: bool = False) -> Iterator[Table]:
    """Lock the table for the block and yield it as it is now; the noted fields are saved at the end.

    One service may call another: an inner block for the same table gets the same object, saved once by the outermost.
    """
    if table_id in _held.tables:
        yield _open(_held.tables[table_id], even_closed)
        return
    with _one_writer(), transaction.atomic():
        table = _ALONE.one(table_id)
        if table is None:
            raise Table.DoesNotExist
        table.changed = set()
        _held.tables[table_id] = _open(table, even_closed)
        try:
            yield table
            if table.changed:
                _save(table)
        finally:
            del _held.tables[table_id]


def _open(table: Table, even_closed: bool) -> Table:
    if table.is_closed and not even_closed:
        raise TableClosed
    return table


def _save(table: Table) -> None:
    if "version" in table.changed:
        table.version += 1
        topics.publish(table_topic(table.pk), table.version)
    if not table.changed <= {*FIELDS_OF_A_HAND}:
        table.changed.add("around_version")
        table.around_version += 1
    update([table], *table.changed)
    if "lobby_version" in table.changed:
        topics.publish(LOBBY, table.lobby_version)


LOBBY = "lobby"
FIELDS_OF_A_MOVE: Final = ("version", "moves_made", "turn", "due", "due_at", "wake_up_at", "grace_given", "bank_since")
"""Lists the fields that moves change; a reader who knows the rest of a version of the table need not read it again."""
FIELDS_OF_A_HAND: Final = (*FIELDS_OF_A_MOVE, "hand", "hands_dealt", "button", "big_blind")
"""Lists the fields that change from hand to hand. The seats change then too, without being noted separately."""


def table_topic(table_id: int) -> str:
    return f"table.{table_id}"


def mark_changed(table: Table, *fields: str) -> None:
    """Note the changed fields; without any, seats, hand, presence or waiting list changed."""
    table.changed |= {"version", *(fields or ["around_version"])}


def mark_changed_for_lobby(table: Table) -> None:
    """Note what the lobby shows: who sits where, or whether the table is open."""
    table.lobby_version += 1
    mark_changed(table, "lobby_version")
