"""Database calls of consumers do not wait for one another, and their threads keep connections that work."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection, connections
from django.utils import translation
from pytest_django import Settings

from poker_site.runtime import db_threads
from poker_site.runtime.db_threads import in_pool
from tests.conftest import PATIENCE_SECONDS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("connections of threads")]


async def test_a_call_that_waits_does_not_stop_others() -> None:
    go_on = threading.Event()
    waiting = asyncio.create_task(in_pool(go_on.wait)(PATIENCE_SECONDS))
    await in_pool(go_on.set)()
    assert await waiting


@pytest.fixture
def one(settings: Settings) -> Iterator[ThreadPoolExecutor]:
    """Provide a pool of one thread, which keeps its connection."""
    settings.POOL_KEEPS_SECONDS = 60
    with ThreadPoolExecutor(max_workers=1) as executor:
        yield executor
        executor.submit(connections.close_all).result()


def used() -> int:
    """Return the identity of the connection that a query goes through."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return id(connection.connection)


async def test_a_thread_keeps_its_connection_from_call_to_call(one: ThreadPoolExecutor) -> None:
    assert await in_pool(used, one)() == await in_pool(used, one)()
    assert await in_pool(lambda: connection.connection is not None, one)()


async def test_a_thread_does_not_keep_its_connection_for_ever(one: ThreadPoolExecutor, settings: Settings) -> None:
    settings.POOL_KEEPS_SECONDS = 0
    await in_pool(used, one)()
    assert await in_pool(lambda: connection.connection is None, one)()


@pytest.mark.parametrize("works", [True, False])
async def test_an_idle_connection_is_tested_before_use(
    one: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, *, works: bool
) -> None:
    monkeypatch.setattr(db_threads, "UNUSED_SECONDS", -1)
    monkeypatch.setattr(type(connections["default"]), "is_usable", lambda self: works)
    await in_pool(used, one)()
    assert await in_pool(lambda: connection.connection is not None, one)() is works


async def test_a_broken_connection_is_not_kept(one: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(connections["default"]), "is_usable", lambda self: False)

    def breaks() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT no_such_thing")

    with pytest.raises(DatabaseError):
        await in_pool(breaks, one)()
    assert await in_pool(lambda: connection.connection is None, one)()


async def test_the_language_that_a_call_sets_ends_with_it(one: ThreadPoolExecutor) -> None:
    await in_pool(translation.activate, one)("zh-hans")
    assert await in_pool(translation.get_language, one)() == translation.get_language()
