"""The site goes on while Redis is away: pages, forms and sockets work, but nobody can try a password."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.consumers import CloseCode
from accounts.models import Sanction, User
from accounts.services import sanctions
from accounts.social import online
from poker_site.ops import health
from poker_site.runtime.outages import REDIS
from poker_site.runtime.topics import TopicVersion, user_topic
from tables.models import Guest
from tests.account_sockets import close_code, farewell, opened
from tests.conftest import PASSWORD, PATIENCE_SECONDS
from tests.real_services.valkey import Interrupted
from tests.services import redis_of_its_own
from tests.tables.helpers import open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


@pytest.fixture
def redis(settings: Any) -> Iterator[Interrupted]:
    with redis_of_its_own.in_use(settings) as server:
        yield server


@pytest.fixture
def away(redis: Interrupted) -> Interrupted:
    redis.kill()
    return redis


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("name", ["home", "account", "hands", "friends", "new_table", "account_login"])
def test_pages_are_served(away: Interrupted, alice: User, name: str) -> None:
    client = Client() if name == "account_login" else of(alice)
    assert client.get(reverse(name)).status_code == 200


def test_a_table_is_opened_and_seen(away: Interrupted, alice: User) -> None:
    table = open_table(alice)
    assert of(alice).get(f"/t/{table.code}/").status_code == 200


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "part of the site is down"), ("zh-hans", "部分服务出了故障")]
)
def test_log_in_is_refused_with_the_reason_while_attempts_are_not_counted(
    away: Interrupted,
    alice: User,
    client: Client,
    caplog: pytest.LogCaptureFixture,
    language: str,
    sentence: str,
) -> None:
    form = {"login": "alice", "password": PASSWORD}
    answer = client.post(reverse("account_login"), form, headers={"accept-language": language})
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert sentence in answer.content.decode()
    assert "_auth_user_id" not in client.session
    assert "Service Unavailable" not in caplog.text  # the log has its line about Redis


def test_password_of_a_table_is_refused_while_attempts_are_not_counted(
    away: Interrupted, alice: User, bob: User
) -> None:
    table = open_table(alice, password="open sesame")
    answer = of(bob).post(f"/t/{table.code}/door/", {"password": "open sesame"})
    assert answer.status_code == 503
    assert "part of the site is down" in answer.content.decode()
    assert not Guest.objects.exists()


def test_other_limits_stop_nobody(away: Interrupted, alice: User) -> None:
    """Signing up has one of these limits."""
    client = Client()
    client.post(reverse("account_signup"), {"username": "Dave", "password1": PASSWORD})
    assert "_auth_user_id" in client.session


def test_nobody_is_seen_online(away: Interrupted, alice: User) -> None:
    online.mark_online([alice.pk])
    assert online.online_among([alice.pk]) == set()


def test_outage_is_one_line_in_the_log(away: Interrupted, alice: User, caplog: pytest.LogCaptureFixture) -> None:
    client = of(alice)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            client.get(reverse("home"))
            open_table(alice)
    lines = [record.getMessage() for record in caplog.records]
    assert [line.split(",")[0] for line in lines] == ["Redis fails"]
    assert "Traceback" not in caplog.text


async def test_health_tells_what_is_down(away: Interrupted) -> None:
    found = await health.health()
    assert (found["database"], found["channels"], found["worker"], found["clock"]) == (True, False, False, False)
    assert len(get_channel_layer().channels) == 0


@pytest.fixture
def _frequent_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0.01)


@pytest.mark.usefixtures("_frequent_looks")
@pytest.mark.parametrize("opened_while_away", [False, True])
async def test_socket_stays_and_follows_the_database_by_polling(
    redis: Interrupted, alice: User, moderator: User, caplog: pytest.LogCaptureFixture, *, opened_while_away: bool
) -> None:
    client = await sync_to_async(of)(alice)
    if opened_while_away:
        redis.kill()
    socket = await opened(client)
    redis.kill()
    await sync_to_async(sanctions.impose)(alice, kind=Sanction.Kind.BAN, reason="Shouting", until=None, by=moderator)
    assert "You are banned" in await farewell(socket)
    assert await close_code(socket) == CloseCode.BANNED
    await socket.disconnect(timeout=PATIENCE_SECONDS)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("subscribed_while_away", [False, True])
async def test_messages_arrive_again_when_redis_is_back(redis: Interrupted, *, subscribed_while_away: bool) -> None:
    layer, topic = get_channel_layer(), user_topic(7)
    channel = await layer.new_channel()
    if subscribed_while_away:
        redis.kill()
    await layer.group_add(topic, channel)
    redis.kill()
    await layer.group_send(topic, TopicVersion(type="topic.moved", topic=topic, version=1))
    redis.start()
    heard = asyncio.ensure_future(layer.receive(channel))
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not heard.done():  # no event says that a process has noticed that Redis is back
            await layer.group_send(topic, TopicVersion(type="topic.moved", topic=topic, version=2))
            await asyncio.wait({heard}, timeout=0.05)
    assert (await heard)["version"] == 2


async def test_topics_let_go_meanwhile_are_not_subscribed_to_again(redis: Interrupted) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    for user_id in (7, 8):
        await layer.group_add(user_topic(user_id), channel)
    redis.kill()
    await layer.group_discard(user_topic(7), channel)
    redis.start()
    connection = layer._get_layer()._shards[0]
    async with asyncio.timeout(PATIENCE_SECONDS):
        while connection._is_behind or connection._subscribed_to != connection._wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert not any("user.7" in name for name in connection._subscribed_to)
    assert any("user.8" in name for name in connection._subscribed_to)


def test_cache_works_again_when_redis_is_back(away: Interrupted) -> None:
    cache.set("here", 1)
    assert cache.get("here") is None
    away.start()
    REDIS.answered()  # as a process would find out at its next try, a second later
    cache.set("here", 1)
    assert cache.get("here") == 1
