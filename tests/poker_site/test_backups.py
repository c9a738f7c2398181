"""A backup saves all data and a restore brings them back, on the database of this suite."""

import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from poker_site.ops import backups
from poker_site.ops.backups import STORES
from poker_site.ops.backups.store import BackupError
from tests.conftest import PASSWORD, PATIENCE_SECONDS

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.differs_on_services("backups are made by the tools of the database"),
]

Migration = MigrationRecorder.Migration


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setattr(settings, "DATA_DIR", folder)
    return folder


@pytest.fixture
def history(transactional_db: None) -> Iterator[None]:
    """Restore the list of migrations after a test that forges it, even if the test fails."""
    rows = list(Migration.objects.values("app", "name", "applied"))
    yield
    Migration.objects.all().delete()
    Migration.objects.bulk_create(Migration(**row) for row in rows)


def people() -> list[str]:
    return sorted(User.objects.values_list("display_name", flat=True))


def test_a_restore_brings_back_saved_data_and_drops_later_data(alice: User) -> None:
    file = backups.backup()
    User.objects.all().delete()
    User.objects.create_user(username="Later")
    backups.restore(file)
    assert people() == ["Alice"]
    assert User.objects.get().check_password(PASSWORD)
    assert User.objects.create_user(username="Next").pk > alice.pk


def test_the_present_data_are_saved_before_they_are_replaced(alice: User) -> None:
    file = backups.backup()
    User.objects.create_user(username="Later")
    saved = backups.restore(file)
    assert saved is not None
    assert people() == ["Alice"]
    backups.restore(saved)
    assert people() == ["Alice", "Later"]


def test_a_restore_drops_tables_that_the_backup_lacks(alice: User) -> None:
    file = backups.backup()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE of_a_newer_release (user_id bigint REFERENCES accounts_user (id))")
    backups.restore(file)
    assert "of_a_newer_release" not in connection.introspection.table_names()


class Writer:
    """Writes two rows in each transaction, all the time, on a thread of its own."""

    def __init__(self) -> None:
        self.rounds = 0
        self.trouble: list[Exception] = []
        self.another = threading.Condition()
        self.thread = threading.Thread(target=self.run)
        self.stopping = False

    def run(self) -> None:
        try:
            while not self.stopping:
                self.write()
        except Exception as error:
            self.trouble.append(error)
        finally:
            connection.close()

    def write(self) -> None:
        with transaction.atomic():
            Group.objects.create(name=f"first {self.rounds}")
            Group.objects.create(name=f"second {self.rounds}")
        with self.another:
            self.rounds += 1
            self.another.notify_all()

    def wait_for_another(self) -> None:
        with self.another:
            start = self.rounds
            assert self.another.wait_for(lambda: self.rounds > start + 1, PATIENCE_SECONDS), self.trouble


@contextmanager
def writing() -> Iterator[Writer]:
    writer = Writer()
    writer.thread.start()
    try:
        writer.wait_for_another()
        yield writer
    finally:
        writer.stopping = True
        writer.thread.join(PATIENCE_SECONDS)
    assert not writer.trouble


def test_backup_and_restore_work_while_others_write(alice: User) -> None:
    with writing() as writer:
        file = backups.backup()
        writer.wait_for_another()
        backups.restore(file)
        writer.wait_for_another()
    written = set(Group.objects.values_list("name", flat=True)) - {"Moderators"}
    assert f"first {writer.rounds - 1}" in written
    for name in written:  # never half a transaction
        which, number = name.split()
        assert f"{'second' if which == 'first' else 'first'} {number}" in written
    assert people() == ["Alice"]


def test_an_older_backup_is_migrated_to_this_release(alice: User) -> None:
    table = "usersessions_usersession"
    try:
        call_command("migrate", "usersessions", "zero", verbosity=0)
        assert table not in connection.introspection.table_names()
        file = backups.backup()
    finally:
        call_command("migrate", verbosity=0)
    backups.restore(file)
    assert table in connection.introspection.table_names()
    assert people() == ["Alice"]


def test_the_data_stay_if_a_backup_does_not_migrate(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    file = backups.backup()
    User.objects.create_user(username="Later")

    def fail(*_: object, **__: object) -> None:
        raise CommandError("no such luck")

    monkeypatch.setattr(backups, "call_command", fail)
    with pytest.raises(SystemExit, match=r"^evenhand: .*no such luck.* as they were before\.$"):
        backups.restore(file)
    assert people() == ["Alice", "Later"]


def refused(file: Path) -> str:
    """Return the sentence with which a file is refused; nothing may have changed or been saved."""
    before = people()
    files = set(settings.DATA_DIR.rglob("*"))
    with pytest.raises(SystemExit, match=r"^evenhand: .*\.$") as end:
        backups.restore(file)
    assert people() == before
    assert set(settings.DATA_DIR.rglob("*")) == files
    return str(end.value)


def test_a_file_that_is_not_there_is_refused(alice: User, tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "nothing")
    assert "no such file" in refused(tmp_path)


@pytest.mark.parametrize("content", [b"", b"Dear diary,"])
def test_a_file_of_another_kind_is_refused(alice: User, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert "not a backup" in refused(file)


def test_a_backup_of_the_other_database_is_refused(alice: User, tmp_path: Path) -> None:
    here = STORES[connection.vendor]
    (other,) = (store for store in STORES.values() if store is not here)
    file = tmp_path / "file"
    file.write_bytes(other.magic + b"\1" * 2000)
    assert f"a backup of {other.name}, and the data of this site are in {here.name}" in refused(file)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_a_backup_that_is_cut_off_is_refused(alice: User, part: float) -> None:
    file = backups.backup()
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * part)])
    assert "cannot be brought back" in refused(file)


def test_data_of_another_site_are_refused(alice: User, history: None) -> None:
    Migration.objects.filter(app__in=["accounts", "tables", "poker_site"]).delete()
    assert "holds no data of this site" in refused(backups.backup())


def test_a_backup_of_a_newer_release_is_refused(alice: User, history: None) -> None:
    Migration.objects.create(app="accounts", name="9999_future")
    file = backups.backup()
    assert "newer release, which has the migration accounts.9999_future" in refused(file)


def test_nobody_but_the_owner_may_read_a_backup(alice: User, tmp_path: Path) -> None:
    for file in (backups.backup(), backups.backup(tmp_path / "file")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE((settings.DATA_DIR / "backups").stat().st_mode) == 0o700


def test_an_existing_file_is_never_overwritten(alice: User, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("dear to me")
    with pytest.raises(SystemExit, match=r"^evenhand: .* exists already; name another file\.$"):
        backups.backup(file)
    assert file.read_text() == "dear to me"


def test_a_file_that_appears_meanwhile_is_not_overwritten(
    alice: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    monkeypatch.setattr(STORES[connection.vendor], "save", lambda target: file.write_text("dear to me"))
    with pytest.raises(SystemExit, match="exists already"):
        backups.backup(file)
    assert file.read_text() == "dear to me"


def test_a_failed_backup_leaves_no_file(alice: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(target: Path) -> None:
        target.write_text("half of")
        raise BackupError("the disk is full")

    monkeypatch.setattr(STORES[connection.vendor], "save", fail)
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(SystemExit, match=r"^evenhand: the data could not be saved: the disk is full\.$"):
        backups.backup(folder / "file")
    assert list(folder.iterdir()) == []


def test_a_missing_folder_is_named(alice: User, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"^evenhand: there is no folder .*nowhere; make it first\.$"):
        backups.backup(tmp_path / "nowhere" / "file")


def test_the_commands_print_where_data_were_saved(
    alice: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    call_command("backup", str(file))
    assert capsys.readouterr().out == f"Saved all data to {file}\n"
    call_command("restore", str(file))
    (saved,) = (settings.DATA_DIR / "backups").iterdir()
    assert capsys.readouterr().out.splitlines() == [
        f"Saved the data as they were before to {saved}",
        f"Brought back all data of {file}",
    ]
    with pytest.raises(SystemExit, match=r"^evenhand: .*make restore FILE="):
        call_command("restore")
