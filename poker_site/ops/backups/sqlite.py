"""Save and restore SQLite through its backup interface, which respects other connections to the file."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from poker_site.ops.backups.store import BackupError
from poker_site.runtime import epoch

PATIENCE_SECONDS = 20.0


class SQLite:
    name, suffix, magic = "SQLite", "sqlite3", b"SQLite format 3\0"

    def any_data(self) -> bool:
        """Look without Django, which leaves a connection open if the file turns out to be no database."""
        if not _live().exists():
            return False
        with _open(_live(), "ro") as live:
            return live.execute("SELECT 1 FROM sqlite_master").fetchone() is not None

    def save(self, target: Path) -> None:
        with _open(_live(), "rw") as live, _open(target, "rw") as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file instead of three

    def migrations(self, file: Path) -> set[tuple[str, str]]:
        if _live().exists() and file.samefile(_live()):
            raise BackupError("it is the database itself")
        with _open(file, "ro") as copy:
            if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",) or _is_cut_off(copy, file):
                raise BackupError("it is damaged")
            seen = set(copy.execute("SELECT app, name FROM django_migrations"))
        if not all(isinstance(word, str) for row in seen for word in row):
            raise BackupError("it is not a backup of this site")
        return seen

    def bring_back(self, file: Path) -> None:
        """Begin another epoch in a copy of the backup, then replace the data by the copy in one step."""
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            aside = Path(folder) / "restore.sqlite3"
            aside.touch(mode=0o600)
            with _open(file, "ro") as backup, _open(aside, "rw") as copy:
                backup.backup(copy)
                _begin_epoch(copy)
            self._replace_by(aside)

    def _replace_by(self, file: Path) -> None:
        def give_up_when_busy(status: int, remaining: int, total: int) -> None:
            if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):  # Python would keep trying for ever
                raise BackupError("the database is busy; try again, or stop the server first")

        _live().touch(mode=0o600)
        with _open(file, "ro") as copy, _open(_live(), "rw") as live:
            copy.backup(live, progress=give_up_when_busy)


def _live() -> Path:
    return Path(connection.settings_dict["NAME"])


def _begin_epoch(copy: sqlite3.Connection) -> None:
    """Begin another epoch if the backup has one; an older backup gets its first from a migration."""
    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [epoch.TABLE]).fetchone():
        with copy:
            for statement in epoch.statements_to_begin():
                copy.execute(statement)


def _is_cut_off(copy: sqlite3.Connection, file: Path) -> bool:
    """Tell whether the end of the file is missing, which SQLite itself reads as zeros."""
    ((pages,), (size,)) = (copy.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size"))
    return bool(file.stat().st_size < pages * size)


@contextlib.contextmanager
def _open(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS)) as database:
            yield database
    except sqlite3.Error as error:
        raise BackupError(str(error)) from None
