"""Provide the channel layer of the production profile: Channels' Redis layer, made to survive an outage of Redis.

Messages only make things quicker: version polls find what was not sent. So while Redis is away every subscription is
accepted and nothing is sent; when it is back, every wanted channel is subscribed to.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection

from poker_site.runtime.outages import REDIS, RETRY_SECONDS

ERRORS: Final = (redis.RedisError, OSError)
LISTEN_SECONDS: Final = 0.1


class RedisUnavailable(Exception):
    """Says that Redis does not answer, or did not a moment ago and was not asked again."""


class PatientChannelLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send to a group if Redis is there, else do nothing."""
        with contextlib.suppress(RedisUnavailable):
            await self._get_layer().group_send(group, message)

    def _get_layer(self) -> RedisPubSubLoopLayer:
        layer: RedisPubSubLoopLayer = super()._get_layer()
        for number, shard in enumerate(layer._shards):
            if not isinstance(shard, PatientConnection):  # a new layer of a new event loop
                layer._shards[number] = PatientConnection(shard.host, layer)
        return layer


class PatientConnection(RedisSingleShardConnection):  # type: ignore[misc]
    """Remembers the wanted subscriptions, and makes up for missing ones when Redis is back."""

    def __init__(self, host: dict[str, Any], channel_layer: RedisPubSubLoopLayer) -> None:
        super().__init__(host, channel_layer)
        self._wanted: set[str] = set()
        self._is_behind = False

    async def publish(self, channel: str, message: bytes) -> None:
        async with self._lock:  # a caller that waited behind a failure need not fail as slowly
            self._ensure_redis()
            await _ask(self._redis.publish, channel, message)

    async def subscribe(self, channel: str) -> None:
        self._wanted.add(channel)
        await self._now_or_later(super().subscribe, channel)

    async def unsubscribe(self, channel: str) -> None:
        self._wanted.discard(channel)
        await self._now_or_later(super().unsubscribe, channel)

    async def flush(self) -> None:
        self._wanted.clear()
        await super().flush()

    async def _now_or_later(self, do: Callable[[str], Awaitable[None]], channel: str) -> None:
        self._ensure_redis()
        self._ensure_receiver()
        try:
            await _ask(do, channel)
        except RedisUnavailable:
            self._is_behind = True

    async def _do_receiving(self) -> None:
        while True:
            try:
                if self._is_behind:
                    await self._catch_up()
                await self._receive_one()
            except RedisUnavailable:
                await asyncio.sleep(LISTEN_SECONDS)
            except ERRORS as error:
                REDIS.failed(error)
                self._is_behind = True  # the new connection may lack subscriptions
                await asyncio.sleep(RETRY_SECONDS)

    async def _receive_one(self) -> None:
        if self._pubsub and self._pubsub.subscribed:
            message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=LISTEN_SECONDS)
            self._receive_message(message)
        else:
            await asyncio.sleep(LISTEN_SECONDS)

    async def _catch_up(self) -> None:
        """Subscribe to all wanted channels, and to no others."""
        for channel in self._wanted - self._subscribed_to:
            await _ask(super().subscribe, channel)
        for channel in self._subscribed_to - self._wanted:
            await _ask(super().unsubscribe, channel)
        self._is_behind = self._subscribed_to != self._wanted


async def _ask(do: Callable[..., Awaitable[Any]], *arguments: Any) -> None:
    """Call a function of Redis, or raise `Away`."""
    if not REDIS.may_ask():
        raise RedisUnavailable("Redis did not answer a moment ago")
    try:
        await do(*arguments)
    except ERRORS as error:
        REDIS.failed(error)
        raise RedisUnavailable(str(error)) from error
    REDIS.answered()
