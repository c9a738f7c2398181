"""Run the database work of consumers on threads of its own.

`database_sync_to_async` has a single thread per process: one waiting row lock there would stall every table.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")

UNUSED_SECONDS: Final = 1.0
"""A connection that was used within this time is not tested before use: a test costs as much as many a query."""

consumer_threads: Final = ThreadPoolExecutor(max_workers=8, thread_name_prefix="pool")


def in_pool(
    function: Callable[P, R], executor: ThreadPoolExecutor = consumer_threads
) -> Callable[P, Coroutine[Any, Any, R]]:
    """Turn `function` into a coroutine function whose body runs on a thread of the pool."""

    async def call(*args: P.args, **kwargs: P.kwargs) -> R:
        work = partial(_with_connection, function, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(executor, copy_context().run, work)

    return call


class _Kept(threading.local):
    """Remembers the connection of this thread and when it was last used."""

    def __init__(self) -> None:
        self.raw: Any = None
        self.used_at = 0.0


_kept = _Kept()


def _with_connection(function: Callable[..., R], *args: Any, **kwargs: Any) -> R:
    """Call `function` and keep this thread's connection for a while: else each call would fetch and test one."""
    if connection.connection is not None and time.monotonic() - _kept.used_at > UNUSED_SECONDS:
        _replace_if_broken()
    try:
        return function(*args, **kwargs)
    finally:
        _keep_or_close()


def _replace_if_broken() -> None:
    if not connection.is_usable():
        connection.close()


def _keep_or_close() -> None:
    """Close the connection if an error broke it or if it is older than POOL_KEEPS_SECONDS."""
    _kept.used_at = time.monotonic()
    if connection.connection is not _kept.raw:
        connection.close_at = _kept.used_at + settings.POOL_KEEPS_SECONDS
    connection.close_if_unusable_or_obsolete()
    _kept.raw = connection.connection
