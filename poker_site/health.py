"""`/healthz/`: does every part this site needs really work right now?"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable

from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse

from poker_site.pool import in_pool

logger = logging.getLogger("evenhand.health")

HEARTBEAT = "worker-heartbeat"
HEARTBEAT_SECONDS = 20  # beat asks for one every 5 s
PATIENCE_SECONDS = 3


def note_heartbeat() -> None:
    """Called by a task: it can only have been noted if beat, broker and worker all work."""
    cache.set(HEARTBEAT, True, HEARTBEAT_SECONDS)


async def healthz(request: HttpRequest) -> JsonResponse:
    names = ("database", "channels", "worker")
    results = await asyncio.gather(*(_works(name, probe) for name, probe in zip(names, _probes(), strict=True)))
    state = dict(zip(names, results, strict=True))
    body = {"ok": all(results), **{name: "ok" if works else "down" for name, works in state.items()}}
    return JsonResponse(body, status=200 if body["ok"] else 503, headers={"Cache-Control": "no-store"})


def _probes() -> tuple[Awaitable[bool], ...]:
    return _database_answers(), _message_arrives(), _worker_beats()


async def _works(name: str, probe: Awaitable[bool]) -> bool:
    try:
        return await asyncio.wait_for(probe, PATIENCE_SECONDS)
    except Exception as error:
        logger.error("health: %s is down: %s %s", name, type(error).__name__, error)
        return False


@in_pool
def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


async def _message_arrives() -> bool:
    layer = get_channel_layer()
    channel = await layer.new_channel("health.")
    token = secrets.token_hex(8)
    await layer.send(channel, {"type": "health", "token": token})
    message = await layer.receive(channel)
    return bool(message["token"] == token)


@in_pool
def _worker_beats() -> bool:
    return cache.get(HEARTBEAT) is True
