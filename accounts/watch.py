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
        self.away = False
        self.asking: set[Watcher] = set()

    def add(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        if self.task is None or self.task.done() or self.task.get_loop() is not asyncio.get_running_loop():
            self.task = asyncio.create_task(self._run())

    def ask(self, watcher: Watcher) -> None:
        """At the next round let it look, whatever its version."""
        self.asking.add(watcher)

    def discard(self, watcher: Watcher) -> None:
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
        versions = await in_pool(_versions)({watcher.user_id for watcher in self.watchers})
        asking, self.asking = self.asking, set()
        looks = [
            watcher.account_at(-1 if watcher in asking else versions.get(watcher.user_id, -1))
            for watcher in list(self.watchers)
        ]
        for error in await asyncio.gather(*looks, return_exceptions=True):
            if isinstance(error, Exception):  # that one will be asked again; the others go on
                logger.error("a socket could not look at its account: %s", error)


def _versions(user_ids: set[int]) -> dict[int, int]:
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", "version"))


watch = Watch()
