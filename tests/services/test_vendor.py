"""This suite really runs on PostgreSQL and on a Redis-protocol server: nothing falls back in silence."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
import redis
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.core.cache import cache
from django.db import connection

from poker_site.celery import app
from poker_site.environment import ENV
from poker_site.ops import health
from poker_site.runtime.db_threads import in_pool
from poker_site.runtime.topics import publish
from poker_site.tasks import heartbeat
from tests.conftest import PATIENCE_SECONDS


@pytest.fixture
def server() -> "Iterator[redis.Redis]":
    with redis.Redis.from_url(ENV.redis_url) as client:
        yield client


def test_the_database_is_postgresql(db: None) -> None:
    assert connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()")
        assert cursor.fetchone()[0].startswith("PostgreSQL ")


def test_the_cache_is_on_the_server(server: "redis.Redis") -> None:
    assert "redis_version" in server.info("server")
    before = server.dbsize()
    cache.set("mark", "here")
    assert server.dbsize() == before + 1


@pytest.mark.usefixtures("transactional_db")
async def test_a_message_crosses_the_server_from_another_thread(server: "redis.Redis") -> None:
    layer = get_channel_layer()
    assert isinstance(layer, RedisPubSubChannelLayer)
    channel = await layer.new_channel()
    await layer.group_add("user.7", channel)
    assert any(b"user.7" in name for name in server.pubsub_channels())
    await in_pool(publish)("user.7", 3)
    message = await asyncio.wait_for(layer.receive(channel), PATIENCE_SECONDS)
    assert message == {"type": "topic.moved", "topic": "user.7", "version": 3}


def test_task_travels_through_the_server(
    server: "redis.Redis", monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    assert app.connection_for_write().transport_cls == "redis"
    noted = threading.Event()
    monkeypatch.setattr(health, "note_heartbeat", lambda queue: noted.set())
    request.getfixturevalue("worker")
    heartbeat.delay()
    assert noted.wait(PATIENCE_SECONDS)
