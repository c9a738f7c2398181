"""Migrations only make changes that the release before can bear while it is still serving."""

from collections.abc import Iterator

import pytest
from django.db.migrations import AddField, CreateModel, Migration, RunPython
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED

LAST_WITHOUT = {"tables": "0014_original_pace", "accounts": "0010_audit_is_not_emptied"}
"""The last migrations that were released before this rule."""


def since() -> Iterator[Migration]:
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in LAST_WITHOUT and name > LAST_WITHOUT[app]:
            yield migration


@pytest.mark.parametrize("migration", [*since()], ids=str)
def test_new_columns_have_a_default_in_the_database(migration: Migration) -> None:
    """Processes of the release before do not know these columns, and go on adding rows."""
    for operation in migration.operations:
        if isinstance(operation, AddField) and not operation.field.many_to_many:
            has_default = operation.field.null or operation.field.db_default is not NOT_PROVIDED
            assert has_default, f"{operation.model_name}.{operation.name}"


@pytest.mark.parametrize("migration", [*since()], ids=str)
def test_additive_migrations_only_add(migration: Migration) -> None:
    if getattr(migration, "additive", False):
        assert {type(operation) for operation in migration.operations} <= {AddField, CreateModel, RunPython}
