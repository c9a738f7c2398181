"""Bring data and static files up to this release."""

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from psycopg.errors import LockNotAvailable

from poker_site.environment import refuse
from poker_site.ops import backups, releases

GIVES_WAY_AFTER: Final = "500ms"
"""The longest that a migration waits for a table. It may hold another that a player needs; after a second PostgreSQL
looks for such deadlocks, and might end either of them."""
ATTEMPTS: Final = 100
SECONDS_BETWEEN: Final = 0.2


def upgrade(*, alone: bool = False, while_running: bool = False) -> None:
    """Bring data and static files up to this release.

    `alone`: the caller guarantees that no other process serves. `while_running`: others do; then every migration must
    be additive.
    """
    keep_to_owner()
    executor = MigrationExecutor(connection)
    if newer := releases.first_unknown_migration(executor.loader.applied_migrations):
        refuse(f"the data are of a newer release, which has the migration {newer}; start that one.")
    pending = [migration for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    if pending:
        if executor.loader.applied_migrations and while_running:
            _refuse_unless_additive(pending)
        with nullcontext() if alone or while_running else _nobody_else():
            migrate(anything_to_lose=bool(executor.loader.applied_migrations), patiently=while_running)
    collect_static_files(clear=alone)


@contextmanager
def _nobody_else() -> Iterator[None]:
    try:
        with releases.keep_others_out():
            yield
    except releases.DatabaseInUse:
        refuse(
            "other processes of the site are running on these data; stop them first. If the migrations of this "
            "release only add to the data, `manage.py upgrade --while-running` applies them meanwhile."
        )


def _refuse_unless_additive(pending: Sequence[Migration]) -> None:
    """Refuse migrations that are not marked `additive`: only with those can processes of the release before go on."""
    for migration in pending:
        if not getattr(migration, "additive", False):
            refuse(f"the migration {migration} changes what running processes use; stop them, then upgrade.")


def migrate(*, anything_to_lose: bool, patiently: bool) -> None:
    """Apply pending migrations, after a backup if there is anything to lose."""
    if anything_to_lose:
        print(f"Backup before the upgrade: {backups.backup()}")
    if not patiently or connection.vendor != "postgresql":
        call_command("migrate", interactive=False, verbosity=0)
        return
    for _ in range(ATTEMPTS):
        with _giving_way():
            try:
                call_command("migrate", interactive=False, verbosity=0)
                return
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable):
                    raise
        time.sleep(SECONDS_BETWEEN)
    refuse("the tables are never free for a moment; stop the processes, then upgrade.")


@contextmanager
def _giving_way() -> Iterator[None]:
    """Wait for locks only briefly within the block; reset that at its end, since the pool may reuse the connection."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{GIVES_WAY_AFTER}'")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def keep_to_owner() -> None:
    """Let only its owner read SQLite's file, which has sessions and cards in it; its side files get the same mode."""
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        file.touch(mode=0o600)
        file.chmod(0o600)


def collect_static_files(*, clear: bool) -> None:
    """Collect, hash and compress static files, if a source file has changed since the last time."""
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
