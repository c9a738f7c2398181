"""Push what changed to all sockets of this process that follow it, after one look for all of them.

A feed is one table, one chat, one account, or the lobby. It hears its version from its topic at once, and from a poll
of the database every two seconds, which finds what a lost message hid.
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
"""Holds for feeds to which very much is news."""
GONE: Final = -1
"""The version of what is not in the database any more."""

F = TypeVar("F")
Push = Callable[[], Awaitable[None]]


class Feed(ABC, Generic[F]):
    """One thing that sockets follow. It works when it is asked to, once for all that ask while it works."""

    def __init__(self, key: int, topic: str = "") -> None:
        self.key = key
        self.topic = topic
        self.followers: set[F] = set()
        self.asked = False
        self.working: asyncio.Task[None] | None = None

    @abstractmethod
    def hear(self, version: int) -> None:
        """Ask for work if this version is news to anybody; wait for nothing."""

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
    """A feed whose followers are drawn together on a thread, then sent to one after the other."""

    what = ""
    threads: ThreadPoolExecutor = consumer_threads
    is_away = False
    """The last look failed: the database may be away, and one line in the log is enough."""

    @abstractmethod
    def draw(self, followers: list[F]) -> list[Push]:
        """Read once, on a thread, and return what has to be done in the event loop for each follower with news."""

    def behind(self) -> list[F]:
        """Return those for whom there may be news."""
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
            except Exception:  # the others are sent theirs all the same
                logger.exception("%s %d cannot be sent to one who follows it", self.what, self.key)


class PacedFeed(DrawnFeed[F]):
    """A feed that looks whenever it hears anything, but not more often than once a second."""

    def hear(self, version: int) -> None:
        self.ask()

    async def work(self) -> None:
        await super().work()
        await asyncio.sleep(LOOK_AT_MOST_EVERY_SECONDS)

    def draw_each(self, followers: Iterable[F], draw: Callable[[F], Push]) -> list[Push]:
        """Draw for one follower after the other; where that fails the others are brought up to date all the same."""
        pushes: list[Push] = []
        for follower in followers:
            try:
                pushes.append(draw(follower))
            except Exception:  # the next look tries again
                logger.exception("%s %d cannot be drawn for one who follows it", self.what, self.key)
        return pushes


ALL: Final = 0
"""The key of a feed that is the only one of its kind."""

D = TypeVar("D", bound=Feed[Any])


class Feeds(Generic[D]):
    """All open feeds of one kind in this process, and the poll that asks for their versions in one query."""

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
        """Listen from now on; whoever reads after this misses nothing."""
        feed = self.open.get(key) or self.feed_of(key)
        self.open[key] = feed
        feed.followers.add(follower)
        if self.polling is None or self.polling.done() or self.polling.get_loop() is not asyncio.get_running_loop():
            self.polling = asyncio.create_task(self._poll_for_ever())
        if feed.topic:
            await subscribe(feed.topic, feed.hear)
        return feed

    async def leave(self, key: int, follower: Any) -> None:
        """Undo `follow`; without it, do nothing."""
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
        """Have a feed looked at whatever its version."""
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
        """Tell each feed its version; a feed that was opened during the query is left to the next poll."""
        keys = set(self.open)
        versions = await in_pool(self.versions_of)(keys)
        for key in keys:
            self.hear(key, versions.get(key, GONE))
