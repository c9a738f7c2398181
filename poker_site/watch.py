"""One look at the database for all sockets of this process, in case a message was lost."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Generic, TypeVar

from poker_site.pool import in_pool

logger = logging.getLogger("evenhand.watch")

EVERY_SECONDS = 2
UNKNOWN = -1
"""What is no version: of something that is gone, or whose watcher asked to look."""

W = TypeVar("W")


class Watch(Generic[W]):
    """Every two seconds it tells each watcher the version of what it watches, after one query for all of them.

    Mostly there is nothing new to any of them, and telling gives nothing to wait for.
    """

    def __init__(
        self,
        *,
        what: str,
        key_of: Callable[[W], int],
        versions_of: Callable[[set[int]], Mapping[int, int]],
        tell: Callable[[W, int], Coroutine[Any, Any, None] | None],
    ) -> None:
        self.what = what
        self.key_of = key_of
        self.versions_of = versions_of
        self.tell = tell
        self.watchers: set[W] = set()
        self.task: asyncio.Task[None] | None = None
        self.away = False
        self.asking: set[W] = set()

    def add(self, watcher: W) -> None:
        self.watchers.add(watcher)
        if self.task is None or self.task.done() or self.task.get_loop() is not asyncio.get_running_loop():
            self.task = asyncio.create_task(self._run())

    def ask(self, watcher: W) -> None:
        """At the next round let it look, whatever its version."""
        self.asking.add(watcher)

    def discard(self, watcher: W) -> None:
        self.watchers.discard(watcher)
        self.asking.discard(watcher)

    async def _run(self) -> None:
        while self.watchers:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self._compare()
                self.away = False
            except Exception as error:  # the database may be away for a while; sockets stay until it is back
                if not self.away:
                    logger.error("sockets cannot be compared with the database, for now: %s", error)
                self.away = True

    async def _compare(self) -> None:
        """Only watchers that were there before the query are told: of others its answer may know nothing."""
        watchers = set(self.watchers)
        asking = self.asking & watchers
        self.asking -= asking
        versions = await in_pool(self.versions_of)({self.key_of(watcher) for watcher in watchers})
        looks = [
            self.tell(watcher, UNKNOWN if watcher in asking else versions.get(self.key_of(watcher), UNKNOWN))
            for watcher in watchers & self.watchers
        ]
        for error in await asyncio.gather(*filter(None, looks), return_exceptions=True):
            if isinstance(error, Exception):  # that one will be asked again; the others go on
                logger.error("a socket could not look at its %s: %s", self.what, error)
