"""Make the database refuse every change and deletion in the audit trail.

SQLite rebuilds the table for most changes of a field: such a migration must set the triggers again.
"""

from typing import Any, Final

from django.db import migrations

SQLITE: Final = [
    f"""
    CREATE TRIGGER audit_entries_stay_{verb.lower()} BEFORE {verb} ON accounts_auditentry
    BEGIN SELECT RAISE(ABORT, 'the audit trail is not edited'); END
    """
    for verb in ("UPDATE", "DELETE")
]
POSTGRESQL: Final = [
    """
    CREATE OR REPLACE FUNCTION audit_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the audit trail is not edited'; END $$
    """,
    """
    CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON accounts_auditentry
    FOR EACH ROW EXECUTE FUNCTION audit_entries_stay()
    """,
]


def guard(apps: Any, schema_editor: Any) -> None:
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement)


def leave_unguarded(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for verb in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER audit_entries_stay_{verb}")
    else:
        schema_editor.execute("DROP FUNCTION audit_entries_stay() CASCADE")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_moderators_of_games")]
    operations = [migrations.RunPython(guard, leave_unguarded)]
