"""A process needs a few connections to Redis, however many requests, sockets and threads it has served."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any

import pytest
import redis
from django.core.cache import caches

from accounts.social import online

TIMES = 500


@pytest.fixture
def server() -> Iterator["redis.Redis"]:
    """Return the Redis of this worker of the tests, as a client that counts connections."""
    with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
        yield client


def connections(server: "redis.Redis") -> int:
    return len(server.client_list())


def keep_in_a_context_of_its_own(number: int) -> Context:
    """Keep an account online in a new context, as every request under ASGI, every task and every thread has one."""
    context = Context()
    context.run(online.mark_online, {number})
    return context


def test_presence_updates_of_many_contexts_share_one_connection(server: "redis.Redis") -> None:
    before = connections(server)
    kept = list(map(keep_in_a_context_of_its_own, range(TIMES)))  # kept alive, as what gc.freeze() has set aside
    assert len(online.online_among(range(TIMES))) == TIMES == len(kept)
    assert connections(server) <= before + 1


def test_many_threads_at_once_share_a_few_connections(server: "redis.Redis") -> None:
    before = connections(server)
    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(keep_in_a_context_of_its_own, range(TIMES)))
    assert len(kept) == TIMES
    assert connections(server) <= before + 8


def test_all_caches_share_one_pool() -> None:
    def pool() -> object:
        cache: Any = caches["default"]
        return cache._cache.get_client().connection_pool

    assert len({id(Context().run(pool)) for _ in range(20)}) == 1
