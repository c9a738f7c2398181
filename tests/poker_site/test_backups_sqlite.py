"""Backups of SQLite respect other connections, since the data are a file that others have open."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from accounts.models import User
from poker_site.ops import backups
from poker_site.ops.backups import sqlite

pytestmark = [pytest.mark.embedded, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)


@pytest.fixture
def other() -> Iterator[sqlite3.Connection]:
    """Open the database once more, as another process would."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        yield other


@pytest.fixture
def new_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the site a database that does not exist yet."""
    path = tmp_path / "new.sqlite3"
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(path))
    yield path
    connection.close()


@pytest.fixture
def file(alice: User, tmp_path: Path) -> Path:
    return backups.backup(tmp_path / "file")


def test_a_backup_is_one_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT display_name FROM accounts_user").fetchall() == [("Alice",)]
    assert list(file.parent.iterdir()) == [file]


def test_an_open_reader_goes_on_seeing_the_old_data(file: Path, other: sqlite3.Connection) -> None:
    User.objects.create_user(username="Later")
    count = "SELECT count(*) FROM accounts_user"
    other.execute("BEGIN")
    assert other.execute(count).fetchone() == (2,)
    backups.restore(file)
    assert other.execute(count).fetchone() == (2,)
    other.execute("COMMIT")
    assert other.execute(count).fetchone() == (1,)
    assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_restore_gives_up_when_a_write_takes_too_long(
    file: Path, other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 0)
    other.execute("BEGIN IMMEDIATE")
    other.execute("UPDATE accounts_user SET display_name = 'Alicia'")
    with pytest.raises(SystemExit, match=r"^evenhand: .* nothing has changed: the database is busy; .*\.$"):
        backups.restore(file)
    other.execute("COMMIT")
    assert User.objects.get().display_name == "Alicia"


def test_the_database_is_no_backup_of_itself(alice: User) -> None:
    with pytest.raises(SystemExit, match="it is the database itself"):
        backups.restore(Path(connection.settings_dict["NAME"]))


def test_a_database_of_another_program_is_refused(alice: User, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "songs")) as songs:
        songs.execute("CREATE TABLE songs (name)")
    with pytest.raises(SystemExit, match="cannot be brought back: no such table: django_migrations"):
        backups.restore(tmp_path / "songs")


def test_damage_in_the_middle_is_noticed(file: Path) -> None:
    with closing(sqlite3.connect(file)) as copy:
        (page,) = copy.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'accounts_user'").fetchone()
        (size,) = copy.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"?" * size
    file.write_bytes(content)
    with pytest.raises(SystemExit, match="cannot be brought back: it is damaged"):
        backups.restore(file)


def test_a_backup_can_be_restored_on_a_new_machine(file: Path, new_machine: Path) -> None:
    assert backups.restore(file) is None
    assert User.objects.get().display_name == "Alice"


def test_a_backup_without_data_is_refused(new_machine: Path) -> None:
    with pytest.raises(SystemExit, match=r"^evenhand: there are no data to save yet\.$"):
        backups.backup()


def test_a_broken_database_is_reported_and_not_overwritten(file: Path, new_machine: Path) -> None:
    new_machine.write_bytes(b"no database" * 1000)
    with pytest.raises(SystemExit, match=r"^evenhand: the database cannot be read \(file is not a database\); .*\.$"):
        backups.restore(file)
    assert new_machine.read_bytes() == b"no database" * 1000
