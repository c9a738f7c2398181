"""Between two tests every table is emptied, also the one whose rows the database keeps whoever asks.

PostgreSQL empties a table without looking at its rows; SQLite deletes them one by one.
"""

from importlib import import_module
from typing import Any

from django.db import connection

from accounts.models import AuditEntry

GUARD = import_module("accounts.migrations.0009_audit_stays").SQLITE
UNGUARD = ["DROP TRIGGER audit_entries_stay_update", "DROP TRIGGER audit_entries_stay_delete"]


def let_the_audit_trail_go() -> None:
    if connection.vendor != "sqlite":
        return
    operations: Any = type(connection.ops)
    flush = operations.sql_flush

    def sql_flush(own: Any, style: Any, tables: list[str], **options: Any) -> list[str]:
        statements = flush(own, style, tables, **options)
        return [*UNGUARD, *statements, *GUARD] if AuditEntry._meta.db_table in tables else statements

    operations.sql_flush = sql_flush
