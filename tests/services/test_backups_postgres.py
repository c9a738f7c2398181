"""Backups of PostgreSQL are made by its own programs, whose failures are reported."""

import os
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from accounts.models import User
from poker_site.ops import backups
from poker_site.ops.backups import postgres

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)


def test_missing_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(
        SystemExit, match=r"^evenhand: .*the program pg_dump is not there; install .*postgresql-client\)\.$"
    ):
        backups.backup()


def test_reason_of_a_failed_program_is_passed_on(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert connection.introspection.table_names()
    monkeypatch.setitem(connection.settings_dict, "PASSWORD", "wrong")
    with pytest.raises(SystemExit, match=r"^evenhand: .*pg_dump: .*password authentication failed for user .*\.$"):
        backups.backup()


def test_the_password_is_on_no_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody on the machine can read command lines."""
    spy = tmp_path / "pg_dump"
    spy.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/arguments\necho "$PGPASSWORD" > {tmp_path}/password\n')
    spy.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    backups.backup(tmp_path / "file")
    password = str(connection.settings_dict["PASSWORD"])
    assert (tmp_path / "password").read_text().strip() == password
    arguments = (tmp_path / "arguments").read_text()
    assert str(connection.settings_dict["NAME"]) in arguments
    assert password not in arguments


def test_restore_that_fails_half_way_changes_nothing(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    file = backups.backup()
    User.objects.create_user(username="Later")
    monkeypatch.setattr(postgres, "CLEAR", f"{postgres.CLEAR}; SELECT 1 / 0")
    with pytest.raises(SystemExit, match=r"^evenhand: .* nothing has changed: psql: division by zero\.$"):
        backups.restore(file)
    assert User.objects.count() == 2


def test_damaged_backup_is_noticed_before_anything_changes(alice: User, tmp_path: Path) -> None:
    file = backups.backup(tmp_path / "file")
    start_of_compressed = b"\x78\x9c"
    content = bytearray(file.read_bytes())
    place = content.index(start_of_compressed)
    content[place + 2 : place + 10] = b"?" * 8
    file.write_bytes(content)
    with pytest.raises(SystemExit, match=r"^evenhand: .* cannot be brought back: pg_restore: could not uncompress"):
        backups.restore(file)
    assert list(tmp_path.iterdir()) == [file]


def test_restore_gives_way_to_a_long_transaction(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    file = backups.backup()
    monkeypatch.setattr(postgres, "CLEAR", postgres.CLEAR.replace("600", "2"))
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("UPDATE accounts_user SET display_name = 'Alicia'")
        with pytest.raises(SystemExit, match=r"nothing has changed: psql: could not obtain lock"):
            backups.restore(file)
    assert User.objects.get().display_name == "Alicia"


def test_restore_drops_views_tables_and_sequences_in_the_way(alice: User) -> None:
    file = backups.backup()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE SEQUENCE loose; CREATE TABLE \"Odd name\" (id serial, number int DEFAULT nextval('loose'))"
        )
        cursor.execute('CREATE VIEW seen AS SELECT username, number FROM accounts_user, "Odd name"')
    backups.restore(file)
    assert not {"seen", "Odd name"} & set(connection.introspection.table_names(include_views=True))
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('loose')")
        assert cursor.fetchone() == (None,)


def test_statements_of_newer_servers_are_left_out(tmp_path: Path) -> None:
    script = tmp_path / "restore.sql"
    script.write_bytes(b"SET lock_timeout = 0;\nSET transaction_timeout = 0;\nCOPY ...\n")
    assert postgres._without(postgres.TOO_NEW, script).read_bytes() == b"SET lock_timeout = 0;\nCOPY ...\n"
