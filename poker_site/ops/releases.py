"""Keep two releases from using one database at once.

Every process that serves holds a shared lock on the database while it lives; an upgrade needs the exclusive one. And
no process starts on data whose migrations are not those of its release.
"""

import fcntl
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

import psycopg
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

LOCK: Final = 0x4576656E68616E64
"""The number of our advisory lock, which holds for one database; it spells "Evenhand" in ASCII."""
LOOK_SECONDS: Final = 10.0


class DatabaseInUse(Exception):
    """Says that other processes of the site use the database."""


def reason_not_to_start() -> str:
    """Return a sentence why this release must not use the database as it is, or an empty string if it may."""
    executor = MigrationExecutor(connection)
    if newer := first_unknown_migration(executor.loader.applied_migrations):
        return f"the data are of a newer release, which has the migration {newer}; start that one."
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        return f"the data lack the migration {missing[0][0]} of this release; run `manage.py upgrade` first."
    return ""


def first_unknown_migration(applied: Collection[tuple[str, str]]) -> str:
    """Return the first of these migrations that an installed app lacks in this release, or an empty string."""
    known = MigrationLoader(None).disk_migrations
    replaced = {name for migration in known.values() for name in migration.replaces}
    installed = {config.label for config in apps.get_app_configs()}
    newer = {name for name in applied if name[0] in installed} - known.keys() - replaced
    return ".".join(min(newer)) if newer else ""


def hold_shared_lock(until: threading.Event | None = None) -> bool:
    """Hold PostgreSQL's shared lock until the event, or while this process lives; return False during an upgrade."""
    raw = _connection()
    if not _take(raw, "pg_try_advisory_lock_shared"):
        raw.close()
        return False
    threading.Thread(target=_keep, args=(raw, until or threading.Event()), name="release", daemon=True).start()
    return True


def _keep(raw: "psycopg.Connection[Any]", ending: threading.Event) -> None:
    """Take the lock again whenever its connection was lost."""
    while not ending.wait(LOOK_SECONDS):
        try:
            if raw.closed:
                raw = _connection()
                _take(raw, "pg_advisory_lock_shared")  # waits for an upgrade that may be going on
            raw.execute("SELECT 1")
        except psycopg.Error:  # the database may be away for a while; the next round tries again
            raw.close()
    raw.close()


@contextmanager
def keep_others_out() -> Iterator[None]:
    """Keep every other process from serving while the block lasts; raise `DatabaseInUse` if one already does."""
    if connection.vendor != "postgresql":
        lock = take_folder(settings.DATA_DIR)
        if lock is None:
            raise DatabaseInUse
        with lock:
            yield
        return
    with _connection() as raw:
        if not _take(raw, "pg_try_advisory_lock"):
            raise DatabaseInUse
        yield


def take_folder(folder: Path) -> IO[str] | None:
    """Take and return the lock of the server on SQLite's file, or None if it is taken; it ends with the process."""
    lock = (folder / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock


def _connection() -> "psycopg.Connection[Any]":
    """Open a connection outside of the pool and of transactions."""
    raw: psycopg.Connection[Any] = psycopg.connect(**connection.get_connection_params())
    raw.autocommit = True
    return raw


def _take(raw: "psycopg.Connection[Any]", function: str) -> bool:
    found = raw.execute(f"SELECT {function}({LOCK})").fetchone()
    return bool(found and found[0] is not False)
