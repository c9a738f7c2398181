"""Database work of consumers, on threads of its own.

`database_sync_to_async` has a single thread per process: one waiting row lock there would stall every table.
"""

from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync

P = ParamSpec("P")
R = TypeVar("R")

_consumers = ThreadPoolExecutor(max_workers=8, thread_name_prefix="pool")


def in_pool(function: Callable[P, R], executor: ThreadPoolExecutor = _consumers) -> Callable[P, Coroutine[Any, Any, R]]:
    """`function` as a coroutine function whose body runs on a thread of the pool."""
    call: Callable[P, Coroutine[Any, Any, R]] = DatabaseSyncToAsync(function, thread_sensitive=False, executor=executor)
    return call
