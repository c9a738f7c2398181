"""Empty every table between two tests and restore the rows of migrations, faster than Django does.

Django's way takes longer than most tests: on PostgreSQL it truncates all tables, which takes longer than deleting a few
rows. The audit log is emptied too, though triggers keep its rows from being deleted.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from itertools import groupby
from typing import Any

from django.core import serializers
from django.db import connection, transaction
from django.db.models import Model
from django.test import TransactionTestCase

from accounts.models import AuditEntry

GUARDED = AuditEntry._meta.db_table
GUARD = import_module("accounts.migrations.0009_audit_stays").SQLITE
UNGUARD = ["DROP TRIGGER audit_entries_stay_update", "DROP TRIGGER audit_entries_stay_delete"]
EMPTIED = import_module("accounts.migrations.0010_audit_is_not_emptied").NAME

Flush = Callable[..., list[str]]


def replace_djangos_way() -> None:
    """Replace Django's way of emptying tables for the rest of this process."""
    operations: Any = type(connection.ops)
    flushed = {"sqlite": _flushed_unguarded, "postgresql": _flushed_where_filled}[connection.vendor]
    operations.sql_flush = flushed(operations.sql_flush)
    creation: Any = connection.creation
    creation.deserialize_db_from_string = _restore
    case: Any = TransactionTestCase
    case._fixture_teardown = _emptied_and_restored(case._fixture_teardown)


def _emptied_and_restored(empty: Callable[[Any], None]) -> Callable[[Any], None]:
    """Restore rows at the end of a test: any test may be next, and Django restores for transactional ones alone."""

    def teardown(case: Any) -> None:
        empty(case)
        _restore(connection._test_serialized_contents)  # type: ignore[attr-defined]

    return teardown


def _flushed_unguarded(flush: Flush) -> Flush:
    def sql_flush(own: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        statements = flush(own, style, tables, **options)
        return [*UNGUARD, *statements, *GUARD] if GUARDED in tables else statements

    return sql_flush


def _flushed_where_filled(flush: Flush) -> Flush:
    def sql_flush(own: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        if options.get("reset_sequences") or not tables:
            statements = flush(own, style, tables, **options)
            return _unguarded(statements) if GUARDED in tables else statements
        filled = _filled(tables)
        first = _unguarded([f"TRUNCATE {connection.ops.quote_name(GUARDED)}"]) if GUARDED in filled else []
        return first + [f"DELETE FROM {connection.ops.quote_name(table)}" for table in filled if table != GUARDED]

    return sql_flush


def _unguarded(statements: list[str]) -> list[str]:
    """Switch the guard off around statements. Run them first: a table with pending trigger events cannot be altered."""
    table = f"ALTER TABLE {connection.ops.quote_name(GUARDED)}"
    return [f"{table} DISABLE TRIGGER {EMPTIED}", *statements, f"{table} ENABLE TRIGGER {EMPTIED}"]


def _filled(tables: list[str]) -> list[str]:
    names = {table: connection.ops.quote_name(table) for table in tables}
    looks = [f"SELECT '{table}' WHERE EXISTS (SELECT FROM {name})" for table, name in names.items()]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(looks))
        return [table for (table,) in cursor.fetchall()]


def _restore(data: str) -> None:
    """Insert the rows that are missing; none are before the first test."""
    with transaction.atomic(), connection.constraint_checks_disabled():
        for model, rows in _rows(data):
            model._base_manager.bulk_create(rows, ignore_conflicts=True)


@lru_cache
def _rows(data: str) -> list[tuple[type[Model], list[Model]]]:
    return [(model, [*rows]) for model, rows in groupby(sorted(_objects(data), key=_label), type)]


def _objects(data: str) -> Iterator[Model]:
    """Yield the serialised rows, and those of their many-to-many tables."""
    for one in serializers.deserialize("json", data):
        yield one.object
        for name, others in (one.m2m_data or {}).items():
            field: Any = one.object._meta.get_field(name)
            through = field.remote_field.through
            own, other = field.m2m_field_name(), field.m2m_reverse_field_name()
            yield from (through(**{f"{own}_id": one.object.pk, f"{other}_id": pk}) for pk in others)


def _label(row: Model) -> str:
    return row._meta.label
