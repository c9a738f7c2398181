"""Provide a Redis for one test, which takes it away and brings it back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from poker_site.ops import logs
from poker_site.runtime import caches
from poker_site.runtime.outages import REDIS
from poker_site.runtime.redis_options import options_for
from tests.real_services import valkey


@contextmanager
def in_use(settings: Any) -> Iterator[valkey.Interrupted]:
    """Let the cache and channel layer of this process use a Redis of its own; the broker does not use it."""
    with valkey.interrupted() as server:
        options = options_for(server.address)
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": server.address}}
        settings.CHANNEL_LAYERS = {
            "default": {
                **settings.CHANNEL_LAYERS["default"],
                "CONFIG": {"hosts": [{"address": server.address, **options}], "prefix": "evenhand"},
            }
        }
        logs._told.clear()
        try:
            yield server
        finally:
            if pool := caches._pools.pop(server.address, None):
                pool.disconnect()
            REDIS.answered()
