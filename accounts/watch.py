"""One look at the database for all sockets of this process, in case a message was lost."""

import asyncio
import logging
from typing import Protocol

from accounts.models import User
from poker_site.pool import in_pool

logger = logging.getLogger("evenhand.watch")

EVERY_SECONDS = 2


class Watcher(Protocol):
    user_id: int

    async def account_at(self, version: int) -> None: ...


class Watch:
    """Compares the versions of the accounts of open sockets with the database, in one query."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.task: asyncio.Task[None] | None = None

    def add(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        if self.task is None or self.task.done() or self.task.get_loop() is not asyncio.get_running_loop():
            self.task = asyncio.create_task(self._run())

    def discard(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    async def _run(self) -> None:
        while self.watchers:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self._compare()
            except Exception as error:  # the database may be away for a while; sockets stay until it is back
                logger.error("sockets could not be compared with the database: %s", error)

    async def _compare(self) -> None:
        versions = await in_pool(_versions)({watcher.user_id for watcher in self.watchers})
        for watcher in list(self.watchers):
            await watcher.account_at(versions.get(watcher.user_id, -1))


def _versions(user_ids: set[int]) -> dict[int, int]:
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", "version"))


watch = Watch()
