"""An upgrade has the database for itself: processes that serve hold a lock, and take it again when it was lost."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.db import OperationalError, connection
from django.db.migrations import Migration
from psycopg.errors import LockNotAvailable

from poker_site.ops import releases, upgrade
from tests.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    monkeypatch.setattr(releases, "LOOK_SECONDS", 0.05)
    ending = threading.Event()
    assert releases.hold_shared_lock(ending)
    yield ending
    ending.set()
    until(lambda: not holders())


def holders() -> set[int]:
    """Return the processes of the database that hold the lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database"
            " WHERE locktype = 'advisory' AND datname = current_database() AND granted"
        )
        return {pid for (pid,) in cursor.fetchall()}


def until(what: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)  # polling the server: there is no event to wait for


def test_upgrade_is_refused_while_a_process_serves(serving: threading.Event) -> None:
    with pytest.raises(releases.DatabaseInUse), releases.keep_others_out():
        pass
    serving.set()
    until(lambda: not holders())
    with releases.keep_others_out():
        assert not releases.hold_shared_lock()


def test_two_processes_may_serve(serving: threading.Event) -> None:
    other = threading.Event()
    assert releases.hold_shared_lock(other)
    assert len(holders()) == 2
    other.set()


def test_a_lock_that_was_lost_is_taken_again(serving: threading.Event) -> None:
    [lost] = holders()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [lost])
    until(lambda: holders() - {lost})


def lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        shown: str = cursor.fetchone()[0]
    return shown


def test_migration_gives_way_to_running_processes_and_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, timeouts = [], set()

    def migrate(*_: object, **__: object) -> None:
        tried.append(1)
        timeouts.add(lock_timeout())
        if len(tried) < 3:
            raise OperationalError from LockNotAvailable()

    monkeypatch.setattr(upgrade, "call_command", migrate)
    upgrade.migrate(anything_to_lose=False, patiently=True)
    assert len(tried) == 3
    assert timeouts == {upgrade.GIVES_WAY_AFTER}
    assert lock_timeout() == "0", "the pool hands this connection to others"


def test_only_additive_migrations_are_applied_while_processes_run() -> None:
    adds, changes = Migration("0001_adds", "tables"), Migration("0002_changes", "tables")
    adds.additive = True  # type: ignore[attr-defined]
    upgrade._refuse_unless_additive([adds])
    with pytest.raises(SystemExit, match=r"^evenhand: the migration tables\.0002_changes changes what"):
        upgrade._refuse_unless_additive([adds, changes])
