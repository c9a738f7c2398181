"""Make PostgreSQL refuse TRUNCATE of the audit trail, which row triggers do not see. SQLite has no such statement."""

from typing import Any, Final

from django.db import migrations

NAME: Final = "audit_entries_stay_truncate"
GUARD: Final = (
    f"CREATE TRIGGER {NAME} BEFORE TRUNCATE ON accounts_auditentry "
    "FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_stay()"
)


def guard(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(GUARD)


def leave_unguarded(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER {NAME} ON accounts_auditentry")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_audit_stays")]
    operations = [migrations.RunPython(guard, leave_unguarded)]
