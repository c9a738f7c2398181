"""Subscribe a process once to each topic, and pass its versions to all listeners in the process."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from poker_site.runtime.topics import TopicVersion

logger = logging.getLogger("evenhand.topics")

Listener = Callable[[int], None]
"""A listener, called with the version of a topic. It must not wait for anything."""


async def subscribe(topic: str, hear: Listener) -> None:
    """Call `hear` for every version that is published after this has returned."""
    await _here().add(topic, hear)


async def unsubscribe(topic: str, hear: Listener) -> None:
    """Undo `subscribe`; do nothing if `hear` does not listen."""
    await _here().discard(topic, hear)


class _Subscriptions:
    """Holds the subscriptions of one event loop, on one channel of the layer."""

    def __init__(self) -> None:
        self.layer = get_channel_layer()
        self.channel = ""
        self.listeners: dict[str, set[Listener]] = {}
        self.changing = asyncio.Lock()
        self.receiving: asyncio.Task[None] | None = None

    async def add(self, topic: str, hear: Listener) -> None:
        async with self.changing:
            if topic not in self.listeners:
                if self.receiving is None:
                    self.channel = await self.layer.new_channel()
                    self.receiving = asyncio.create_task(self._receive())
                await self.layer.group_add(topic, self.channel)
            self.listeners.setdefault(topic, set()).add(hear)

    async def discard(self, topic: str, hear: Listener) -> None:
        async with self.changing:
            listeners = self.listeners.get(topic)
            if listeners is None:
                return
            listeners.discard(hear)
            if not listeners:
                del self.listeners[topic]
                await self.layer.group_discard(topic, self.channel)
            if not self.listeners:
                await self._stop()

    async def _stop(self) -> None:
        """Stop receiving, which makes the layer forget the channel."""
        receiving, self.receiving = self.receiving, None
        if receiving:
            receiving.cancel()
            with suppress(asyncio.CancelledError):
                await receiving

    async def _receive(self) -> None:
        while True:
            moved: TopicVersion = await self.layer.receive(self.channel)
            for hear in tuple(self.listeners.get(moved["topic"], ())):
                try:
                    hear(moved["version"])
                except Exception:  # the other listeners still hear the version
                    logger.exception("a listener of %s failed", moved["topic"])


_of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Subscriptions] = WeakKeyDictionary()


def _here() -> _Subscriptions:
    loop = asyncio.get_running_loop()
    if loop not in _of_loops:
        _of_loops[loop] = _Subscriptions()
    return _of_loops[loop]
