"""Provide the cache of the production profile: Django's Redis cache with one pool of connections per process.

Django makes a cache object for every context, so for every request under ASGI, and each would open connections of
its own. While Redis is away the cache is empty and stores nothing: pages are served without it. Code that must count,
such as limits on guessing passwords, asks `REDIS.is_on` (see `limits`).
"""

import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

import redis
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from poker_site.runtime.outages import REDIS

T = TypeVar("T")

MOST_CONNECTIONS: Final = 32
WAIT_SECONDS: Final = 5
"""Seconds to wait for a connection when all are in use."""
ERRORS: Final = (redis.RedisError, OSError)

_pools: dict[str, redis.ConnectionPool] = {}
_pools_lock = threading.Lock()


class PatientClient(RedisCacheClient):
    """Answers as an empty cache would while Redis is away."""

    _servers: list[str]
    _pool_options: dict[str, Any]

    def _get_connection_pool(self, write: bool) -> redis.ConnectionPool:
        url = self._servers[0]
        with _pools_lock:
            if url not in _pools:
                options = self._pool_options | {"max_connections": MOST_CONNECTIONS, "timeout": WAIT_SECONDS}
                _pools[url] = redis.BlockingConnectionPool.from_url(url, **options)
            return _pools[url]

    def add(self, *arguments: Any) -> bool:
        """Add a key if it is not there; return True without Redis, as an empty cache would."""
        return _ask(super().add, True, *arguments)

    def get(self, key: Any, default: Any) -> Any:
        return _ask(super().get, default, key, default)

    def set(self, *arguments: Any) -> None:
        _ask(super().set, None, *arguments)

    def touch(self, *arguments: Any) -> bool:
        return _ask(super().touch, False, *arguments)

    def delete(self, *arguments: Any) -> bool:
        return _ask(super().delete, False, *arguments)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return _ask(super().get_many, {}, keys)

    def has_key(self, *arguments: Any) -> bool:
        return _ask(super().has_key, False, *arguments)

    def set_many(self, *arguments: Any) -> None:
        _ask(super().set_many, None, *arguments)

    def delete_many(self, *arguments: Any) -> None:
        _ask(super().delete_many, None, *arguments)


class PatientCache(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = PatientClient


def _ask(do: Callable[..., T], otherwise: T, *arguments: Any) -> T:
    if not REDIS.may_ask():
        return otherwise
    try:
        answer = do(*arguments)
    except ERRORS as error:
        REDIS.failed(error)
        return otherwise
    REDIS.answered()
    return answer
