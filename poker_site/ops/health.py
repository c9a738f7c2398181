"""Answer `/healthz/` by trying every part that this site needs.

The answer comes before Django: neither a session, nor a host name, nor a database that is down can get in the way.
"""

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection

from poker_site.ops.disk import has_room
from poker_site.ops.logs import is_news
from poker_site.runtime.db_threads import in_pool

logger = logging.getLogger("evenhand.health")

HEARTBEAT_KEY = "worker-heartbeat:%s"
"""The cache key of a queue's heartbeat. Each queue has one: clocks may stand still while other work goes on."""
MOST_OVERDUE_SECONDS = 15
HEARTBEAT_SECONDS = 20  # Celery's beat asks for one every 5 s
PATIENCE_SECONDS = 3

# Probes have threads of their own: one that hangs keeps its thread, and must not take one from the consumers.
_executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="health")

_OF_EVERY_ANSWER = [
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
"""The security headers of every answer, which Django sets on all others."""

_last_overdue = 0.0
"""Seconds by which the oldest deadline was overdue at the last check."""

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


def note_heartbeat(queue: str) -> None:
    """Note that a heartbeat task has run, which takes beat, the broker and a worker of this queue."""
    cache.set(HEARTBEAT_KEY % queue, True, HEARTBEAT_SECONDS)


def with_health(application: Application) -> Application:
    async def answer(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["path"] == "/healthz/":
            await _answer(send)
        else:
            await application(scope, receive, send)

    return answer


async def _answer(send: Any) -> None:
    state = await health()
    parts = {name: "ok" if up else "down" for name, up in state.items()}
    overdue = {"overdue_seconds": round(_last_overdue, 1)} if state["database"] else {}
    body = json.dumps({"ok": all(state.values())} | parts | overdue)
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *_OF_EVERY_ANSWER]
    await send({"type": "http.response.start", "status": 200 if all(state.values()) else 503, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})


async def health() -> dict[str, bool]:
    """Try each part, and return which of them work."""
    probes: dict[str, Callable[[], Awaitable[bool]]] = {
        "database": in_pool(_database_answers, _executor),
        "channels": _message_arrives,
        "disk": in_pool(has_room, _executor),
        "worker": in_pool(partial(_worker_beats, "default"), _executor),
        "clock": in_pool(partial(_worker_beats, "clock"), _executor),
        "deadlines": in_pool(_deadlines_are_kept, _executor),
    }
    results = await asyncio.gather(*(_works(name, probe) for name, probe in probes.items()))
    return dict(zip(probes, results, strict=True))


async def _works(name: str, probe: Callable[[], Awaitable[bool]]) -> bool:
    probing = asyncio.ensure_future(probe())
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await asyncio.shield(probing)
    except Exception as error:
        if is_news("health", name, type(error)):
            logger.error("health: %s is down: %s %s", name, type(error).__name__, error)
        return False
    finally:
        await _end(probing)


async def _end(probing: "asyncio.Future[bool]") -> None:
    """Cancel a probe, if need be twice: before Python 3.12 a cancellation is lost if what it awaits ends just then."""
    for _ in range(2):
        if not probing.done():
            probing.cancel()
            await asyncio.wait({probing}, timeout=PATIENCE_SECONDS)


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_migrations")
        return bool(cursor.fetchone()[0] > 0)


async def _message_arrives() -> bool:
    layer = get_channel_layer()
    channel = await layer.new_channel("health.")
    try:
        token = secrets.token_hex(8)
        await layer.send(channel, {"type": "health", "token": token})
        message = await layer.receive(channel)
        return bool(message["token"] == token)
    finally:
        await _forget_channel(layer, channel)


async def _forget_channel(layer: Any, channel: str) -> None:
    """Make the Redis layer forget a channel, which it does only when a pending `receive` is cancelled."""
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0)
    waiting.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await waiting


def _worker_beats(queue: str) -> bool:
    return cache.get(HEARTBEAT_KEY % queue) is True


def _deadlines_are_kept() -> bool:
    """Tell whether no table has waited long for what is due there."""
    global _last_overdue
    from tables.core.deadlines import overdue_seconds

    _last_overdue = overdue_seconds()
    return _last_overdue <= MOST_OVERDUE_SECONDS
