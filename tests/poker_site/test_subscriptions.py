"""A process subscribes to each topic once, however many listen, and every listener hears every version."""

import asyncio
from typing import Any

import pytest
from channels.layers import get_channel_layer

from poker_site.runtime.subscriptions import subscribe, unsubscribe
from poker_site.runtime.topics import publish_now
from tests.conftest import PATIENCE_SECONDS

pytestmark = [pytest.mark.channels, pytest.mark.differs_on_services("messages through Redis")]
TOPIC = "table.7"


class Listener:
    def __init__(self) -> None:
        self.heard: asyncio.Queue[int] = asyncio.Queue()

    def hear(self, version: int) -> None:
        self.heard.put_nowait(version)

    async def next(self) -> int:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self.heard.get()


@pytest.fixture
async def added(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the topics that the layer is asked for."""
    layer, groups = get_channel_layer(), list[str]()
    add = layer.group_add

    async def group_add(group: str, channel: str) -> None:
        groups.append(group)
        await add(group, channel)

    monkeypatch.setattr(layer, "group_add", group_add, raising=False)
    return groups


async def test_many_listeners_share_one_subscription(added: list[str]) -> None:
    listeners = [Listener() for _ in range(6)]
    await asyncio.gather(*[subscribe(TOPIC, listener.hear) for listener in listeners])
    assert added == [TOPIC]
    await publish_now(TOPIC, 3)
    assert [await listener.next() for listener in listeners] == [3] * 6
    for listener in listeners:
        await unsubscribe(TOPIC, listener.hear)


async def test_a_topic_is_heard_only_by_its_listeners() -> None:
    one, other = Listener(), Listener()
    await subscribe(TOPIC, one.hear)
    await subscribe("chat.7", other.hear)
    await publish_now("chat.7", 1)
    await publish_now(TOPIC, 2)
    assert (await one.next(), await other.next()) == (2, 1)
    await unsubscribe(TOPIC, one.hear)
    await publish_now(TOPIC, 3)
    await publish_now("chat.7", 4)
    assert await other.next() == 4
    assert one.heard.empty()
    await unsubscribe("chat.7", other.hear)


async def test_a_listener_that_fails_does_not_stop_others(caplog: pytest.LogCaptureFixture) -> None:
    def fail(version: int) -> None:
        raise LookupError("gone")

    listener = Listener()
    await subscribe(TOPIC, fail)
    await subscribe(TOPIC, listener.hear)
    for version in (1, 2):
        await publish_now(TOPIC, version)
        assert await listener.next() == version
    assert f"a listener of {TOPIC} failed" in caplog.text
    await unsubscribe(TOPIC, fail)
    await unsubscribe(TOPIC, listener.hear)


async def test_a_subscription_ends_with_its_last_listener_and_can_begin_again() -> None:
    layer: Any = get_channel_layer()
    for version in (1, 2):
        listener = Listener()
        await subscribe(TOPIC, listener.hear)
        await publish_now(TOPIC, version)
        assert await listener.next() == version
        await unsubscribe(TOPIC, listener.hear)
        await unsubscribe(TOPIC, listener.hear)  # a second time changes nothing
        assert not getattr(layer, "groups", None)
