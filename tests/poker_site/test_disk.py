"""A full disk is noticed, and users who want something saved are shown a sentence about it."""

import shutil
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from poker_site.ops import disk, logs
from poker_site.ops.disk import DiskFull
from tables.page import dispatch
from tables.play import lifecycle
from tests.tables.helpers import open_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.differs_on_services("each database says it in its own way"),
]
MORE_THAN_FIT = 500

POSTGRES_IS_FULL = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON tables_table EXECUTE FUNCTION no_room()
"""


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture(autouse=True)
def _nothing_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_failed_at", disk._failed_at - disk.REMEMBERED_SECONDS)
    monkeypatch.setattr(logs, "_told", {})
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(1, 1, disk.LEAST_FREE))


@pytest.fixture
def full(alice: User, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave the database no room for one more table."""
    monkeypatch.setattr(lifecycle, "MOST_OPEN_TABLES", MORE_THAN_FIT)
    monkeypatch.setattr(lifecycle, "allow", lambda *_: None)
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1" if sqlite else POSTGRES_IS_FULL)  # SQLite takes its present size
    with pytest.raises(DatabaseError):
        _open_tables(alice)
    yield
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count = 1000000" if sqlite else "DROP FUNCTION no_room CASCADE")


def _open_tables(host: User) -> None:
    for _ in range(MORE_THAN_FIT):
        open_table(host)


def test_enough_free_space_counts_as_room() -> None:
    assert disk.has_room()


def test_too_little_free_space_counts_as_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(1, 1, disk.LEAST_FREE - 1))
    assert not disk.has_room()


def test_a_failed_statement_makes_the_disk_count_as_full_for_a_while(
    full: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert not disk.has_room()
    [record] = caplog.get_records("setup")
    assert "nothing can be saved" in record.getMessage()
    failed_at = disk._failed_at
    monkeypatch.setattr("time.monotonic", lambda: failed_at + disk.REMEMBERED_SECONDS)
    assert disk.has_room()


def test_other_database_errors_do_not_mean_a_full_disk(alice: User) -> None:
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT nonsense")
    assert disk.has_room()


@pytest.mark.parametrize(("language", "sentence"), [("en", "this site&#x27;s disk is full"), ("zh-hans", "磁盘已满")])
def test_a_page_reports_a_full_disk_in_the_readers_language(
    full: None, alice: User, language: str, sentence: str
) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(alice)
    answer = client.post(reverse("new_table"), {"rulebook": "cash", "found_by": "lobby"})
    assert answer.status_code == 503
    assert sentence in answer.content.decode()
    assert client.get(reverse("home")).status_code == 200


def test_an_action_at_a_table_reports_a_full_disk(full: None, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "VERBS", {"say": lambda table_id, user, values: open_table(user)})
    with pytest.raises(DiskFull, match="this site's disk is full"):
        dispatch.do(7, alice, {"verb": "say"})
