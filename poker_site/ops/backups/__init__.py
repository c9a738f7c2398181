"""Save and restore all data of either database, also while it is in use."""

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from poker_site.environment import BASE_DIR, refuse
from poker_site.ops import releases
from poker_site.ops.backups.postgres import PostgreSQL
from poker_site.ops.backups.sqlite import SQLite
from poker_site.ops.backups.store import BackupError, Store

__all__ = ["backup", "restore"]

STORES: dict[str, Store] = {"sqlite": SQLite(), "postgresql": PostgreSQL()}


def backup(target: Path | None = None) -> Path:
    """Save all data to a new file, completely or not at all; its default name is the time."""
    store = STORES[connection.vendor]
    target = _new_file(target, store.suffix)
    if not _any_data(store):
        refuse("there are no data to save yet.")
    try:
        # Write to a temporary folder first, so that a half-written file is never taken for a backup.
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".evenhand-") as folder:
            aside = Path(folder) / target.name
            aside.touch(mode=0o600)
            store.save(aside)
            _put_in_place(aside, target)
    except BackupError as trouble:
        refuse(f"the data could not be saved: {trouble}.")
    except OSError as error:
        refuse(f"cannot write {target} ({error.strerror}).")
    return target


def restore(file: Path) -> Path | None:
    """Replace the present data by a backup, and return the file to which they were saved before.

    1. The backup is read to its end and checked against this release before anything is touched.
    2. The present data are saved, if there are any.
    3. Everything is replaced in one step or not at all; a running server sees the old data or the restored.
    4. An older backup is migrated to this release. If that fails, the data saved in step 2 are restored.
    """
    store = STORES[connection.vendor]
    file = file.expanduser().absolute()
    _check(store, file)
    saved = backup() if _any_data(store) else None
    try:
        _replace(store, file)
    except (BackupError, OSError) as trouble:
        refuse(f"{file} was not brought back and nothing has changed: {trouble}.")
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except Exception as error:
        if saved:
            _replace(store, saved)
        refuse(f"{file} does not migrate to this release ({error}); the data are as they were before.")
    return saved


def _replace(store: Store, file: Path) -> None:
    connection.close()
    store.bring_back(file)


def _any_data(store: Store) -> bool:
    try:
        return store.any_data()
    except BackupError as error:
        refuse(f"the database cannot be read ({error}); to bring back a backup, move the broken one away first.")


def _new_file(target: Path | None, suffix: str) -> Path:
    if target is None:
        target = settings.DATA_DIR / "backups" / f"evenhand-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.{suffix}"
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = target.expanduser().absolute()
    if target.exists():
        refuse(f"{target} exists already; name another file.")
    if not target.parent.is_dir():
        refuse(f"there is no folder {target.parent}; make it first.")
    return target


def _put_in_place(aside: Path, target: Path) -> None:
    try:
        os.link(aside, target)  # unlike renaming, this never replaces a file that has appeared meanwhile
    except FileExistsError:
        refuse(f"{target} exists already; name another file.")
    except OSError:  # the file system has no links, as on many USB sticks
        aside.rename(target)


def _check(store: Store, file: Path) -> None:
    """Refuse a file that is no backup of this site, or that this release does not understand."""
    try:
        if not file.is_file():
            raise BackupError("there is no such file")
        with file.open("rb") as start:
            magic = start.read(16)
        kind = next((kind for kind in STORES.values() if magic.startswith(kind.magic)), None)
        if kind is None:
            raise BackupError("it is not a backup")
        if kind is not store:
            raise BackupError(f"it is a backup of {kind.name}, and the data of this site are in {store.name}")
        _check_release(store.migrations(file))
    except BackupError as trouble:
        refuse(f"{file} cannot be brought back: {trouble}.")
    except OSError as error:
        refuse(f"cannot read {file} ({error.strerror}).")


def _check_release(seen: set[tuple[str, str]]) -> None:
    own = {config.label for config in apps.get_app_configs() if Path(config.path).parent == BASE_DIR}
    if not any(app in own for app, _ in seen):
        raise BackupError("it holds no data of this site")
    if newer := releases.first_unknown_migration(seen):
        raise BackupError(f"it was made by a newer release, which has the migration {newer}")
