"""Load data as the first release that dealt hands left them: Alice, her practice table, two hands and half of a third.

That release made them; `main` puts them into an empty database, with the migrations of that time.
"""

import json
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_suffix(".json")
MIGRATIONS: Final = (("accounts", "0002"), ("tables", "0001"))
HANDS: Final = 3


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.core.management.color import no_style
    from django.db import connection, transaction
    from django.db.migrations.executor import MigrationExecutor

    for app, name in MIGRATIONS:
        call_command("migrate", app, name, verbosity=0)
    executor = MigrationExecutor(connection)
    applied = [name for name in executor.loader.graph.nodes if name in executor.loader.applied_migrations]
    apps = executor.loader.project_state(applied).apps
    with transaction.atomic():
        for row in json.loads(FILE.read_text()):
            model = apps.get_model(row["model"])
            fields = [field for field in model._meta.concrete_fields if field.name in row["fields"]]
            values = {field.attname: field.to_python(row["fields"][field.name]) for field in fields}
            model.objects.create(pk=row["pk"], **values)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
                cursor.execute(statement)
