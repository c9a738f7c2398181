"""Feeds poll the database once for all sockets of a process, and draw once for all followers of the same thing."""

import asyncio
import logging
from collections.abc import Mapping
from functools import partial

import pytest

from poker_site.runtime.feeds import GONE, DrawnFeed, Feeds, PacedFeed, Push
from tests.conftest import PATIENCE_SECONDS


class Heard(DrawnFeed[str]):
    """Notes what it hears and to whom it sends; has no topic."""

    what = "thing"

    def __init__(self, key: int) -> None:
        super().__init__(key)
        self.heard: list[int] = []
        self.sent: list[str] = []
        self.failing: Exception | None = None

    def hear(self, version: int) -> None:
        self.heard.append(version)
        self.ask()

    def draw(self, followers: list[str]) -> list[Push]:
        if self.failing:
            raise self.failing
        return [partial(self._send, follower) for follower in sorted(followers)]

    async def _send(self, follower: str) -> None:
        if follower == "broken":
            raise ZeroDivisionError
        self.sent.append(follower)

    async def done(self) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            assert self.working
            await self.working


def feeds_of(versions: Mapping[int, int]) -> Feeds[Heard]:
    return Feeds(what="things", feed_of=Heard, versions_of=lambda keys: versions)


async def test_a_poll_gives_each_feed_its_version_or_that_it_is_gone() -> None:
    feeds = feeds_of({1: 7})
    one, other = await feeds.follow(1, "ann"), await feeds.follow(2, "ben")
    await feeds.poll()
    assert (one.heard, other.heard) == ([7], [GONE])


async def test_a_feed_that_is_opened_during_the_query_is_left_to_the_next_poll() -> None:
    """The answer lacks its version: a page just opened was once closed as if a backup had been restored."""
    opened = Heard(2)

    def versions_of(keys: set[int]) -> Mapping[int, int]:
        feeds.open[2] = opened
        return dict.fromkeys(keys, 7)

    feeds: Feeds[Heard] = Feeds(what="things", feed_of=Heard, versions_of=versions_of)
    await feeds.follow(1, "ann")
    await feeds.poll()
    assert opened.heard == []
    await feeds.poll()
    assert opened.heard == [7]


async def test_a_feed_that_is_left_during_the_query_gets_no_version() -> None:
    def versions_of(keys: set[int]) -> Mapping[int, int]:
        feeds.open.clear()
        return dict.fromkeys(keys, 7)

    feeds: Feeds[Heard] = Feeds(what="things", feed_of=Heard, versions_of=versions_of)
    feed = await feeds.follow(1, "ann")
    await feeds.poll()
    assert feed.heard == []


async def test_a_feed_is_shared_and_ends_with_its_last_follower() -> None:
    feeds = feeds_of({})
    assert await feeds.follow(1, "ann") is await feeds.follow(1, "ben")
    await feeds.leave(1, "ann")
    await feeds.leave(1, "somebody else")
    assert 1 in feeds.open
    await feeds.leave(1, "ben")
    assert not feeds.open


async def test_a_failed_push_does_not_stop_those_to_other_followers() -> None:
    feeds = feeds_of({})
    for follower in ("ann", "broken", "cat"):
        feed = await feeds.follow(1, follower)
    feeds.ask(1)
    await feed.done()
    assert feed.sent == ["ann", "cat"]


async def test_a_failing_update_is_logged_once_until_it_succeeds(caplog: pytest.LogCaptureFixture) -> None:
    feed = await feeds_of({}).follow(1, "ann")
    feed.failing = OSError("away")
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            feed.ask()
            await feed.done()
    assert [record.getMessage() for record in caplog.records] == ["thing 1 is not shown, for now: away"]
    feed.failing = None
    feed.ask()
    await feed.done()
    assert feed.sent == ["ann"]


async def test_requests_made_at_once_lead_to_one_update() -> None:
    feed = await feeds_of({}).follow(1, "ann")
    for _ in range(5):
        feed.ask()
    await feed.done()
    assert feed.sent == ["ann"]


async def test_a_paced_feed_updates_once_for_all_it_hears_in_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    pausing, go_on = asyncio.Event(), asyncio.Event()

    async def pause(seconds: float) -> None:
        pausing.set()
        await go_on.wait()

    class Paced(PacedFeed[str]):
        what = "thing"

        def draw(self, followers: list[str]) -> list[Push]:
            looks.append(len(followers))
            return []

    monkeypatch.setattr("poker_site.runtime.feeds.asyncio.sleep", pause)
    feed = Paced(1)
    feed.followers.add("ann")
    feed.hear(1)
    async with asyncio.timeout(PATIENCE_SECONDS):
        await pausing.wait()
        for version in range(5):
            feed.hear(version)
        assert looks == [1]
        go_on.set()
        assert feed.working
        await feed.working
    assert looks == [1, 1]


async def test_a_poll_that_fails_is_repeated(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("poker_site.runtime.feeds.POLL_SECONDS", 0)
    polls = 0
    told = asyncio.Event()

    class Told(Heard):
        def hear(self, version: int) -> None:
            told.set()

    def versions_of(keys: set[int]) -> Mapping[int, int]:
        nonlocal polls
        polls += 1
        if polls < 3:
            raise OSError("away")
        return dict.fromkeys(keys, 7)

    feeds: Feeds[Heard] = Feeds(what="things", feed_of=Told, versions_of=versions_of)
    with caplog.at_level(logging.ERROR):
        await feeds.follow(1, "ann")
        async with asyncio.timeout(PATIENCE_SECONDS):
            await told.wait()
    await feeds.leave(1, "ann")
    assert [record.getMessage() for record in caplog.records] == ["versions of things cannot be polled, for now: away"]
