"""Push what changed to all sockets of this process that follow it, with one read of the database for all of them.

A feed is one table, one chat, one account, or the lobby. Its topic tells its version at once; a poll of the database
every two seconds finds changes whose message was lost.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Generic, TypeVar

from poker_site.runtime.db_threads import consumer_threads, in_pool
from poker_site.runtime.subscriptions import subscribe, unsubscribe

logger = logging.getLogger("evenhand.feeds")

POLL_SECONDS = 2
LOOK_AT_MOST_EVERY_SECONDS = 1
"""The pace of feeds that have news very often (`PacedFeed`)."""
GONE: Final = -1
"""The version of what is not in the database any more."""

F = TypeVar("F")
Push = Callable[[], Awaitable[None]]


class Feed(ABC, Generic[F]):
    """Keeps the followers of one thing up to date; all requests during an update lead to one more update."""

    def __init__(self, key: int, topic: str = "") -> None:
        self.key = key
        self.topic = topic
        self.followers: set[F] = set()
        self.asked = False
        self.working: asyncio.Task[None] | None = None

    @abstractmethod
    def hear(self, version: int) -> None:
        """Ask for an update if this version is news to any follower; do not wait for anything."""

    @abstractmethod
    async def work(self) -> None:
        """Bring all followers up to date; raise nothing."""

    def ask(self) -> None:
        self.asked = True
        if self.working is None or self.working.done() or self.working.get_loop() is not asyncio.get_running_loop():
            self.working = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self.asked:
            self.asked = False
            await self.work()


class DrawnFeed(Feed[F]):
    """Draws for all followers together on a thread, then sends to one after the other."""

    what = ""
    threads: ThreadPoolExecutor = consumer_threads
    is_away = False
    """True if the last update failed: the database may be away, and one line in the log is enough."""

    @abstractmethod
    def draw(self, followers: list[F]) -> list[Push]:
        """Read once, on a thread, and return what the event loop must call for each follower with news."""

    def behind(self) -> list[F]:
        """Return the followers for whom there may be news."""
        return list(self.followers)

    async def work(self) -> None:
        followers = self.behind()
        try:
            pushes = await in_pool(self.draw, self.threads)(followers) if followers else []
            self.is_away = False
        except Exception as error:  # the next poll asks again
            if not self.is_away:
                logger.error("%s %d is not shown, for now: %s", self.what, self.key, error)
            self.is_away = True
            return
        for push in pushes:
            try:
                await push()
            except Exception:  # the others are still sent theirs
                logger.exception("%s %d cannot be sent to one who follows it", self.what, self.key)


class PacedFeed(DrawnFeed[F]):
    """Updates its followers whenever it hears any version, but at most once a second."""

    def hear(self, version: int) -> None:
        self.ask()

    async def work(self) -> None:
        await super().work()
        await asyncio.sleep(LOOK_AT_MOST_EVERY_SECONDS)

    def draw_each(self, followers: Iterable[F], draw: Callable[[F], Push]) -> list[Push]:
        """Draw for one follower after the other; a failure for one does not stop the others."""
        pushes: list[Push] = []
        for follower in followers:
            try:
                pushes.append(draw(follower))
            except Exception:  # the next update tries again
                logger.exception("%s %d cannot be drawn for one who follows it", self.what, self.key)
        return pushes


ALL: Final = 0
"""The key of a feed that is the only one of its kind."""

D = TypeVar("D", bound=Feed[Any])


class Feeds(Generic[D]):
    """Holds all open feeds of one kind in this process, and polls their versions in one query."""

    def __init__(
        self, *, what: str, feed_of: Callable[[int], D], versions_of: Callable[[set[int]], Mapping[int, int]]
    ) -> None:
        self.what = what
        self.feed_of = feed_of
        self.versions_of = versions_of
        self.open: dict[int, D] = {}
        self.polling: asyncio.Task[None] | None = None
        self.is_away = False

    async def follow(self, key: int, follower: Any) -> D:
        """Add a follower to a feed. A caller that reads the data after this misses no change."""
        feed = self.open.get(key) or self.feed_of(key)
        self.open[key] = feed
        feed.followers.add(follower)
        if self.polling is None or self.polling.done() or self.polling.get_loop() is not asyncio.get_running_loop():
            self.polling = asyncio.create_task(self._poll_for_ever())
        if feed.topic:
            await subscribe(feed.topic, feed.hear)
        return feed

    async def leave(self, key: int, follower: Any) -> None:
        """Undo `follow`; do nothing if this follower does not follow."""
        feed = self.open.get(key)
        if feed is None or follower not in feed.followers:
            return
        feed.followers.discard(follower)
        if not feed.followers:
            del self.open[key]
            if feed.topic:
                await unsubscribe(feed.topic, feed.hear)

    def hear(self, key: int, version: int) -> None:
        if key in self.open:
            self.open[key].hear(version)

    def ask(self, key: int) -> None:
        """Ask a feed for an update, whatever its version."""
        if key in self.open:
            self.open[key].ask()

    async def _poll_for_ever(self) -> None:
        while self.open:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.poll()
                self.is_away = False
            except Exception as error:  # the database may be away for a while; sockets stay until it is back
                if not self.is_away:
                    logger.error("versions of %s cannot be polled, for now: %s", self.what, error)
                self.is_away = True

    async def poll(self) -> None:
        """Give each feed its version; a feed that was opened during the query is left to the next poll."""
        keys = set(self.open)
        versions = await in_pool(self.versions_of)(keys)
        for key in keys:
            self.hear(key, versions.get(key, GONE))
