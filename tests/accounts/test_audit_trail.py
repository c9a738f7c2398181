"""Test that entries stay in the audit trail unchanged: the database refuses, whatever asks it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from accounts.models import AuditEntry, User
from accounts.services import audit
from accounts.services.deletion import delete_account
from poker_site.ops import backups

pytestmark = pytest.mark.differs_on_services("a trigger guards the audit trail")

ATTEMPTS = [
    "UPDATE accounts_auditentry SET words = 'Nothing.'",
    "UPDATE accounts_auditentry SET whom_id = NULL, at = NULL",
    "DELETE FROM accounts_auditentry",
]


@pytest.fixture
def entry(moderator: User, bob: User) -> AuditEntry:
    return audit.record(moderator, "mute", bob, words="Noise.")


def stays(entry: AuditEntry, statement: str) -> None:
    with pytest.raises(DatabaseError, match="not edited"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.get().words == entry.words


@pytest.mark.django_db
@pytest.mark.parametrize("statement", ATTEMPTS)
def test_no_statement_changes_an_entry(entry: AuditEntry, statement: str) -> None:
    stays(entry, statement)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such statement")
@pytest.mark.parametrize("tables", ["accounts_auditentry", "accounts_user CASCADE"])
def test_truncate_is_refused(entry: AuditEntry, tables: str) -> None:
    stays(entry, f"TRUNCATE {tables}")


@pytest.mark.django_db
def test_deleting_accounts_keeps_their_entries(entry: AuditEntry, bob: User, moderator: User) -> None:
    for user in (bob, moderator):
        delete_account(user)
    assert (AuditEntry.objects.get().whom, AuditEntry.objects.get().by) == (bob, moderator)


@pytest.mark.django_db(transaction=True)
class TestBackups:
    @pytest.fixture(autouse=True)
    def data_dir(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(settings, "DATA_DIR", tmp_path)

    def test_entries_stay_guarded_after_a_restore(self, entry: AuditEntry) -> None:
        file = backups.backup()
        audit.record(entry.by, "ban", entry.whom)
        for _ in range(2):
            backups.restore(file)
            for statement in ATTEMPTS:
                stays(entry, statement)

    @pytest.fixture
    def older(self, entry: AuditEntry) -> Iterator[Path]:
        """Make a backup of a release that did not guard the audit trail."""
        call_command("migrate", "accounts", "0008", verbosity=0)
        yield backups.backup()
        call_command("migrate", verbosity=0)

    def test_an_older_backup_is_guarded_as_soon_as_it_is_migrated(self, entry: AuditEntry, older: Path) -> None:
        call_command("migrate", verbosity=0)
        backups.restore(older)
        call_command("migrate", verbosity=0)
        for statement in ATTEMPTS:
            stays(entry, statement)
