"""`/healthz/` tries each part and says which of them work."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from channels.layers import get_channel_layer
from channels.testing import HttpCommunicator
from django.conf import settings
from django.db import connections

from accounts.models import User
from poker_site.asgi import application
from poker_site.celery import QUEUES
from poker_site.ops import health
from poker_site.runtime.db_threads import in_pool
from poker_site.tasks import heartbeat
from tables.core import deadlines
from tables.models import Table
from tests.conftest import PATIENCE_SECONDS
from tests.tables.helpers import open_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("every part is another server"),
]
PARTS = ("database", "channels", "disk", "worker", "clock", "deadlines")
ALL_WELL = {"ok": True, **dict.fromkeys(PARTS, "ok"), "overdue_seconds": 0.0}


async def ask() -> tuple[int, dict[str, Any]]:
    """Ask as a load balancer does: by any host name, over plain http, with any cookies."""
    headers = [(b"host", b"10.0.0.7"), (b"cookie", f"{settings.SESSION_COOKIE_NAME}={'0' * 32}".encode())]
    response = await HttpCommunicator(application, "GET", "/healthz/", headers=headers).get_response(PATIENCE_SECONDS)
    assert (b"cache-control", b"no-store") in response["headers"]
    assert (b"x-content-type-options", b"nosniff") in response["headers"]
    assert b"frame-ancestors 'none'" in dict(response["headers"])[b"content-security-policy"]
    return response["status"], json.loads(response["body"])


def all_queues_beat() -> None:
    for queue in QUEUES:
        health.note_heartbeat(queue)


async def test_health_is_ok_when_every_part_answers() -> None:
    all_queues_beat()
    assert await ask() == (200, ALL_WELL)


@pytest.mark.parametrize(("beats", "down"), [("clock", "worker"), ("default", "clock")])
async def test_the_workers_of_a_queue_without_a_heartbeat_are_down(beats: str, down: str) -> None:
    health.note_heartbeat(beats)
    assert await ask() == (503, ALL_WELL | {"ok": False, down: "down"})


@pytest.mark.parametrize(("seconds", "status", "deadlines"), [(10, 200, "ok"), (20, 503, "down")])
async def test_health_says_how_long_the_oldest_deadline_is_overdue(
    alice: User, seconds: int, status: int, deadlines: str
) -> None:
    all_queues_beat()
    await in_pool(make_overdue)(alice, seconds)
    answered, parts = await ask()
    assert (answered, parts["deadlines"]) == (status, deadlines)
    assert seconds <= parts["overdue_seconds"] < seconds + PATIENCE_SECONDS


def make_overdue(host: User, seconds: int) -> None:
    due_at = deadlines.now() - timedelta(seconds=seconds)
    Table.objects.filter(pk=open_table(host).pk).update(due=Table.Due.ACT, due_at=due_at)


@pytest.mark.usefixtures("worker")
async def test_running_workers_make_health_ok() -> None:
    for queue in QUEUES:
        heartbeat.apply_async((queue,), queue=queue)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (await ask())[0] != 200:
            pass


async def test_a_database_that_fails_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    all_queues_beat()

    def fail(self: object) -> None:
        raise OSError("no answer")

    monkeypatch.setattr(type(connections["default"]), "cursor", fail)
    assert await ask() == (503, {"ok": False, **dict.fromkeys(PARTS, "ok"), "database": "down", "deadlines": "down"})


async def test_a_channel_layer_that_swallows_messages_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    async def swallow(channel: str, message: dict[str, Any]) -> None:
        return None

    all_queues_beat()
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr(get_channel_layer(), "send", swallow, raising=False)
    status, parts = await ask()
    assert (status, parts["channels"]) == (503, "down")


async def test_a_probe_that_misses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    missed: list[int] = []

    async def hard_of_hearing() -> bool:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            missed.append(1)
        return await asyncio.Event().wait()

    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.05)
    assert await health._works("channels", hard_of_hearing) is False
    assert missed == [1], "said twice, and heard the second time"


async def test_a_health_check_leaves_no_channel_behind() -> None:
    layer = get_channel_layer()
    for _ in range(5):
        await health.health()
    assert len(layer.channels) == 0
