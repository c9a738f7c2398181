"""Bringing data and static files up to this release."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from poker_site import backups


def upgrade(*, alone: bool) -> None:
    """`alone`: no other process serves an earlier release from the same static files."""
    migrate()
    collect_static_files(clear=alone)


def migrate() -> None:
    """Apply what is pending, after a backup when there is anything to lose."""
    keep_to_owner()
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if executor.loader.applied_migrations:
        print(f"Backup before the upgrade: {backups.backup()}")
    call_command("migrate", interactive=False, verbosity=0)


def keep_to_owner() -> None:
    """SQLite's file has sessions and cards in it; its side files get the same mode."""
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        file.touch(mode=0o600)
        file.chmod(0o600)


def collect_static_files(*, clear: bool) -> None:
    """Collect, hash and compress, only when a source file has changed since the last time."""
    stamp = settings.DATA_DIR / "static.stamp"
    now = hashlib.sha256("\n".join(_static_sources()).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == now and settings.STATIC_ROOT.exists():
        return
    call_command("collectstatic", interactive=False, verbosity=0, clear=clear)
    stamp.write_text(now)


def _static_sources() -> Iterator[str]:
    yield str(settings.STATIC_ROOT)
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            state = storage.get_modified_time(path)
            yield f"{path} {state.timestamp()} {storage.size(path)}"
