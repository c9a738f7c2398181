"""Save and restore PostgreSQL with its own programs.

No library does this better: only `pg_dump` knows every version of the server, and restoring needs one transaction."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from poker_site.ops.backups.store import BackupError
from poker_site.runtime import epoch

# Takes all locks at once or none: waiting for one while holding another could deadlock with a running server.
CLEAR = """
    SET client_min_messages = warning;
    SET lock_timeout = '30s';  -- for what goes with the tables; the script resets it
    DO $$
    DECLARE
        tables text;
        sequences text;
        functions text;
    BEGIN
        SELECT string_agg(oid::regclass::text, ', ') FILTER (WHERE relkind <> 'S'),
               string_agg(oid::regclass::text, ', ') FILTER (WHERE relkind = 'S')
        INTO tables, sequences
        FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'S') AND NOT EXISTS (
            -- parts of an extension stay, parts of a table go with it
            SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = oid AND deptype IN ('e', 'a', 'i')
        );
        SELECT string_agg(DISTINCT tgfoid::regprocedure::text, ', ')
        INTO functions
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace AND pronamespace = relnamespace
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = tgfoid AND deptype = 'e');
        FOR attempt IN 1..600 LOOP
            EXIT WHEN tables IS NULL;
            BEGIN
                EXECUTE 'LOCK TABLE ' || tables || ' IN ACCESS EXCLUSIVE MODE NOWAIT';
                EXECUTE 'DROP TABLE ' || tables || ' CASCADE';
                EXIT;
            EXCEPTION WHEN lock_not_available THEN
                IF attempt = 600 THEN RAISE; END IF;
                PERFORM pg_sleep(0.05);
            END;
        END LOOP;
        IF sequences IS NOT NULL THEN EXECUTE 'DROP SEQUENCE ' || sequences; END IF;
        IF functions IS NOT NULL THEN EXECUTE 'DROP FUNCTION ' || functions; END IF;  -- their triggers went along
    END $$
"""
# Runs after the script, which leaves search_path empty. An older backup has no epoch until it is migrated.
BEGIN_EPOCH = """
    RESET search_path;
    DO $$
    BEGIN
        IF to_regclass('{table}') IS NOT NULL THEN
            {statements};
        END IF;
    END $$
"""
# Newer programs set this in every script, and older servers do not know it.
TOO_NEW = b"SET transaction_timeout = 0;\n"
TOO_NEW_BEFORE = 17_00_00


class PostgreSQL:
    name, suffix, magic = "PostgreSQL", "dump", b"PGDMP"

    def any_data(self) -> bool:
        return bool(connection.introspection.table_names())

    def save(self, target: Path) -> None:
        _run("pg_dump", *_server(), "--format=custom", f"--file={target}")

    def migrations(self, file: Path) -> set[tuple[str, str]]:
        _run("pg_restore", f"--file={os.devnull}", str(file))
        script = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file))
        found = re.search(
            r"^COPY \S+ \(id, app, name, applied\) FROM stdin;\n(.*?)^\\\.$", script, re.MULTILINE | re.DOTALL
        )
        rows = [line.split("\t") for line in found[1].splitlines()] if found else []
        return {(app, name) for _, app, name, _ in rows}

    def bring_back(self, file: Path) -> None:
        """Write the whole script before psql runs it: psql would restore half the data from half a script."""
        with tempfile.TemporaryDirectory(dir=settings.DATA_DIR) as folder:
            script = Path(folder) / "restore.sql"
            _run("pg_restore", "--no-owner", "--no-privileges", "--no-comments", f"--file={script}", str(file))
            if _server_version() < TOO_NEW_BEFORE:
                script = _without(TOO_NEW, script)
            one_step = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
            begin = BEGIN_EPOCH.format(table=epoch.TABLE, statements="; ".join(epoch.statements_to_begin()))
            _run("psql", *_server(), *one_step, f"--command={CLEAR}", f"--file={script}", f"--command={begin}")


def _without(unwanted: bytes, script: Path) -> Path:
    copy = script.with_suffix(".older.sql")
    with script.open("rb") as source, copy.open("wb") as target:
        target.writelines(line for line in source if line != unwanted)
    return copy


def _server_version() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0])


def _server() -> tuple[str, str]:
    """Return arguments that name Django's server, user and options; the password goes into the environment."""
    keywords = {option.keyword.decode() for option in psycopg.pq.Conninfo.get_defaults()} - {"password"}
    given = {key: value for key, value in connection.get_connection_params().items() if key in keywords}
    return "--no-password", f"--dbname={make_conninfo(**given)}"


def _run(program: str, *arguments: str) -> str:
    secret = {"PGPASSWORD": str(connection.settings_dict["PASSWORD"])} if connection.settings_dict["PASSWORD"] else {}
    try:
        done = subprocess.run(  # noqa: S603
            [program, *arguments],
            env={**os.environ, **secret, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise BackupError(
            f"the program {program} is not there; install the client programs of PostgreSQL "
            "(on Debian and Ubuntu: apt install postgresql-client)"
        ) from None
    if done.returncode != 0:
        raise BackupError(f"{program}: {_complaint(done.stderr)}")
    return done.stdout


def _complaint(text: str) -> str:
    """Return only the errors from what a program printed."""
    parts = re.findall(r"(?:error|detail|fatal): +(.*)", text, re.IGNORECASE)
    return "; ".join(dict.fromkeys(parts)) or (text.strip().splitlines() or ["no reason given"])[-1]
