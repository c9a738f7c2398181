"""Saving and bringing back all data of either database, also while it is in use."""

import contextlib
import os
import re
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from poker_site.environment import BASE_DIR, refuse

Migrations = set[tuple[str, str]]


class Trouble(Exception):
    """Why it did not work, as the end of a sentence."""


class Store(Protocol):
    """One of the two databases, as far as backups are concerned."""

    name: str
    suffix: str
    magic: bytes

    def save(self, target: Path) -> None: ...

    def migrations(self, file: Path) -> Migrations:
        """Those a backup has seen; reads the whole file, so that a damaged one is known before anything is done."""

    def bring_back(self, file: Path) -> None:
        """Replace everything, in one step or not at all."""


class SQLite:
    name, suffix, magic = "SQLite", "sqlite3", b"SQLite format 3\0"
    patience_seconds = 30

    def save(self, target: Path) -> None:
        with self._open(self._live(), "rw") as live, self._open(target, "rw") as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, not three

    def migrations(self, file: Path) -> Migrations:
        with self._open(file, "ro") as copy:
            if copy.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise Trouble("it is damaged")
            return set(copy.execute("SELECT app, name FROM django_migrations"))

    def bring_back(self, file: Path) -> None:
        def give_up_when_busy(status: int, remaining: int, total: int) -> None:
            if status in (
                sqlite3.SQLITE_BUSY,
                sqlite3.SQLITE_LOCKED,
            ):  # after `patience_seconds`; it would go on trying
                raise Trouble("the database is busy; try again, or stop the server first")

        with self._open(file, "ro") as copy, self._open(self._live(), "rwc") as live:
            copy.backup(live, progress=give_up_when_busy)

    def _live(self) -> Path:
        return Path(connection.settings_dict["NAME"])

    @contextlib.contextmanager
    def _open(self, path: Path, mode: str) -> Iterator[sqlite3.Connection]:
        try:
            address = f"{path.absolute().as_uri()}?mode={mode}"
            with contextlib.closing(sqlite3.connect(address, uri=True, timeout=self.patience_seconds)) as database:
                yield database
        except sqlite3.Error as error:
            raise Trouble(str(error)) from None


class PostgreSQL:
    name, suffix, magic = "PostgreSQL", "dump", b"PGDMP"
    # All locks at once or none: waiting for one with another in hand could end in a deadlock with the server at work.
    clear = """
        SET client_min_messages = warning;
        DO $$
        DECLARE everything text;
        BEGIN
            SELECT string_agg(oid::regclass::text, ', ') INTO everything FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
                AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e');
            FOR attempt IN 1..600 LOOP
                EXIT WHEN everything IS NULL;
                BEGIN
                    EXECUTE 'LOCK TABLE ' || everything || ' IN ACCESS EXCLUSIVE MODE NOWAIT';
                    EXECUTE 'DROP TABLE ' || everything || ' CASCADE';
                    EXIT;
                EXCEPTION WHEN lock_not_available THEN
                    IF attempt = 600 THEN RAISE; END IF;
                    PERFORM pg_sleep(0.05);
                END;
            END LOOP;
            SELECT string_agg(oid::regclass::text, ', ') INTO everything FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S';
            IF everything IS NOT NULL THEN EXECUTE 'DROP SEQUENCE ' || everything; END IF;
        END $$
    """

    def save(self, target: Path) -> None:
        self._run("pg_dump", *self._server(), "--format=custom", f"--file={target}")

    def migrations(self, file: Path) -> Migrations:
        self._run("pg_restore", f"--file={os.devnull}", str(file))
        rows = self._run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
        found = re.search(r"^COPY \S+ \(id, app, name, applied\) FROM stdin;\n(.*?)^\\\.$", rows, re.M | re.S)
        return (
            {(app, name) for _, app, name, _ in (line.split("\t") for line in found[1].splitlines())}
            if found
            else set()
        )

    def bring_back(self, file: Path) -> None:
        """The script is complete before it is run: half a script would look like a whole one to psql."""
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            script = Path(folder) / "restore.sql"
            self._run("pg_restore", "--no-owner", "--no-privileges", "--no-comments", f"--file={script}", str(file))
            one_step = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
            self._run("psql", *self._server(), *one_step, f"--command={self.clear}", f"--file={script}")

    def _server(self) -> tuple[str, str]: ...
